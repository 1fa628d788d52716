import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { plainLetters } from '../../values/plain-letters.ts';
import { wordsOf } from '../words.ts';

/** Nouns that the API calls the same are one type; different ones that only look the same in Cedar are told apart. */
export function nameTypes(
  nouns: readonly string[],
  called: ReadonlyMap<string, string>,
): { readonly names: ReadonlyMap<string, string>; readonly diagnostics: readonly Diagnostic[] } {
  const taken = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  const spelled = bestSpelled(nouns.map((noun) => called.get(noun) ?? noun));
  const names = nouns.map((noun) => {
    const said = called.get(noun) ?? noun;
    const own = spelled.get(inOneWord(said)) ?? said;
    const wanted = typeName(own);
    const name = firstFree(wanted, own, taken);
    if (name !== wanted && !taken.has(name)) diagnostics.push(describeCollision(own, wanted, name, taken));
    taken.set(name, own);
    return [noun, name] as const;
  });
  return { names: new Map(names), diagnostics };
}

/** `/spotsets` and `/spots/{id}/sets` are one thing, by the longer of the two nouns: nobody tells types apart by their capitals. */
function bestSpelled(nouns: readonly string[]): ReadonlyMap<string, string> {
  return new Map(nouns.toSorted((a, b) => a.length - b.length).map((noun) => [inOneWord(noun), noun]));
}

function inOneWord(noun: string): string {
  return noun.replaceAll(' ', '');
}

/** Words that Cedar or this product gives a meaning: they cannot be the type of an API's own things. */
const RESERVED: ReadonlySet<string> = new Set(
  'Application Action if then else true false in is like has __cedar'.split(' '),
);

/** A noun as a Cedar identifier in PascalCase: `EmailCampaign` for `email campaign`. */
export function typeName(noun: string): string {
  const pascal = wordsOf(noun)
    .map((word) => plainLetters(word).replace(/[^A-Za-z0-9]/g, ''))
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
  const valid = pascal === '' ? 'Resource' : /^\d/.test(pascal) ? `T${pascal}` : pascal;
  return RESERVED.has(valid) ? `${valid}Resource` : valid;
}

function firstFree(wanted: string, noun: string, taken: ReadonlyMap<string, string>): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}${number}`;
    const holder = taken.get(name);
    if (holder === undefined || holder === noun) return name;
  }
}

function describeCollision(
  noun: string,
  wanted: string,
  name: string,
  taken: ReadonlyMap<string, string>,
): Diagnostic {
  return {
    severity: 'warning',
    code: 'entity-type-collision',
    message: `\`${noun}\` and \`${taken.get(wanted) ?? ''}\` would both be the entity type \`${wanted}\`, so \`${noun}\` is \`${name}\``,
    help: 'name the type of one of them with `x-authz: { type: ... }` on its endpoints',
  };
}
