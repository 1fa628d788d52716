import { spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { textWidth } from '../../reporters/words/text-width.ts';
import { listenAlone } from './interrupts.ts';

/** The size of a screen in characters. */
export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

/** Writes a text to the terminal, through the pager if it is longer than the screen and a pager is wanted. */
export function showPaged(text: string, stdout: NodeJS.WriteStream): void {
  const command = pagerCommand(process.env, process.platform);
  if (command === undefined || fitsScreen(text, stdout)) stdout.write(text);
  else pageThrough(text, command, stdout);
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The shell command that shows a text a page at a time: `AUTHZ_PAGER`, else `PAGER`, else `less`. `undefined` where none is wanted: it is
 * `cat` or empty, or the terminal cannot move its cursor. Windows has no `less`: there a variable must name the pager.
 */
export function pagerCommand(env: Environment, platform: NodeJS.Platform): string | undefined {
  const named = env.AUTHZ_PAGER ?? env.PAGER ?? (platform === 'win32' ? '' : 'less');
  const command = named.trim();
  return command === '' || command === 'cat' || env.TERM === 'dumb' ? undefined : command;
}

/** Whether a text fits on a screen with a line left for the prompt. */
export function fitsScreen(text: string, { columns, rows }: ScreenSize): boolean {
  const lines = text.replace(/\n$/, '').split('\n');
  if (lines.length >= rows) return false;
  const shown = lines.map((line) =>
    Math.max(1, Math.ceil(textWidth(stripVTControlCharacters(line)) / columns)),
  );
  return shown.reduce((sum, one) => sum + one, 0) < rows;
}

/** Shows a text in the pager, and waits for its end. Where the pager cannot be started, the text is written as it is. */
function pageThrough(text: string, command: string, stdout: NodeJS.WriteStream): void {
  // Ctrl-C belongs to the pager, which takes it for the end of a search; the command has done its work.
  listenAlone(() => undefined);
  const { status } = spawnSync(command, {
    shell: true,
    input: text,
    stdio: ['pipe', 'inherit', 'inherit'],
    // As `git` has it: colors are shown, the text stays on the screen, and what fits needs no key.
    env: { LESS: 'FRX', LV: '-c', ...process.env },
  });
  if (status === NOT_FOUND) stdout.write(text);
}

/** The exit code of a shell that does not know the command. */
const NOT_FOUND = 127;
