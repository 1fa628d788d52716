import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, relative, sep } from 'node:path';
import { buffer as readBytes } from 'node:stream/consumers';
import type { Diagnostic, Outcome } from '../../core/diagnostics/diagnostic.ts';
import { nearest } from '../../core/diagnostics/did-you-mean.ts';
import type { Source } from '../../core/diagnostics/source.ts';
import { messageOf } from '../../core/values/message-of.ts';
import { parseSource } from '../parsing/parse.ts';
import { leadsOut } from './contained-path.ts';

/** The name that stands for standard input, on the command line and in messages. */
export const STANDARD_INPUT = '-';

/** Reads a text file. `shown` is what messages call it. */
export function readText(path: string, shown: string): Outcome<string> {
  try {
    return { ok: true, value: decode(readFileSync(path)), diagnostics: [] };
  } catch (error) {
    return { ok: false, diagnostics: [unreadable(path, shown, error)] };
  }
}

/** Reads and parses a YAML or JSON file. */
export async function readSource(path: string, shown: string): Promise<Outcome<Source>> {
  const text = readText(path, shown);
  return text.ok ? parseSource(shown, text.value) : text;
}

/** Reads and parses what is piped in. */
export async function readStandardInput(): Promise<Outcome<Source>> {
  const text = await readStandardText();
  return text.ok ? parseSource(SHOWN_STANDARD_INPUT, text.value) : text;
}

/** What messages call standard input. */
export const SHOWN_STANDARD_INPUT = '<stdin>';

/** Reads what is piped in. */
export async function readStandardText(): Promise<Outcome<string>> {
  try {
    return { ok: true, value: decode(await readBytes(process.stdin)), diagnostics: [] };
  } catch (error) {
    return { ok: false, diagnostics: [unreadable(STANDARD_INPUT, SHOWN_STANDARD_INPUT, error)] };
  }
}

/** Without the byte order mark, which no parser, editor or column count knows of. Anything but UTF-8 is refused, not garbled. */
function decode(bytes: NodeJS.ArrayBufferView): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/** A path as people see it: relative to the working directory when it is below it, with forward slashes. */
export function showPath(path: string, cwd: string): string {
  const short = relative(cwd, path);
  const shown = short === '' ? '.' : leadsOut(short) ? path : short;
  return shown.split(sep).join('/');
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'this is a folder, expected a file',
  EACCES: 'no permission to read the file',
  ENOTDIR: 'a part of the path is a file, not a folder',
  ENAMETOOLONG: 'the name is too long',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'the file is not UTF-8 text',
};

function unreadable(path: string, shown: string, error: unknown): Diagnostic {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const near = code === 'ENOENT' ? nearSibling(path) : undefined;
  return {
    severity: 'error',
    code: 'file-unreadable',
    message: REASONS[code] ?? `the file cannot be read: ${messageOf(error)}`,
    ...(near ? { help: `did you mean \`${near}\`?` } : {}),
    file: shown,
  };
}

/** What was left out since its folder could not be listed. */
export function unreadableFolders(
  folders: readonly string[],
  cwd: string,
  severity: 'error' | 'warning' = 'warning',
): Diagnostic[] {
  return [...new Set(folders)].map((folder) => ({
    severity,
    code: 'folder-unreadable',
    message: 'the folder cannot be listed, so its content is left out',
    help: 'make it readable, or move it out of the project',
    file: showPath(folder, cwd),
  }));
}

/** What was left out since links and pipes are not followed. `lost` says what that means, `named` how to name what is behind, if one can. */
export function notFollowed(
  path: string,
  cwd: string,
  {
    severity,
    lost,
    named,
  }: Pick<Diagnostic, 'severity'> & { readonly lost: string; readonly named?: string },
): Diagnostic {
  return {
    severity,
    code: 'file-unreadable',
    message: `this is a link or a pipe, which is not followed: ${lost}`,
    help: `put the file or folder itself in its place${named ? `, or name what it leads to ${named}` : ''}`,
    file: showPath(path, cwd),
  };
}

/** What names a file: a key of `authz.yaml` at its place, or a flag, which has none. */
export interface NamedBy extends Pick<Diagnostic, 'file' | 'location'> {
  readonly flag?: string;
}

/** That a file cannot be read, told where the file is named. */
export function toldWhereNamed<Read extends { readonly diagnostics: readonly Diagnostic[] }>(
  read: Read,
  shown: string,
  naming: NamedBy | undefined,
): Read {
  if (naming === undefined) return read;
  const { flag, ...place } = naming;
  const diagnostics = read.diagnostics.map((one) => {
    if (one.code !== 'file-unreadable' || one.file !== shown) return one;
    if (flag !== undefined) return { ...one, message: `${one.message}: \`${flag}\` names it` };
    return { ...one, message: `\`${shown}\`: ${one.message}`, ...place };
  });
  return { ...read, diagnostics };
}

/** That a file or folder which `authz.yaml` names is not there. `instead` says what else to do about it than to correct the name. */
export function notThere(path: string, instead: string): Pick<Diagnostic, 'severity' | 'code' | 'help'> {
  const near = nearSibling(path);
  const help = near ? `did you mean \`${near}\`?` : `correct the name, or ${instead}`;
  return { severity: 'error', code: 'file-unreadable', help };
}

/** The file or folder in the same place whose name is nearest to the one that was asked for. */
export function nearSibling(path: string): string | undefined {
  try {
    return nearest(basename(path), readdirSync(dirname(path)));
  } catch {
    return undefined;
  }
}
