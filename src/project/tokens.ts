import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import type { Diagnostic, Outcome } from '../core/diagnostics/diagnostic.ts';
import { didYouMean } from '../core/diagnostics/did-you-mean.ts';
import { isRecord } from '../core/values/record.ts';
import { readSource, readText, showPath } from './files/read-text.ts';
import { statsOf } from './files/stats.ts';

/** The token that a principal of fixtures sends along; by name. */
export type TokenOf = (principal: string) => Promise<Outcome<string>>;

/**
 * Where tokens come from: a file that has one for each principal (`ana: eyJ...`), or a command that is called with the name of a principal
 * behind it and prints a token. A command is called once for each.
 */
export async function tokensFrom(fileOrCommand: string, cwd: string): Promise<Outcome<TokenOf>> {
  const path = resolve(cwd, fileOrCommand);
  const tokenOf =
    statsOf(path)?.isFile() && !isScript(path, cwd)
      ? await tokensOfFile(path, showPath(path, cwd))
      : { ok: true as const, value: tokensOfCommand(fileOrCommand, cwd), diagnostics: [] };
  if (!tokenOf.ok) return tokenOf;
  const known = new Map<string, Promise<Outcome<string>>>();
  const remembered: TokenOf = (principal) => {
    const token = known.get(principal) ?? tokenOf.value(principal);
    known.set(principal, token);
    return token;
  };
  return { ...tokenOf, value: remembered };
}

/** A script is a file, too, and has no tokens in it. */
function isScript(path: string, cwd: string): boolean {
  const text = readText(path, showPath(path, cwd));
  return text.ok && text.value.startsWith('#!');
}

async function tokensOfFile(path: string, shown: string): Promise<Outcome<TokenOf>> {
  const source = await readSource(path, shown);
  if (!source.ok) return source;
  const tokens = isRecord(source.value.value) ? source.value.value : {};
  const tokenOf: TokenOf = async (principal) => {
    const token = Object.hasOwn(tokens, principal) ? tokens[principal] : undefined;
    if (typeof token === 'string' && isToken(token)) return { ok: true, value: token, diagnostics: [] };
    const near = didYouMean(principal, Object.keys(tokens));
    return failed({
      message: `there is no token for \`${principal}\`${near}`,
      help: `write \`${principal}: <token>\` into it, or leave its calls out with \`--filter\``,
      file: shown,
    });
  };
  return { ok: true, value: tokenOf, diagnostics: source.diagnostics };
}

/** What a header takes. */
function isToken(text: string): boolean {
  return /^[!-~]+$/.test(text);
}

/** A name never becomes part of the text that the shell reads. */
function tokensOfCommand(command: string, cwd: string): TokenOf {
  return (principal) =>
    new Promise((done) => {
      const options = { cwd, timeout: 60_000, maxBuffer: 1024 * 1024 };
      const child = execFile(
        'sh',
        ['-c', `${command} "$@"`, 'sh', principal],
        options,
        (error, stdout, stderr) => {
          const token = stdout.trim();
          if (!error && isToken(token)) return done({ ok: true, value: token, diagnostics: [] });
          const lines = stderr.trim().split('\n');
          const said = lines.find((line) => /^\w*Error\b/.test(line)) ?? lines[0] ?? '';
          const found = error ? `it failed${said ? `: ${said}` : ''}` : 'it printed no token';
          done(
            failed({
              message: `\`${command} ${principal}\` gave no token: ${found}`,
              help: 'give a command that takes the name of a principal and prints its token, or a file that has one for each',
            }),
          );
        },
      );
      child.stdin?.end();
    });
}

function failed(problem: Omit<Diagnostic, 'severity' | 'code'>): Outcome<never> {
  return { ok: false, diagnostics: [{ severity: 'error', code: 'token-unusable', ...problem }] };
}
