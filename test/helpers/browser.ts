import { type Browser, chromium } from 'playwright-core';
import { pathTo } from './needs.ts';

/** A browser with a profile of its own, which asks nobody for anything. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: pathTo('Chromium'), args: ARGUMENTS });
}

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
