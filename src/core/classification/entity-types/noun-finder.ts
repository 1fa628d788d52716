import { memoize } from '../../caching/memoize.ts';
import type { Facts } from '../signals/facts.ts';
import {
  type Identifier,
  isNamedIdentifier,
  nounOf,
  nounOfLiteral,
  nounOfWords,
} from '../signals/identifiers.ts';
import { intentOf, isPlural, isSelection, wordsOf } from '../words.ts';
import type { OtherThings } from './other-things.ts';
import { SIDE, SIDE_ALONE } from './sides.ts';

/** What somebody speaks of: an identifier of a call, or the members of its collection, which have a noun alone. */
export type Spoken = Pick<Identifier, 'noun'> & Partial<Pick<Identifier, 'from' | 'name'>>;

export type NounFinder = (spoken: Spoken, facts: Facts) => string;

/** The noun that was found last for an identifier, or for the members of an endpoint. */
interface FoundNoun {
  readonly spoken: string;
  readonly facts: Facts;
  readonly noun: string;
}

/**
 * An identifier without a noun of its own, such as `ids`, means the path's; a short noun means the known longer one. `others` and
 * `singulars` have what paths say besides.
 */
export function nounFinder(
  nouns: ReadonlySet<string>,
  others: OtherThings,
  singulars: ReadonlyMap<string, string>,
): NounFinder {
  const byLastWord = new Map<string, string[]>();
  for (const noun of nouns) {
    const last = noun.split(' ').at(-1) ?? '';
    const known = byLastWord.get(last);
    if (known) known.push(noun);
    else byLastWord.set(last, [noun]);
  }
  const known = memoize((named) => {
    const plain = withoutNaming(named);
    const noun = singulars.get(plain) ?? plain;
    if (nouns.has(noun)) return noun;
    const longer = (byLastWord.get(noun.split(' ').at(-1) ?? '') ?? []).filter(
      (one) => one.endsWith(` ${noun}`) && !one.endsWith(` by ${noun}`),
    );
    return longer.length === 1 ? (longer[0] ?? noun) : noun;
  });
  const found = new Map<Spoken | Facts, FoundNoun>();
  return (spoken, facts) => {
    // Members have nothing but their noun; identifiers are objects that stay.
    const key = spoken.from === undefined ? facts : spoken;
    const before = found.get(key);
    if (before !== undefined && before.facts === facts && before.spoken === spoken.noun) return before.noun;
    const other = others.get(facts);
    const isOther = other !== undefined && spoken.from === `path:${other}`;
    const noun = known(isOther ? nounOf(other) : nameInPlace(spoken, facts, nouns));
    found.set(key, { spoken: spoken.noun, facts, noun });
    return noun;
  };
}

/**
 * What `{tag_name}`, `{user-id}` and `{orderNumber}` identify is a tag, a user and an order, and `/roles-by-id/{id}` are roles: nobody
 * calls a type by how it is named.
 */
function withoutNaming(noun: string): string {
  if (/^user ?name$/.test(noun)) return 'user';
  const plain = noun.replace(/(?<=[a-z]) by\b.*$/, '');
  const singular = plain === noun ? noun : nounOfLiteral(plain);
  return singular.replace(/(?<=[a-z]) (name|id|slug|identifier|handle|(?<!\bphone )number)$/, '');
}

/** How something is named, and no word of what: `{type}/{id}`, `?q=`, `number`. */
const NAMING = /^([a-z]|p?id|uid|uuid|guid|slug|identifier|number|encoded)$/;

/**
 * Words that are parts or forms of anything, so that they say nothing without what they are of: `/comment/{id}/properties/{key}` is a
 * property of a comment, and no other API would mean the same by it.
 */
const OF_ANYTHING: ReadonlySet<string> = new Set(
  (
    'type value property attribute request response resource item entry element record data detail info parent child object entity ' +
    'name option parameter mapping relation relationship reference history state status result'
  ).split(' '),
);

/** Words for one of what stands in front of them: `/identity-provider/instances/{alias}` is an identity provider. */
const ONE_OF: ReadonlySet<string> = new Set('instance model object entity record element entry'.split(' '));

