import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is put into the page, with the hashes by which the page allows just that and nothing else. */
export interface PageAssets {
  readonly style: string;
  readonly script: string;
  readonly styleHash: string;
  readonly scriptHash: string;
}

/** In the order in which they need each other. */
const SCRIPTS = ['elements', 'filter', 'matrix', 'detail', 'list', 'main'] as const;

/** The built files, also when this runs from the sources: a browser cannot read TypeScript. */
const FOLDER = join(import.meta.dirname, '../../../dist/reporters/html');

/**
 * The script is written in modules, and put into the page as one: they are joined, and what they say to each other is left out. Reading
 * them is the one thing that reporters read.
 */
export function pageAssets(): PageAssets {
  const style = read('style.css');
  const script = SCRIPTS.map((name) => withoutModuleWords(read(`client/${name}.js`))).join('\n');
  return { style, script, styleHash: hash(style), scriptHash: hash(script) };
}

function read(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8').replaceAll('\r\n', '\n');
}

function withoutModuleWords(module: string): string {
  return module.replaceAll(/^import [^;]*;\n/gm, '').replaceAll(/^export (?:\{\};\n)?/gm, '');
}

function hash(text: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
