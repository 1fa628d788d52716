import { memoize } from '../../caching/memoize.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';
import { phrases, within } from '../phrases.ts';
import { isPlural, namesSeveral, wordsOf } from '../words.ts';
import type { Facts } from './facts.ts';
import { type Identifier, isNamedIdentifier, nounOfWords } from './identifiers.ts';
import type { Verb } from './verbs.ts';

/** What is said where an API keeps nothing. */
export const KEEPS_NOTHING = 'nothing in the API can be changed, deleted or read by an identifier';

/** A POST that is said to get something: its body only says what. */
export function asks(endpoint: Endpoint, { pathVerb, nameVerb, summary }: Facts): boolean {
  if (endpoint.method !== 'POST' || pathVerb !== undefined || nameVerb?.intent === 'create') return false;
  const { word = '', intent } = summary.verb ?? (nameVerb?.word === 'get' ? nameVerb : {});
  return (
    intent === 'list' || (intent === 'read' && !/^(export|download|load|check|poll|provide|give)$/.test(word))
  );
}

/** The summary speaks of one thing; where elements are identified or answered, "configs" and "options" are several. */
export function speaksOfOne({ summary, elementMethods, answer }: Facts): boolean {
  const { object, head = '' } = summary;
  const answersSeveral = (answer === 'array' || answer === 'page') && !MEASURED.test(head);
  const several = isPlural(head) && !/['’]s$/.test(head) && (elementMethods.size > 0 || answersSeveral);
  return object === 'one' && !several;
}

/** Plurals that are one thing of their owner, in however many entries they are answered. */
const MEASURED =
  /^(settings|preferences|prefs|details|stats|statistics|metrics|analytics|totals|quotas|insights)$/;

/** The nearest thing that the path identifies alone: the container of what stands behind it. */
export function ownerOf(facts: Facts): Identifier | undefined {
  return facts.inPath.findLast((identifier) => !identifier.list);
}

/** The endpoint is named after making something, not after adding to what exists. */
export function saysCreate(facts: Facts): boolean {
  const { makesNew, verb } = facts.summary;
  return makesNew || (verb?.intent === 'create' && !isWeak(verb.word));
}

/** Verbs that make as often as they add to what exists. */
export function isWeak(word: string | undefined): boolean {
  return (
    word !== undefined &&
    /^(add|adds|insert|post|put|submit|save|place|invite|set|start|initiate|schedule|upserts?)$/.test(word)
  );
}

/** The endpoint is named after computing something. */
export function computes({ pathVerb, nameVerb, summary }: Facts): boolean {
  if (pathVerb?.word === 'create') return false;
  return [pathVerb, nameVerb, summary.verb].some((verb) => verb?.intent === 'compute');
}

/** Nouns for what is computed. */
const COMPUTING = within`
  analysis | analyses | detection | recognition | conversion | classification | calculation | estimation
  estimate | prediction | transcription | translation | optimi[sz]ation | extraction | generator | converter
  calculator | checker | validator | validation | verification | checksum | suggestions? | similarity
  summari[sz]ation | correction | autocomplete | ocr | geocoding | geocoder | forecast
`;

const isComputing = memoize((word) => COMPUTING.test(word));

const namesComputing = memoize((literal) => wordsOf(literal).some(isComputing));

/** Its summary or the end of its path speaks of looking something up, or of a summary. */
export function speaksOfLookup({ summary, literals }: Facts): boolean {
  return (
    summary.words.slice(0, 8).some((word) => LOOKUP.test(word)) ||
    wordsOf(literals.at(-1) ?? '').some((word) => LOOKUP.test(word))
  );
}

const LOOKUP = /^(lookup|summary)$/;

/** Its summary or the end of its path names a computation. */
export function speaksOfComputing({ summary, literals }: Facts): boolean {
  return summary.words.slice(0, 8).some(isComputing) || namesComputing(literals.at(-1) ?? '');
}

/** Sending behind a collection makes one of it: `/messages/send`, and so does `/sendMessage`; behind an identifier it sends what exists. */
export function sends(facts: Facts): boolean {
  const before = facts.tail.at(-2);
  if (facts.pathVerb === undefined || facts.endsWithIdentifier) return false;
  const object = wordsOf(facts.literals.at(-1) ?? '').slice(1);
  if (SENT_TO.test(object[0] ?? '')) return false;
  const named = object.length > 0 && nounOfWords(object) !== facts.inPath.at(-1)?.noun;
  const requests = facts.pathVerb.word === 'request' && object.length === 0;
  return (
    (requests || isSending(facts.pathVerb.word)) &&
    (named || namesSeveral(before ?? '')) &&
    !facts.elsewhere.some(
      (identifier) =>
        identifier.noun === facts.noun ||
        (identifier.noun === '' && (identifier.required || facts.schemas().takesOne)),
    )
  );
}

/** `/estimates/sendToClient` sends what exists. */
const SENT_TO = /^(to|by|via|as|to(?!ken|ol|pic|tal|ur|rrent|ps?$|ys?$)[a-z]{3,})$/;

/** "Send a cart for the given site" at `/{siteId}/cart`. */
export function sendsTheNoun({ summary, noun, tail, inPath }: Facts): boolean {
  const { verb, head } = summary;
  const last = noun.split(' ').at(-1) ?? '';
  return (
    tail.length > 0 &&
    last !== '' &&
    head === last &&
    inPath.at(-1)?.noun !== noun &&
    !/^(data|information|info|details|metadata)$/.test(last) &&
    /^(send|post|push|submit|record|log|track|report)$/.test(verb?.word ?? '')
  );
}

/** A POST that identifies nothing and hands something in, which is kept: "submit a claim", "send a message". */
export function submits(facts: Facts): boolean {
  if (facts.inPath.length > 0 || facts.elsewhere.some(({ required, list }) => required && !list))
    return false;
  const { pathVerb, nameVerb, summary } = facts;
  return [pathVerb?.word, nameVerb?.word, summary.verb?.word].some((word) => SUBMITTING.test(word ?? ''));
}

/** What is handed in is kept. */
export function isSubmitting(word: string): boolean {
  return SUBMITTING.test(word) && !/^(start|run|launch|trigger)$/.test(word);
}

/** "Send SMS to recipients": what is sent is a new message, unless the call identifies it. */
export function sendsMessage({ summary, inPath, elsewhere, ignored, noun }: Facts): boolean {
  if (inPath.length > 0 || ignored.length > 0 || elsewhere.some(({ required }) => required)) return false;
  if (noun !== '' && elsewhere.some((identifier) => identifier.noun === noun)) return false;
  return (
    /^(send|post|publish|push)$/.test(summary.verb?.word ?? '') && summary.words.slice(1, 5).some(isMessage)
  );
}

const isMessage = memoize((word) =>
  /^(messages?|sms|mms|emails?|mails?|notifications?|texts?|fax|transactions?|payments?|events?|tweets?|posts?)$/.test(
    word,
  ),
);

const SUBMITTING = phrases`
  submit | send | resend | post | publish | report | request | order | book | schedule | enqueue | queue
  register | record | log | track | subscribe | upload | import | ingest | place | push | start | trigger
  launch | run | issue | save | store | purchase | buy | pay | charge | transfer | donate | invite | share
  sign
`;

/** The summary's verb is for something that exists already; sending to a collection adds to it, and so does "trigger a build" to builds. */
export function changes(facts: Facts): boolean {
  const { verb } = facts.summary;
  if (
    verb === undefined ||
    addsOne(verb, facts) ||
    sendsTheNoun(facts) ||
    (isSending(verb.word) && sends(facts))
  )
    return false;
  if (/^upserts?$/.test(verb.word)) return !facts.plural && facts.inPath.length > 0;
  return verb.intent === 'update' || verb.intent === 'delete' || verb.intent === 'act';
}

function addsOne({ word, intent }: Verb, facts: Facts): boolean {
  const { plural, pathVerb, noun, summary, methods, elementMethods, endsWithIdentifier, elsewhere } = facts;
  if (!plural || pathVerb !== undefined) return false;
  if (isSending(word) || (word === 'subscribe' && SUBSCRIBED.test(noun))) return true;
  const last = noun.split(' ').at(-1) ?? '';
  const kept = endsWithIdentifier || methods.has('GET') || elementMethods.size > 0;
  const named = noun === word || last.startsWith(word.slice(0, Math.max(5, word.length - 3)));
  const chosen = endsWithIdentifier || elsewhere.some((identifier) => identifier.noun === noun);
  return (kept && named) || (intent === 'act' && summary.head === last && !chosen);
}

/** What one subscribes by making one of. */
const SUBSCRIBED = /(subscription|webhook|hook|callback|listener)$/;

function isSending(word: string): boolean {
  return /^(send|post|publish|dispatch|broadcast)$/.test(word);
}

/** The elements below the path can be taken away but not read: links to things that live elsewhere. */
export function isLink(facts: Facts): boolean {
  const { elementMethods, methods, nameVerb } = facts;
  if (nameVerb?.intent === 'create' && !isWeak(nameVerb.word)) return false;
  if (elementMethods.size === 0) return methods.has('DELETE') && !methods.has('GET');
  return !hasElements(facts);
}

/** The call ties something to what exists; where the path can be read, adding to it makes something of its own. */
export function attaches(facts: Facts): boolean {
  if (facts.summary.attaches === undefined || hasElements(facts)) return false;
  return facts.summary.attaches === 'ties' || !facts.methods.has('GET');
}

/** "Add a label to a bucket" with a `labelID`, or with a list, as all that its body says. */
export function addsWhatExists({ method, body }: Endpoint, facts: Facts): boolean {
  const { endsWithIdentifier, inPath, nameVerb, summary } = facts;
  if (method !== 'POST' || body === undefined || endsWithIdentifier || inPath.length === 0) return false;
  if (nameVerb?.intent === 'create' && !isWeak(nameVerb.word)) return false;
  const adds = [nameVerb, summary.verb].some((verb) => /^(adds?|assign|attach|link)$/.test(verb?.word ?? ''));
  if (summary.attaches === undefined && !adds) return false;
  const { type, properties } = body.shape;
  const values = [...properties.values()];
  return (
    type === 'array' ||
    (values.length > 0 &&
      values.length < 3 &&
      values.every(({ name, shape }) => shape.type === 'array' || isNamedIdentifier(name)))
  );
}

/** What stands below the path can be read or changed by itself: it is a thing, not a link. */
export function hasElements(facts: Facts): boolean {
  return ['GET', 'PATCH', 'PUT'].some((method) => facts.elementMethods.has(method));
}

/** Words that end the noun of a title or a name. */
const TITLE_ENDS =
  /^(for|of|by|in|from|on|with|to|that|which|about|using|at|as|and|or|per|near|within|between)$/;

/** The noun of a title: what stands before the first preposition. */
export function titleOf(words: readonly string[]): string {
  const end = words.findIndex((word, index) => index > 0 && TITLE_ENDS.test(word));
  const whole = words.slice(0, end < 0 ? undefined : end);
  const title = whole.length > 1 && CALL.test(whole.at(-1) ?? '') ? whole.slice(0, -1) : whole;
  return title.length > 0 && title.length < 9 ? (title.at(-1) ?? '') : '';
}

/** Words for the call itself at the end of a title: "species lookup service", "jobs feed". */
const CALL = /^(service|endpoint|api|method|call|operation|request)$/;

/** The noun of a name such as `getReviewsByUser`: `reviews`. */
export function objectOfName(words: readonly string[]): string {
  const start = words.findIndex((word) => /^(get|read|fetch|retrieve|return|show|find)s?$/.test(word));
  if (start < 0) return '';
  const rest = words.slice(start + 1);
  const end = rest.findIndex((word) => TITLE_ENDS.test(word));
  return rest.slice(0, end < 0 ? undefined : end).at(-1) ?? '';
}

/** `/calls/{id}/actions/mute`, and `/actions/{id}/mute`. */
export function isBelowActions({ tail, literals }: Facts): boolean {
  return tail.length < 3 && /^actions?$/i.test(literals.at(-2) ?? '');
}

/** `/alerts/closeAll`. */
export function actsOnAll({ pathVerb, literals }: Facts): boolean {
  return pathVerb !== undefined && wordsOf(literals.at(-1) ?? '').includes('all');
}

/** The path says that the call searches, and not by its verb. */
export function searches({ pathVerb, literals }: Facts): boolean {
  if (pathVerb !== undefined) return false;
  return literals.includes('search') || wordsOf(literals.at(-1) ?? '').some(isSearching);
}

const isSearching = memoize((word) => /^(search|searchall|find|query)$/.test(word));

/** `/getNextDepartures/{crs}` reads several. */
export function readsSeveralBefore({ verbBefore, literals }: Facts): boolean {
  return verbBefore?.intent === 'read' && namesSeveral(objectOfName(wordsOf(literals.at(-1) ?? '')));
}
