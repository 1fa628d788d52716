import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Spec } from '../openapi/endpoint.ts';

/** What stands before every path of the API in calls: what is given, else what its servers share. Without a slash at its end. */
export function basePathFor(spec: Spec, given: string | undefined): string {
  const path = (given ?? spec.basePath).replace(/\/+$/, '');
  return path === '' || path.startsWith('/') ? path : `/${path}`;
}

/** Servers `/api` before paths that all begin with `/api`: that is seldom meant, and makes every path one that nobody calls. */
export function repeatedBasePath(spec: Spec): Diagnostic[] {
  const { basePath, endpoints } = spec;
  const [first] = endpoints;
  if (first === undefined || !isBasePathRepeated(spec)) return [];
  return [
    {
      severity: 'warning',
      code: 'base-path-repeated',
      message: `all paths begin with \`${basePath}\`, and so does the server: are calls for \`${basePath}${first.path}\`, or for \`${first.path}\`?`,
      help: `for \`${first.path}\` say \`basePath: /\` in authz.yaml, or \`--base-path /\`; for the other \`${basePath}\``,
    },
  ];
}

/** Servers whose paths differ, or one whose path holds a variable with several values: calls with another beginning belong to no endpoint. */
export function severalBasePaths({ basePath, basePaths }: Spec): Diagnostic[] {
  if (basePaths.length < 2) return [];
  const [first = '', ...others] = basePaths.map((path) => (path === '' ? 'nothing' : `\`${path}\``));
  const shown = others.slice(0, MOST_SHOWN - 1);
  const more = others.length - shown.length;
  const last = more > 0 ? `${more} more` : (shown.pop() ?? '');
  return [
    {
      severity: 'warning',
      code: 'several-base-paths',
      message: `by \`servers\`, paths may stand behind ${[first, ...shown].join(', ')} or ${last}: endpoints have ${basePath === '' ? 'no prefix' : `\`${basePath}\``}, and calls with another one are refused`,
      help: 'name the prefix that calls have when they reach the server: `basePath: /v1` in authz.yaml, or `--base-path /v1`; `/` for none',
    },
  ];
}

const MOST_SHOWN = 4;

/** Whether every path begins with what its servers put before it once more. */
export function isBasePathRepeated({ basePath, endpoints }: Spec): boolean {
  const isRepeated = ({ path }: { readonly path: string }) =>
    path === basePath || path.startsWith(`${basePath}/`);
  return basePath !== '' && endpoints.length > 0 && endpoints.every(isRepeated);
}
