import { type Endpoint, isReading } from '../../openapi/endpoint.ts';
import { phrases } from '../phrases.ts';
import { actsInBulk, type Intent, intentOf, isPlural, namesSeveral, singularOf, wordsOf } from '../words.ts';
import { isNamedIdentifier, nounOf } from './identifiers.ts';
import type { PathStep } from './path/steps.ts';

/** A verb that an operation is named with, and what it says about it. */
export interface Verb {
  readonly word: string;
  readonly intent: Intent;
}

/** The verb that a path ends with: `/merge`, `/messages:batchDelete`, `/chat.postMessage`, `/items/findByStatus`. */
export function verbOfPath(endpoint: Endpoint, steps: readonly PathStep[]): Verb | undefined {
  const [before, last] = [steps.at(-2), steps.at(-1)];
  if (last?.kind !== 'literal') return undefined;
  const { words } = last;
  const reads = isReading(endpoint);
  const word = verbAmong(words) ?? (reads ? undefined : verbBefore(words, before));
  if (word === undefined || isPluralNoun(words) || namesOutcome(words)) return undefined;
  if (reads && words.length === 1 && !last.appended && !READING_VERBS.test(word)) return undefined;
  return {
    word,
    intent: isStarted(word, before) || isAction(word, steps) ? 'act' : (intentOf(word) ?? 'act'),
  };
}

/** The verb that stands right before the parameters at the end of a path. */
export function verbBeforeIdentifier(steps: readonly PathStep[]): Verb | undefined {
  const last = steps.findLast(({ kind }) => kind === 'literal');
  if (last === undefined || steps.at(-1) === last) return undefined;
  const { words } = last;
  const [word = ''] = words;
  const intent = intentOf(word);
  if (intent === undefined || isPluralNoun(words) || (words.length === 1 && NOUNS_TOO.test(word)))
    return undefined;
  if (namesThings(last, steps.at(-1))) return undefined;
  const sent = SENDING.test(word) && !isNamedIdentifier(steps.at(-1)?.text ?? '');
  return { word, intent: sent ? 'create' : intent };
}

/** `/purchase-orders/{id}` and `/upload-sessions/{id}` are things; `/createOrders/{id}` is not. */
function namesThings({ text, words, kind }: PathStep, behind: PathStep | undefined): boolean {
  return (
    kind === 'literal' &&
    words.length > 1 &&
    (/[-_]/.test(text) || nounOf(behind?.text ?? '') === singularOf(words.at(-1) ?? '')) &&
    isPlural(words.at(-1) ?? '') &&
    !/^(create|add|get|list|delete|remove|update)$/.test(words[0] ?? '') &&
    isNamedIdentifier(behind?.text ?? '')
  );
}

/** What stands behind them is what is sent, unless it identifies something: `/sendtx/{hex}`. */
const SENDING = /^(send|submit|broadcast|publish|push)$/;

/** Verbs that are nouns more often than not where they stand alone. */
const NOUNS_TOO = phrases`
  index | count | filter | view | details? | contents? | display | import | issue | copy | build | schedule
  place | purchase | order | link | share | mark | release | claim | capture | charge | vote | report | flag
  request | reply | answer | rate | pull | process | tag | record | play | submit | test | match | quote
  score | format | code | map | store | change | check | poll | lists? | block | pin | star | like | power
  batch | post
`;

/** Behind the identifier of a thing, some verbs set it going instead of making one: `/exec/{id}/start`. */
function isStarted(word: string, before: PathStep | undefined): boolean {
  if (word === 'post') return before?.kind === 'parameter';
  if (before === undefined) return /^(start|schedule|init|initialize|initiate|provision)$/.test(word);
  return STARTING.test(word) && (before.kind === 'parameter' || !namesSeveral(before.text));
}

/** `/calls/{id}/actions/enqueue` makes nothing. */
function isAction(word: string, steps: readonly PathStep[]): boolean {
  const behind = /^actions?$/i.test(steps.at(-2)?.text ?? '') && steps.at(-3)?.kind === 'parameter';
  return behind && intentOf(word) === 'create' && word !== 'create';
}

