import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/did-you-mean.ts';
import { compareText } from '../values/compare-text.ts';

/** What people said of the names of types. */
export interface TypeNames {
  /** By a name, the one of the type that it really is. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Types that there are beside those of the API. */
  readonly declared: ReadonlySet<string>;
  readonly placeOf: (name: string) => Pick<Diagnostic, 'file' | 'location'>;
}

export const NOTHING_SAID: TypeNames = { aliases: new Map(), declared: new Set(), placeOf: () => ({}) };

/** An alias stands for a type that there is, and its own name is one that the API would have. */
export function checkAliases(
  { aliases, declared, placeOf }: TypeNames,
  found: readonly string[],
): Diagnostic[] {
  if (aliases.size === 0) return [];
  const targets = [...found, ...declared, PRINCIPAL].filter((name) => !aliases.has(name));
  return [...aliases].flatMap(([name, target]) => {
    const next = aliases.get(target);
    if (next !== undefined) return [nameOfName(name, target, next, placeOf(name))];
    if (!found.includes(name)) return [noSuchType(name, found, placeOf(name))];
    return targets.includes(target) ? [] : [noSuchType(target, targets, placeOf(name))];
  });
}

/** A name stands for a type, and not for a name: neither for itself nor for another. */
function nameOfName(
  name: string,
  target: string,
  next: string,
  place: Pick<Diagnostic, 'file' | 'location'>,
): Diagnostic {
  const isItself = target === name;
  return {
    severity: 'error',
    code: 'types-invalid',
    message: isItself
      ? `\`${name}\` cannot be another name of itself`
      : `\`${target}\` is itself another name, of \`${next}\``,
    help: isItself || next === name ? 'take `is` out' : `write \`is: ${next}\``,
    ...place,
  };
}

/** The type of callers is there whether or not an endpoint speaks of it. */
const PRINCIPAL = 'User';

function noSuchType(
  name: string,
  known: readonly string[],
  place: Pick<Diagnostic, 'file' | 'location'>,
): Diagnostic {
  const near = nearest(name, known);
  const list = [...new Set(known)].sort(compareText).slice(0, MOST_NAMED);
  return {
    severity: 'error',
    code: 'types-invalid',
    message: `there is no entity type \`${name}\``,
    help: near === undefined ? `there are ${list.join(', ')}` : `did you mean \`${near}\`?`,
    ...place,
  };
}

const MOST_NAMED = 12;