/** Words that qualify the collection in front of them: `/hooks/git/{id}` is a git hook, `/applications/oauth2/{id}` an OAuth application. */
const QUALIFIERS =
  /^(git|oauth( 2)?|global|local|custom|shared|personal|private|public|internal|external|daily|weekly|monthly|yearly|premium|managed)$/;

function nameInPlace(spoken: Spoken, facts: Facts, nouns: ReadonlySet<string>): string {
  const noun = saidNoun(spoken, facts) || 'resource';
  const own = ownNounOf(spoken, facts, nouns);
  if (own !== undefined) return own;
  const isElsewhere = spoken.from !== undefined && !spoken.from.startsWith('path:') && spoken.noun !== '';
  if (isElsewhere) {
    // The identifier in the body of `/result.amend` is that of a result, which its path says itself.
    const isSaid =
      facts.noun === noun || facts.steps.some((step) => step.kind === 'literal' && step.noun === noun);
    const isOf = isOfAnything(noun) && facts.noun !== '' && !isSaid;
    return isOf ? `${facts.noun} ${noun}` : sideless(noun, facts, nouns);
  }
  const before = beforeLiteral(noun, facts, spoken.name);
  return before === undefined ? noun : nameBehind(before, noun, nouns);
}

/** `sourcePatientId` names a patient, and so does `winnerId` where patients are merged. */
function sideless(noun: string, { noun: collection, pathVerb }: Facts, nouns: ReadonlySet<string>): string {
  if (nouns.has(noun)) return noun;
  const bare = noun.replace(SIDE, '');
  if (bare !== noun && nouns.has(bare)) return bare;
  const isTwin = SIDE_ALONE.test(noun) && /^(merge|combine|link|join|swap)$/.test(pathVerb?.word ?? '');
  return isTwin && collection !== '' ? collection : noun;
}

/** The noun of an identifier, or the path's where it has none that says anything. */
function saidNoun({ noun, from, name }: Spoken, facts: Facts): string {
  if (noun === '') return nounInBulk(facts) ?? facts.noun;
  if (from === undefined || !NAMING.test(noun)) return noun;
  const at = from.startsWith('path:') ? facts.steps.findIndex(({ text }) => text === name) : -1;
  const literal = facts.steps
    .slice(0, Math.max(at, 0))
    .findLast((step) => step.kind === 'literal' && !isSelection(step.text) && !NAMING.test(step.noun));
  return (literal === undefined ? facts.noun : literal.noun) || noun;
}

/** The `ids` of `/findings/bulk/retest` are those of findings, whatever is done to them. */
function nounInBulk({ steps }: Facts): string | undefined {
  const [collection, bulk, deed] = steps.slice(-3);
  const isBulk = bulk?.kind === 'literal' && /^(bulk|batch|mass|multiple)$/i.test(bulk.text);
  if (!isBulk || deed?.kind !== 'literal' || collection?.kind !== 'literal') return undefined;
  return collection.plural ? collection.noun : undefined;
}

function nameBehind(before: Before, noun: string, nouns: ReadonlySet<string>): string {
  if (before.isLiteral) {
    // Where `/forms/{id}` is a form, `/forms/entries/{id}` is an entry of one.
    const isNoThing = (ONE_OF.has(noun) && !nouns.has(before.noun)) || isSelection(noun) || /^by /.test(noun);
    if (isNoThing || before.isActedOn) return before.noun;
    if (QUALIFIERS.test(noun)) return `${noun} ${before.noun}`;
  }
  return isOfAnything(noun) ? `${before.noun} ${noun}` : noun;
}

/** `/quotes/reopen/{id}` reopens a quote; `/git/tags/{id}` is a tag. */
function isVerb(literal: string): boolean {
  return /^(act|update|delete)$/.test(intentOf(literal.toLowerCase()) ?? '');
}

/** `/webhooks/regenerate-token/{id}` is about a webhook; a token behind it would be none. */
function isDeedOn(literal: string, name: string | undefined): boolean {
  const words = wordsOf(literal);
  return name === 'id' && words.length > 1 && !isPlural(words.at(-1) ?? '') && DEED.test(words[0] ?? '');
}