const STARTING = /^(start|schedule|submit|initialize|init|initiate|provision|place|issue|save|purchase|buy)$/;

/** The first word, as in `postMessage`; else the last one where verbs follow their objects, as in `ConferenceUnmute`. */
function verbAmong(words: readonly string[]): string | undefined {
  const last = words.at(-1) ?? '';
  if (intentOf(words[0] ?? '') !== undefined) return words[0];
  if (actsInBulk(words)) return words[1];
  return words.length > 1 && TRAILING_VERBS.test(last) ? last : undefined;
}

/** Whatever precedes the name of the collection before it is a verb: `/items/equipItems`. */
function verbBefore(words: readonly string[], before: PathStep | undefined): string | undefined {
  const [verb, ...object] = words;
  const same =
    object.length > 0 &&
    before?.kind === 'literal' &&
    singularOf(object.join(' ')) === singularOf(before.words.join(' '));
  return same ? verb : undefined;
}

/** Verbs that are no nouns, and so are verbs at the end of a name too. */
const TRAILING_VERBS = phrases`
  list | get | create | add | update | delete | remove | cancel | start | stop | play | pause | resume
  mute | unmute | enable | disable | activate | deactivate | send | verify | validate | approve | reject
  close | open | reset | hangup | kick | deaf | undeaf | search | merge | revoke | invite
`;

/** A `testCaseResult` and the `shareSettings` are things. */
function namesOutcome(words: readonly string[]): boolean {
  const [word = ''] = words;
  return words.length > 1 && NOUNS_TOO.test(word) && OUTCOMES.test(words.at(-1) ?? '');
}

const OUTCOMES = /^(results?|reports?|history|logs?|settings?|config|status|cases?|suites?|runs?)$/;

/** Single words that are verbs behind GET too; others, as in `/repos/{id}/release`, are nouns more often than not. */
const READING_VERBS = phrases`
  list | lists | search | query | find | browse | count | filter | get | show | fetch | retrieve | view
  describe | info | download | export | lookup | check | preview | delete | create | update | remove
  render | convert | validate | calculate | compute | estimate | translate | autocomplete | suggest
  contains | exists | has | is
`;

function isPluralNoun(words: readonly string[]): boolean {
  const [word = ''] = words;
  return (
    words.length === 1 && isPlural(word) && intentOf(word) === intentOf(singularOf(word)) && word !== 'lists'
  );
}

/** The verb in an operation id: `listCampaigns`, `campaigns.list`, `Campaigns_List` and `campaignsList` all say `list`. */
export function verbOfName(endpoint: Endpoint, all: readonly string[]): Verb | undefined {
  const words = actsInBulk(all) ? all.slice(1) : all;
  const [first = '', second = ''] = words;
  const searches = /^(search|list)$/.test(second);
  if (first === endpoint.method.toLowerCase() && !searches) return undefined;
  if (words.length > 1 && words.at(-1) === 'list' && isReading(endpoint))
    return { word: 'list', intent: 'list' };
  const said = searches && /^(get|read|fetch|do)$/.test(first) ? second : first;
  const plain = verbFrom(said, endpoint);
  if (plain !== undefined) return plain;
  const groups = (endpoint.operationId ?? '').match(/[\p{L}\d]+/gu) ?? [];
  const middle = groups[1] ?? '';
  return (
    verbFrom(wordsOf(groups.length > 2 ? (groups.at(-1) ?? '') : middle)[0], endpoint) ??
    verbFrom(words.at(-1), endpoint) ??
    verbFrom(wordsOf(middle)[0], endpoint)
  );
}

/** A verb that only repeats the HTTP method, as generators write it (`postListsIdMembers`), says nothing. */
function verbFrom(word: string | undefined, endpoint: Endpoint): Verb | undefined {
  const intent = intentOf(word ?? '');
  if (word === undefined || intent === undefined || word === endpoint.method.toLowerCase()) return undefined;
  if (isReading(endpoint) && intent === 'compute' && NOUNS_TOO.test(singularOf(word))) return undefined;
  return { word, intent };
}
