import { basename, resolve } from 'node:path';
import { fail } from './inputs.ts';

/** Files that people write, or that others are checked against: no report takes their place. */
const NO_REPORT =
  /\.(cedar|cedarschema|cedarschema\.json|policyschema\.json|fixtures\.(ya?ml|json))$|^authz\.ya?ml$/i;

/** What `--reporter NAME=file` names: the reporter, and the absolute path of the file; `undefined` for standard output. */
export function reporterWritten(
  written: string,
  cwd: string,
): { readonly name: string; readonly file: string | undefined } {
  const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(written) ?? [];
  if (file === '')
    fail('usage', `\`--reporter ${written}\` names no file`, 'write `--reporter json=report.json`');
  if (file !== undefined && NO_REPORT.test(basename(file)))
    fail(
      'usage',
      `\`--reporter ${written}\` would write a report over a file of the project`,
      'write `--reporter json=report.json`',
    );
  return { name, file: file === undefined ? undefined : resolve(cwd, file) };
}
