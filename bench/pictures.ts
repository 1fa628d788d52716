/**
 * The pictures of the terminal in the README, out of the emulator's screen: `npx node bench/pictures.ts` writes them to docs/pictures/.
 * Build first.
 */
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openAuthz, type TerminalProgram } from '../test/helpers/pty.ts';
import { screenSvg } from './screen-svg.ts';

const ROOT = resolve(import.meta.dirname, '..');
const PICTURES = join(ROOT, 'docs/pictures');

mkdirSync(PICTURES, { recursive: true });
await inWizard(async (wizard) => {
  await wizard.until('No problems were found in it');
  wizard.press('enter');
  await wizard.until('It can be used');
  wizard.press('ctrl+u', 'EmailApp', 'enter');
  await wizard.until('13 endpoints');
  wizard.press('space', 'space', 'space');
  await wizard.until('> GET     /campaigns/{campaign_id}/messages');
  picture(wizard, 'init-patterns', 'authz init: the review of patterns');
  wizard.press('A');
  await wizard.until('mapping ResourceRest');
  wizard.press('enter');
  await wizard.until('becomes the entity');
  wizard.press('enter');
  await wizard.until('policies/administrators.cedar');
  wizard.press('down', 'down', 'down');
  await wizard.until('> [x] members');
  await wizard.until(/GET \/dashboard-data +●/);
  await wizard.untilGone('Deciding');
  picture(
    wizard,
    'init-templates',
    'authz init: templates, who may do what with them, and the policies they make',
  );
});

await inWatch(async (watch, edit) => {
  edit((text) => text.replace('resource.status == "draft"', 'resource.status != "sent"'));
  await watch.until('▲8 ▼0');
  watch.press('n');
  await watch.until('> PUT');
  await watch.until(/all requests: opens[\s\S]*opened since[\s\S]*Step by step/);
  picture(watch, 'watch-changes', 'authz watch: what a save opened, by which clause, and why');
  edit((text) => text.replace('!= "sent" };', '!= "sent" }'));
  await watch.until('POLICIES INVALID');
  picture(watch, 'watch-error', 'authz watch: an error over the last good decisions');
});

async function inWizard(use: (wizard: TerminalProgram) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'authz-pictures-'));
  const api = join(folder, 'my-api');
  mkdirSync(api);
  copyFileSync(join(ROOT, 'fixtures/email-app/openapi.yaml'), join(api, 'openapi.yaml'));
  const env = { XDG_STATE_HOME: folder };
  const wizard = openAuthz(['init'], { cwd: api, columns: 160, rows: 26, env });
  try {
    await use(wizard);
  } finally {
    wizard.signal('SIGKILL');
    await wizard.ended;
    rmSync(folder, { recursive: true });
  }
}

async function inWatch(
  use: (watch: TerminalProgram, edit: (change: (text: string) => string) => void) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'authz-pictures-'));
  cpSync(join(ROOT, 'fixtures/email-app'), folder, { recursive: true });
  const watch = openAuthz(['watch'], { cwd: folder, columns: 160, rows: 30 });
  const file = join(folder, 'policies/editors.cedar');
  try {
    await watch.until(/ ½ {2}/);
    await use(watch, (change) => writeFileSync(file, change(readFileSync(file, 'utf8'))));
  } finally {
    watch.signal('SIGKILL');
    await watch.ended;
    rmSync(folder, { recursive: true });
  }
}

function picture(program: TerminalProgram, name: string, title: string): void {
  writeFileSync(join(PICTURES, `${name}.svg`), screenSvg(program.emulator, title, /\/tmp\/\S+/g));
}
