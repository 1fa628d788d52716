import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { endpointKey } from '../endpoints/endpoint-key.ts';
import type { Spec } from '../openapi/endpoint.ts';
import { compareText } from '../values/compare-text.ts';

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
  return [
    {
      severity: 'warning',
      code: 'several-base-paths',
      message: `by \`servers\`, paths may stand behind ${anyOf(basePaths)}: endpoints have ${prefixWords(basePath)}, and calls with another one are refused`,
      help: 'name the prefix that calls have when they reach the server: `basePath: /v1` in authz.yaml, or `--base-path /v1`; `/` for none',
    },
  ];
}

/** Endpoints whose own servers have another path than the one that all endpoints get. */
export function ownServersLost({ basePath, endpoints, locate }: Spec): Diagnostic[] {
  const lost = endpoints.filter(({ ownBasePaths = [] }) => ownBasePaths.some((path) => path !== basePath));
  const [first, ...others] = lost;
  if (first === undefined) return [];
  const more =
    others.length === 0 ? '' : ` and ${others.length} more endpoint${others.length === 1 ? '' : 's'}`;
  const [own, verb, they, have] =
    others.length === 0 ? ['its own', 'stands', 'it', 'has'] : ['their own', 'stand', 'they', 'have'];
  const paths = [...new Set(lost.flatMap(({ ownBasePaths = [] }) => ownBasePaths))].sort(compareText);
  return [
    {
      severity: 'warning',
      code: 'several-base-paths',
      message: `by ${own} \`servers\`, \`${endpointKey(first)}\`${more} ${verb} behind ${anyOf(paths)}: ${they} ${have} ${prefixWords(basePath)} all the same, and calls with another prefix are refused`,
      help: 'write the prefix into their paths, with `servers: [{ url: / }]` for the whole description; or name the prefix that all calls have when they reach the server: `basePath: /v1` in authz.yaml, or `--base-path /v1`',
      ...locate(first),
    },
  ];
}

function prefixWords(basePath: string): string {
  return basePath === '' ? 'no prefix' : `\`${basePath}\``;
}

/** `/a` or nothing. */
function anyOf(paths: readonly string[]): string {
  const [first = '', ...others] = paths.map((path) => (path === '' ? 'nothing' : `\`${path}\``));
  const shown = others.slice(0, MOST_SHOWN - 1);
  const more = others.length - shown.length;
  const last = more > 0 ? `${more} more` : shown.pop();
  return last === undefined ? first : `${[first, ...shown].join(', ')} or ${last}`;
}

const MOST_SHOWN = 4;

/** Whether every path begins with what its servers put before it once more. */
export function isBasePathRepeated({ basePath, endpoints }: Spec): boolean {
  const isRepeated = ({ path }: { readonly path: string }) =>
    path === basePath || path.startsWith(`${basePath}/`);
  return basePath !== '' && endpoints.length > 0 && endpoints.every(isRepeated);
}
