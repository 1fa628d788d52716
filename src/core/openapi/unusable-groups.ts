import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { METHODS } from '../endpoints/method.ts';
import { isRecord } from '../values/record.ts';
import { type DocumentPlace, placeAt, placesIn } from './place.ts';
import type { OpenApiReader } from './reader.ts';
import { problemAt } from './spec-problem.ts';

/**
 * Groups and scopes that cannot be read. What is left out of them would be asked of nobody: of `[[admin, 5]]`, administrators would be
 * enough, and for `x-authz-groups: admin` whoever has the scopes of the operation.
 */
export function findUnusableGroups({ root, follow }: OpenApiReader): readonly Diagnostic[] {
  const paths = placesIn(placeAt(root, 'paths')).filter(({ key }) => key.startsWith('/'));
  const items = paths.flatMap((path) => follow(path) ?? []);
  const operations = items.flatMap((item) => METHODS.map((method) => placeAt(item, method.toLowerCase())));
  return [
    ...[...items, ...operations].flatMap(unusableGroups),
    ...[root, ...operations].flatMap(unusableScopes),
  ];
}

function unusableGroups(holder: DocumentPlace): readonly Diagnostic[] {
  const groups = placeAt(holder, 'x-authz-groups');
  if (groups.value === undefined || (Array.isArray(groups.value) && groups.value.every(isGroups))) return [];
  return [
    problemAt(groups, {
      code: 'groups-invalid',
      message: '`x-authz-groups` is not a list of groups',
      help: 'write names, and lists of names that are all needed, as in `[admin, [auditor, eu]]`; a name that looks like a number needs quotes',
    }),
  ];
}

function isGroups(entry: unknown): boolean {
  return isName(entry) || (Array.isArray(entry) && entry.length > 0 && entry.every(isName));
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function unusableScopes(holder: DocumentPlace): readonly Diagnostic[] {
  const schemes = placesIn(placeAt(holder, 'security'))
    .filter(({ value }) => isRecord(value))
    .flatMap(placesIn);
  return schemes
    .filter(
      ({ value }) =>
        isName(value) || (Array.isArray(value) && value.some((scope) => typeof scope !== 'string')),
    )
    .map((scheme) =>
      problemAt(scheme, {
        code: 'groups-invalid',
        message: `\`${scheme.key}\` in \`security\` is not a list of scopes`,
        help: 'write a list of texts, as in `[read]`; a scope that looks like a number needs quotes',
      }),
    );
}
