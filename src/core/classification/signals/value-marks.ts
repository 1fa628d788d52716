import { memoize } from '../../caching/memoize.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';
import { phraseOf, singularOf, wordsOf } from '../words.ts';
import type { GivenSignal } from './evidence.ts';
import type { Value } from './identifiers.ts';

/** What the document says of a value by itself that tells an identifier from what only chooses, measures or searches. */
export function marksOf(
  { name, description, shape }: Omit<Value, 'required'>,
  endpoint: Endpoint,
): readonly GivenSignal<'reading'>[] {
  const marks: GivenSignal<'reading'>[] = [];
  if (saysIdentifier(description))
    marks.push(['described-as-identifier', true, `\`${name}\` is described as an identifier`]);
  if (saysIdentifierOf(description))
    marks.push([
      'described-as-identifier-of',
      true,
      `\`${name}\` is described as the identifier of something`,
    ]);
  if (endpoint.method !== 'GET' && saysNew(description))
    marks.push(['described-as-new', true, `\`${name}\` is described as that of a new one`]);
  if (saysChoice(description))
    marks.push(['described-as-choice', true, `\`${name}\` is described as a choice`]);
  if (isSaidBy(name, endpoint)) marks.push(['said-by', true, `its name says by \`${name}\``]);
  if (
    /^(uri|email|date|date-time|ipv4|ipv6|double|float)$/.test(shape.format ?? '') ||
    shape.type === 'number'
  )
    marks.push(['worldly-format', true, `\`${name}\` is a value of the world`]);
  return marks;
}

const saysIdentifier = memoize((text) =>
  /\b(ids?|identifier|unique|uuid|guid|slug|handle|key of|code of|name of the)\b/i.test(text),
);

const saysIdentifierOf = memoize((text) =>
  /^\W*(required\W+)?(the |an? )?(unique |numeric |internal |string )*(ids?|identifiers?|uuid|slug|handle) (of|for) |^\W*(the )?[\w ]{0,25}\b(id|identifier|uuid)\W*$/i.test(
    text,
  ),
);

/** "Name of the edge you're creating". */
const saysNew = memoize((text) =>
  /\b(creat(e|ing|ed)|new|added|register(ed)?)\b/i.test(text.replace(MADE_BEFORE, '')),
);

/** "Returned when you created the account": what was made before is not new. */
const MADE_BEFORE = /\b(when|was|were|been|previously|already|earlier|you) (you )?(creat|add|register)ed\b/gi;

const saysChoice = memoize((text) =>
  /\b(filters?|format|range|dates?|year|only|restrict|limit|number of|query|search(ed)?|sort|types? of|kinds? of|language|currency|text|url|optional|default)\b/i.test(
    text,
  ),
);

/** `/searchByHealthId`, `getUserByEmail` and "get a book by ISBN" say by what. */
export function isSaidBy(name: string, { path, operationId = '', summary }: Endpoint): boolean {
  const own = ` by ${phraseOf(name)} `;
  return [path.replace(/\{[^}]*\}/g, ''), operationId, summary].some((text) =>
    spacedPhraseOf(text).includes(own),
  );
}

/** "Users of a pad", `/vehicles-for-stop`, "for the given account": the words behind a preposition. */
export function isSpokenOf(
  noun: string,
  { path, operationId = '', summary, description }: Endpoint,
): boolean {
  const last = noun.split(' ').at(-1) ?? '';
  if (last.length < 3) return false;
  const [said = ''] = (summary || description).split(/[.:;\n]/, 1);
  return [path.replace(/\{[^}]*\}/g, ''), operationId, said].some((text) =>
    behindPrepositions(text).has(last),
  );
}

const behindPrepositions = memoize((text: string): ReadonlySet<string> => {
  const words = wordsOf(text);
  return new Set(
    words.flatMap((word, at) => (PREPOSITIONS.test(word) ? words.slice(at + 1, at + 4).map(singularOf) : [])),
  );
});

const PREPOSITIONS = /^(of|for|to|from|in|by|with|on|at)$/;

const spacedPhraseOf = memoize((text) => ` ${phraseOf(text)} `);
