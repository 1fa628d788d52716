import { pathOf } from '../endpoints/path-template.ts';
import type { Call } from '../requests/map-call.ts';

/** A call that some servers take for another one. */
export interface Trick {
  readonly name: string;
  readonly call: Call;
}

/** The ways of writing a call by which an attacker hopes that authorization reads another one than the router behind it. */
export function routerTricks(call: Call): Trick[] {
  const path = pathOf(call.url);
  const rest = call.url.slice(path.length);
  const tricks: [name: string, path: string][] = [
    ['letter case', swapCase(path)],
    ['trailing slash', path.endsWith('/') ? path.slice(0, -1) : `${path}/`],
    ['double slash', path.replace(/\/(?=[^/]*$)/, '//')],
    ['encoded slash', path.replace(/(?<=.)\/(?=[^/]*$)/, '%2F')],
    ['encoded letter', path.replace(/[a-z]/i, (letter) => `%${letter.charCodeAt(0).toString(16)}`)],
    ['dot segment', path.replace(/\/(?=[^/]*$)/, '/x/../')],
    ['encoded dot segment', path.replace(/\/(?=[^/]*$)/, '/x/%2e%2e/')],
  ];
  const written = tricks
    .filter(([, other]) => other !== path && other !== '')
    .map(([name, other]) => ({ name, call: { ...call, url: `${other}${rest}` } }));
  return [
    ...written,
    { name: 'method override', call: { ...call, headers: { 'X-HTTP-Method-Override': otherMethod(call) } } },
  ];
}

/** Of the first segment only: an identifier in another case is another identifier. */
function swapCase(path: string): string {
  return path.replace(/^\/[^/]+/, (segment) =>
    segment === segment.toUpperCase() ? segment.toLowerCase() : segment.toUpperCase(),
  );
}

/** The most dangerous one that it is not. */
function otherMethod({ method }: Call): string {
  return method === 'DELETE' ? 'PUT' : 'DELETE';
}
