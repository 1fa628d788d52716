import { FAILSAFE_SCHEMA, load, Type } from 'js-yaml';

/**
 * The value of YAML of which every line is an entry, many times faster than by way of a tree with positions; `undefined` for anything else, so
 * that only text is read here which two parsers cannot read differently. What is wrong with a text is never said here: it is no such text.
 */
export function readPlainYaml(text: string): { readonly value: unknown } | undefined {
  const entries = text.includes('#') ? text.replaceAll(/^ *#.*$/gm, '') : text;
  if (UNUSUAL.some((mark) => mark.test(entries))) return undefined;
  try {
    const value: unknown = load(text, { schema: SCHEMA });
    return value === undefined ? undefined : { value };
  } catch {
    return undefined;
  }
}

/** Each is found also in texts that do no harm: those are read by way of the tree. They are quicker one by one than all in one. */
const UNUSUAL: readonly RegExp[] = [
  // What is a blank or the end of a line to some.
  /[\t\u0085\u2028\u2029\uFEFF]|\r(?!\n)/,
  // Anchors, aliases, tags, directives, texts over several lines, keys behind `?`, merged mappings, several documents.
  /(?:^|[\s[\]{},:?-])(?:[&*!%@`|>?]|<<|---|\.\.\.)/m,
  // A comment right behind something else, or within a list or mapping over several lines.
  /["'\]}]#|[[{,] *(?:#|\r?$)/m,
  // A line that is not an entry, as where a text goes on.
  /^ *(?!- |-?\r?$)[^:\n]*(?::(?!\s)[^:\n]*)*$/m,
  // A quoted text that goes on.
  /(?:^|[\s[{,:-])(?:"[^"\n]*|'[^'\n]*)$/m,
  // Perhaps a longer key than YAML allows.
  /(?:^|,)[^\n,]{1000}|["'][^"'\n]{1000}/m,
  // Keys that are no text: nothing, lists and mappings.
  /(?:^|[\s[{,])(?:~|null|Null|NULL) *:/m,
  /(?:^|[\s[{,]):(?:[\s,\]}]|$)/m,
  /(?:^|[\s[{,])[[{][^\n]*[\]}] *:(?:[\s,\]}]|$)/m,
  // An item whose value is on the next line, or nowhere.
  /- *(?:#.*)?\r?$/m,
];

// ---- the core schema of YAML 1.2 ----

const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ...['~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);

const NUMBER =
  /^(?:0o[0-7]+|0x[\da-fA-F]+|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** The schemas of the parser itself follow YAML 1.1 in part: to them `1_000` and `0b1` are numbers, and `2001-01-01` is a date. */
const SCHEMA = FAILSAFE_SCHEMA.extend({
  implicit: [
    new Type('tag:yaml.org,2002:core', {
      kind: 'scalar',
      resolve: (written: string) =>
        WORDS.has(written) || (NUMBER_START.test(written) && NUMBER.test(written)),
      construct: (written: string) => WORDS.get(written) ?? (WORDS.has(written) ? null : numberOf(written)),
    }),
  ],
});

const NUMBER_START = /^[-+.\d]/;

function numberOf(written: string): number {
  if (/inf$/i.test(written))
    return written.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return /nan$/i.test(written) ? Number.NaN : Number(written);
}