/** Verbs that no noun begins with. */
const DEED =
  /^(regenerate|resend|complete|activate|deactivate|enable|disable|approve|reject|revoke|restore|unarchive|publish|unpublish|restart|reopen|cancel)$/;

export function isOfAnything(noun: string): boolean {
  return OF_ANYTHING.has(noun) || ONE_OF.has(noun);
}

/** `/share/{group_id}` and `/members-voted/{member_id}` are told by their parameter: what stands in front of it is done, and no thing. */
function ownNounOf(
  { from, name }: Spoken,
  { steps, inPath }: Facts,
  nouns: ReadonlySet<string>,
): string | undefined {
  if (from === undefined || name === undefined || !from.startsWith('path:')) return undefined;
  const at = steps.findIndex(({ kind, text }) => kind === 'parameter' && text === name);
  const before = steps[at - 1];
  if (before?.kind !== 'literal') return undefined;
  const noun = withoutNaming(isNamedIdentifier(name) ? nounOf(name) : nounOfLiteral(name));
  // `/accounts/{fromAccountId}/transfers/{toAccountId}` identifies no transfer; a `/target-groups/{targetGroupId}` is what it is called.
  const isSide = SIDE.test(noun) && noun !== before.noun && !isOfAnything(noun.replace(SIDE, ''));
  if (!isSide && !isDone(before.text)) return undefined;
  if (isNamedIdentifier(name) && isSaidByIn(noun, before.words)) return noun;
  // `/t/{tenant}/devices`: a letter stands for the word.
  if (before.text.length === 1 && noun !== '' && !NAMING.test(noun) && !isOfAnything(noun))
    return noun.replace(SIDE, '');
  // `/clients/{id}/merge/{targetId}` identifies another client.
  const first = SIDE_ALONE.test(noun) ? inPath.find((one) => one.name === steps[at - 2]?.text) : undefined;
  if (first !== undefined && first.noun !== '') return first.noun;
  return [noun, noun.replace(SIDE, '')].find(
    (one) => one === 'user' || (nouns.has(one) && !isOfAnything(one)),
  );
}

/** `/newsByTeam/{teamId}` gives the news of a team. */
function isSaidByIn(noun: string, words: readonly string[]): boolean {
  const at = words.lastIndexOf('by');
  return at > 0 && noun !== '' && nounOfWords(words.slice(at + 1)) === noun;
}

/** `/removeContact/{contactId}` identifies a contact. */
const TIES = /^(add|remove|delete|assign|unassign|attach|detach|link|unlink|connect|disconnect)$/;

/** A letter alone, a verb, a participle, what is tied, or words with "to" or "by" between them: none of these is what something is called. */
const isDone = memoize((literal) => {
  const words = wordsOf(literal);
  const last = words.at(-1) ?? '';
  if (isPlural(last)) return false;
  if (words.length > 1 && TIES.test(words[0] ?? '')) return true;
  if (literal.length === 1 || words.some((word) => /^(to|by|for|from|into|with)$/.test(word))) return true;
  return /(ed|ing|sent|seen)$/.test(last) || (words.length === 1 && intentOf(last) !== undefined);
});

interface Before {
  readonly noun: string;
  readonly isLiteral: boolean;
  /** It is a collection, and the literal behind it says what is done to one of them. */
  readonly isActedOn: boolean;
}

/** What stands in front of the literal that the noun was read from; words that only select are passed over. */
function beforeLiteral(noun: string, { steps, inPath }: Facts, name: string | undefined): Before | undefined {
  const at = steps.findLastIndex(({ kind, noun: own }) => kind === 'literal' && own === noun);
  if (at < 1) return undefined;
  const index = steps.findLastIndex(({ kind, text }, place) => {
    return place < at && (kind === 'parameter' || !isSelection(text));
  });
  const step = steps[index];
  if (step?.kind === 'literal') {
    const literal = steps[at]?.text ?? '';
    const isActedOn = step.plural && (isVerb(literal) || isDeedOn(literal, name));
    return { noun: step.noun, isLiteral: true, isActedOn };
  }
  const identified = inPath.find(({ name }) => name === step?.text)?.noun ?? '';
  return identified === ''
    ? undefined
    : { noun: withoutNaming(identified), isLiteral: false, isActedOn: false };
}
