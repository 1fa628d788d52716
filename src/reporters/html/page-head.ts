import { pageAssets } from './assets.ts';
import { escapeHtml } from './escape.ts';

/**
 * Everything before the body of a page: its style, and a policy of its own by which it loads nothing, and runs no script but ours, where it
 * has one.
 */
export function pageHead(title: string, scripts: 'ours' | 'none' = 'none'): string {
  const { style, styleHash, scriptHash } = pageAssets();
  const script = scripts === 'ours' ? `script-src '${scriptHash}'; ` : '';
  const policy = `default-src 'none'; style-src '${styleHash}'; ${script}base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>authz: ${escapeHtml(title)}</title>
<style>${style}</style>
</head>`;
}
