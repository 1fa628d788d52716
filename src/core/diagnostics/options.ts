import { isRecord } from '../values/record.ts';
import type { Diagnostic } from './diagnostic.ts';
import { didYouMean, orList } from './did-you-mean.ts';

/** What an option of a constructor may be. */
export interface OptionKind {
  readonly fits: (value: unknown) => boolean;
  /** Completes "expected ...". */
  readonly expected: string;
  /** The words that it may be, where it is one of some. */
  readonly words?: readonly (string | number)[];
  /** What each member of an object may be: the one that does not fit is named. */
  readonly member?: OptionKind;
}

/** A kind for every option: one that is added without its kind does not compile. */
export type OptionKinds<Options> = { readonly [Name in keyof Required<Options>]: OptionKind };

/** Whatever it is, somebody else looks at it. */
export const ANYTHING: OptionKind = { fits: () => true, expected: 'anything' };
export const FUNCTION: OptionKind = { fits: (value) => typeof value === 'function', expected: 'a function' };
export const FLAG: OptionKind = {
  fits: (value) => typeof value === 'boolean',
  expected: '`true` or `false`',
};
export const TEXT: OptionKind = { fits: (value) => typeof value === 'string', expected: 'a text' };
export const NAME: OptionKind = {
  fits: (value) => typeof value === 'string' && value !== '',
  expected: 'a text with something in it',
};

export function wholeNumberFrom(least: number): OptionKind {
  return {
    fits: (value) => Number.isSafeInteger(value) && Number(value) >= least,
    expected: `a whole number from ${least} on`,
  };
}

export function numberAbove(limit: number, unit: string): OptionKind {
  return {
    fits: (value) => typeof value === 'number' && value > limit,
    expected: `a number of ${unit} above ${limit}`,
  };
}

export function oneOf(words: readonly (string | number)[]): OptionKind {
  return { fits: (value) => words.some((word) => word === value), expected: orList(words), words };
}

/** A kind for each of the values of an object, whatever their names. */
export function objectOf(kind: OptionKind, of: string): OptionKind {
  return {
    fits: (value) => isRecord(value) && Object.values(value).every(kind.fits),
    expected: `an object with ${of}`,
    member: kind,
  };
}

/**
 * What is wrong with the options of a constructor: one that nobody knows, or that is of another kind. An option that is `undefined` is
 * left out. `where` says whose options they are, as in "`timeout` of the middleware".
 */
export function optionProblems(
  where: string,
  given: unknown,
  kinds: Readonly<Record<string, OptionKind>>,
): Diagnostic[] {
  const names = Object.keys(kinds);
  if (!isRecord(given))
    return [
      unusable(`the options of ${where} are ${shown(given)}`, `expected an object with ${orList(names)}`),
    ];
  return Object.entries(given).flatMap(([name, value]) => {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (!kind)
      return [
        unusable(
          `${where} has no option \`${name}\`${didYouMean(name, names)}`,
          `known are ${orList(names)}`,
        ),
      ];
    if (value === undefined || kind.fits(value)) return [];
    return misfits(`\`${name}\` of ${where}`, value, kind);
  });
}

/** The same for options that are all needed: one that is left out is a problem as well. */
export function neededOptionProblems(
  where: string,
  given: unknown,
  kinds: Readonly<Record<string, OptionKind>>,
): Diagnostic[] {
  const missing = isRecord(given) ? Object.entries(kinds).filter(([name]) => given[name] === undefined) : [];
  return [
    ...optionProblems(where, given, kinds),
    ...missing.map(([name, { expected }]) => unusable(`${where} has no \`${name}\``, `give ${expected}`)),
  ];
}

function misfits(what: string, value: unknown, kind: OptionKind): Diagnostic[] {
  const { member } = kind;
  if (!member || !isRecord(value)) return [misfit(what, value, kind)];
  return Object.entries(value)
    .filter(([, one]) => !member.fits(one))
    .map(([name, one]) => misfit(`\`${name}\` in ${what}`, one, member));
}

function misfit(what: string, value: unknown, { expected, words = [] }: OptionKind): Diagnostic {
  const near = typeof value === 'string' ? didYouMean(value, words) : '';
  return unusable(`${what} is ${shown(value)}${near}`, `expected ${expected}`);
}

function unusable(message: string, help: string): Diagnostic {
  return { severity: 'error', code: 'option-unusable', message, help };
}

/** The value as far as one line takes it. */
function shown(value: unknown): string {
  if (typeof value === 'string') return `the text ${JSON.stringify(value.slice(0, 40))}`;
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}
