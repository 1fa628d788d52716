import { plainLetters } from '../values/plain-letters.ts';

const RESERVED: ReadonlySet<string> = new Set([
  'if',
  'then',
  'else',
  'true',
  'false',
  'in',
  'is',
  'like',
  'has',
  '__cedar',
]);

/** Whether Cedar keeps a word for itself: an attribute of the name is written in quotation marks. */
export function isReserved(name: string): boolean {
  return RESERVED.has(name);
}

/** Whether a word may be no part of a namespace. */
function isNoPart(name: string): boolean {
  return isReserved(name) || name === 'Action';
}

/** Why a text cannot be the namespace of a schema, with what to write instead; `undefined` when it can. */
export function namespaceProblem(
  namespace: string,
): { readonly message: string; readonly help: string } | undefined {
  const help = 'a namespace is an identifier such as `EmailApp`, or several joined by `::`';
  const parts = namespace.split('::');
  const reserved = parts.find(isNoPart);
  if (reserved !== undefined)
    return { message: `namespace \`${namespace}\` uses the reserved word \`${reserved}\``, help };
  const wrong = parts.find((part) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(part));
  if (wrong === undefined) return undefined;
  if (namespace === '') return { message: 'a name is missing: `` is not a namespace', help };
  const suggestion = suggestNamespace(namespace);
  return { message: `\`${namespace}\` is not a namespace`, help: `${help}: did you mean \`${suggestion}\`?` };
}

/** A namespace made from any text, such as the title of an API: `E-mail marketing API` gives `EmailMarketing`. */
export function suggestNamespace(text: string): string {
  const words = plainLetters(text)
    // A letter and a hyphen begin one word: e-mail, e-commerce, X-ray.
    .replaceAll(/\b([A-Za-z])-(?=[A-Za-z]{2})/g, '$1')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '' && !/^(?:api|rest|openapi|swagger|v?\d+)$/i.test(word));
  const name = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('');
  if (name === '') return 'App';
  return /^\d/.test(name) || isNoPart(name) ? `App${name}` : name;
}

/** A name with its namespace: `EmailApp::User`; what stands in no namespace has the empty one. */
export function qualified(namespace: string, name: string): string {
  return namespace === '' ? name : `${namespace}::${name}`;
}

/** The two parts of a name as {@link qualified} writes it. */
export function splitName(full: string): { readonly namespace: string; readonly name: string } {
  const end = full.lastIndexOf('::');
  return end < 0
    ? { namespace: '', name: full }
    : { namespace: full.slice(0, end), name: full.slice(end + 2) };
}

/** A name without any namespace: `User` for `App::User`. */
export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

/** A name without its namespace, where that is the one it is in; names of other namespaces stay as they are. */
export function localName(namespace: string, name: string): string {
  return namespace !== '' && name.startsWith(`${namespace}::`) ? name.slice(namespace.length + 2) : name;
}
