import { memoize } from '../../caching/memoize.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';
import { phrases } from '../phrases.ts';
import {
  actsInBulk,
  type Intent,
  intentOf,
  isPlural,
  isSingleton,
  namesSeveral,
  singularOf,
  wordsOf,
  wordsOfText,
} from '../words.ts';

/** What the sentence that describes an endpoint says about it. */
export interface Summary {
  /** The words, lower case, without the article in front. */
  readonly words: readonly string[];
  /** The verb it starts with, and what that says about the operation. */
  readonly verb?: { readonly word: string; readonly intent: Intent } | undefined;
  /**
   * What it speaks of: `one` for "get a campaign", `several` for "get campaigns", `members` for "get the campaigns of a tenant";
   * nothing when that is open.
   */
  readonly object?: 'one' | 'several' | 'members' | undefined;
  /** The noun that the verb is about, as written: `issues` in "list open issues of a project". */
  readonly head?: string | undefined;
  /** It asks with yes or no: "check if ...". */
  readonly asksWhether: boolean;
  /** It speaks of something new. */
  readonly makesNew: boolean;
  /** It ties something to what exists ("assign a role"), or adds to it ("add tags to a firewall"). */
  readonly attaches?: 'ties' | 'adds' | undefined;
}

/** Reads the summary of an endpoint, or else the first sentence of its description. */
export function summaryOf(endpoint: Endpoint): Summary {
  const sentence = withoutMethod(firstSentence(endpoint), endpoint);
  const summary = summaryWithVerb(sentence);
  return summary.verb !== undefined && repeatsPath(summary.words, endpoint)
    ? summaryWithoutVerb(sentence)
    : summary;
}

/** The verb that the description starts with, where the summary has none: "Meter reading. Post a meter reading". */
export function verbDescribed(endpoint: Endpoint, { verb }: Summary): Summary['verb'] {
  if (verb !== undefined || endpoint.summary.trim() === '' || endpoint.description === '') return undefined;
  return summaryOf({ ...endpoint, summary: '' }).verb;
}

const summaryWithVerb = memoize((text) => readSentence(text, verbOf));

const summaryWithoutVerb = memoize((text) => readSentence(text, () => undefined));

function readSentence(text: string, findVerb: typeof verbOf): Summary {
  const sentence = withoutPurpose(withoutHeading(inWords(text.replace(/\s\([^)]*\)/g, ''))));
  const words = wordsOfText(sentence.replaceAll('-', ' ')).filter(
    (word, index) => index > 3 || !FILLER.test(word),
  );
  const verb =
    FINDS_ONE.test(sentence) ||
    ((FINDS_A.test(sentence) || LISTS_ONE.test(sentence)) && !speaksOfThings(words))
      ? { word: 'get', intent: 'read' as const }
      : findVerb(words);
  return {
    words,
    verb,
    object: verb?.intent === 'read' || verb?.intent === 'list' ? objectOf(words) : undefined,
    head: objectWords(words).at(-1),
    asksWhether:
      CHECK.test(words.slice(0, 2).join(' ')) || /\b(true or false|whether or not)\b/i.test(sentence),
    makesNew: saysNew(sentence, verb?.intent),
    attaches: attachesIn(sentence),
  };
}

/** "List a server" is about one. */
const LISTS_ONE =
  /^lists? (an?|one|the (specified|given)) (?!(list|collection|set|page|number|array|range|few|lot|user's|selection|summary)\b)[a-z]+/i;

/** "List a repository permissions" is about several, whatever the article says. */
function speaksOfThings(words: readonly string[]): boolean {
  const head = objectWords(words).at(-1) ?? '';
  return isPlural(head) && !/^(details|settings|stats|statistics|['’]s)$/.test(head);
}

/** "Find a submission" is about one. */
const FINDS_A = /^finds? (an?|one|the (specified|given)) /i;

/** "Find information about a disease" and "search a user by ID" are, too. */
const FINDS_ONE =
  /^(finds?|search(es)?|look(s|ing)? ?up|query) ((for )?(some )?(information|details|info) (about|on|of|for) (an?|one|the) |(for )?(an?|one|the) (\w+ ){1,3}by (its |their |the |his )?(\w+ )?(id|identifier|number|uuid|key)\b)/i;

/** "POST matrix endpoint" says how it is called, and not that something is posted. */
function withoutMethod(sentence: string, { method }: Endpoint): string {
  return method === 'POST' ? sentence.replace(/^post (?!(an?|the|new|to|one|your|this)\b)/i, '') : sentence;
}

/** Some summaries only repeat the operation id. */
function inWords(sentence: string): string {
  return /\s/.test(sentence) ? sentence : wordsOf(sentence).join(' ');
}

/** "display ads" at `/display_ads` names what the path does, and has no verb. */
function repeatsPath(words: readonly string[], { path }: Endpoint): boolean {
  if (words.length < 2) return false;
  const last = wordsOf(path.slice(path.lastIndexOf('/') + 1));
  return last.length === words.length && last.every((word, index) => word === words[index]);
}

/** "DEVELOPER - Get logs" has a heading in front of its verb. */
function withoutHeading(sentence: string): string {
  const [, heading = '', rest = ''] = /^([^-–:|]{1,30})(?: [-–|]|:) (\S.*)$/s.exec(sentence) ?? [];
  const heads = intentOf(wordsOfText(heading)[0] ?? '') === undefined;
  return heads && intentOf(wordsOfText(rest)[0] ?? '') !== undefined ? rest : sentence;
}

/** "To launch the flow, create a session" is about creating. */
function withoutPurpose(sentence: string): string {
  const main = /^(?:to|in order to|given|for|using|based on|by|with) [^,]+, (.+)$/is.exec(sentence)?.[1];
  return main !== undefined && intentOf(wordsOfText(main)[0] ?? '') !== undefined ? main : sentence;
}

/** The first sentence that describes an endpoint, without remarks in parentheses in front and without markup. */
export function firstSentence(endpoint: Endpoint): string {
  const summary = endpoint.summary.trim();
  const text = summary === '' || isPath(summary) ? endpoint.description.trim() : summary;
  return firstSentenceOf(text.slice(0, 400));
}

const firstSentenceOf = memoize((text: string): string => {
  const plain = text
    .replace(/^\s*\d+[.)]\s+/, '')
    .replace(/<[^>]*>|[*_`#]/g, '')
    .replace(/^\s*[([][^)\]]*[)\]]/, '')
    .replace(REMARK, '')
    .trim();
  return /^(.*?)([.!?](\s|$)|\n\s*\n|$)/s.exec(plain)?.[1] ?? plain;
});

/** What is said of the endpoint before what it does. */
const REMARK =
  /^\s*((deprecated|beta|experimental|preview|premium|new|internal|legacy|obsolete)\s*[.!:|–-]\s+|(this (is|method is|endpoint is|call is) (an? )?(deprecated|experimental|beta|preview|internal)[^.]*\.\s+)|((note|important|warning|attention)\s*[:!][^.]*\.\s+))+/i;

/** Some summaries are only the path once more. */
function isPath(summary: string): boolean {
  return summary.includes('/') && !/\s/.test(summary);
}

/** Words in front that say nothing: "this endpoint allows you to ...". */
const FILLER =
  /^(the|a|an|to|this|endpoint|operation|api|method|allows?|you|lets?|deprecated|beta|v\d|use|used|will)$/;

/** Words that make reading a listing: "get all campaigns", "retrieve a list of campaigns". */
const SEVERAL = /^(list|lists|all|collection|array|multiple|several)$/;

/** Words that make it one too, when "of" and several things follow: "get a range of invoices". */
const PORTION = /^(range|page|set|series|subset)$/;

function verbOf([word = '', next = '', ...rest]: readonly string[]): Summary['verb'] {
  if (actsInBulk([word, next])) return verbOf([next, ...rest]);
  // "Re-run a job".
  if (word === 're') return { word: next, intent: 'act' };

  if (NOUNS.test(word) && (next === '' || /^(by|of|for|per|in|from)$/.test(next))) return undefined;
  if (word === 'set' && next === 'up') return { word: 'set up', intent: 'create' };
  if (/^(creates?|adds?|inserts?)$/.test(word) && next === 'or' && CHANGES_TOO.test(rest[0] ?? ''))
    return { word: 'upsert', intent: 'create' };
  if (
    intentOf(word) === 'read' &&
    PORTION.test(next) &&
    rest[0] === 'of' &&
    rest.slice(1, 4).some((one) => isPlural(one) && !isSingleton(one))
  )
    return { word: next, intent: 'list' };
  if (saysSeveral(next, rest) && intentOf(word) === 'read' && !(next === 'all' && isSettings(rest)))
    return { word: next, intent: 'list' };
  for (const candidate of [word, singularOf(word), word.replace(/ing$/, ''), word.replace(/es$/, '')]) {
    const intent = intentOf(candidate);
    if (intent !== undefined) return { word: candidate, intent };
  }
  return undefined;
}

/** "Scores by week" has no verb. */
const NOUNS = phrases`
  scores | quotes | matches | tests | estimates | reports | records | changes | updates | requests | orders
  releases | claims | charges | votes | flags | tags | rates | copies | counts | views | shares | links
  stores | posts | replies | answers | builds | schedules | purchases
`;

/** "Create or update" does either. */
const CHANGES_TOO = /^(updates?|edits?|replaces?|overwrites?|modif(y|ies)|changes?|patch(es)?|sets?)$/;

/** "Get collection by slug" is about one. */
function saysSeveral(word: string, rest: readonly string[]): boolean {
  return SEVERAL.test(word) && !(/^(collection|array|lists?)$/.test(word) && rest[0] === 'by');
}

/** "All settings" are one thing. */
function isSettings(words: readonly string[]): boolean {
  const end = words.findIndex((word) => OBJECT_ENDS.test(word));
  return /^(settings|preferences|options)$/.test(words.slice(0, end < 0 ? undefined : end).at(-1) ?? '');
}

/** Words that end what a sentence speaks of. */
const OBJECT_ENDS = phrases`
  for | of | by | in | from | on | with | to | that | which | about | using | under | associated | belonging
  based | at | as | and | or | if | when | given | matching | within | between | related | available | who
  where | whose | used | per | filtered | containing | including | having | running | inside | during | via
  through | without | whether | along | across | over | against | among | near | after | before | since
  until | but | like | together | not | so | found | applicable
`;

/** A preposition ends it, and so does what was done to several: "records submitted to ...". */
function endOfObject(words: readonly string[]): number {
  return words.findIndex(
    (word, index) =>
      index > 0 &&
      ((OBJECT_ENDS.test(word) && !(index === 1 && ADJECTIVE.test(word))) ||
        (index > 1 && DONE.test(word) && isPlural(words[index - 1] ?? ''))),
  );
}

/** "Get available currencies". */
const ADJECTIVE = /^(available|related|associated|given|matching|based|used|running)$/;

const DONE = /^[a-z]{3,}ed$/;

/** What the verb is about: what stands between it and the first preposition. */
function objectWords(words: readonly string[]): readonly string[] {
  const end = endOfObject(words);
  return words.slice(1, end < 0 ? undefined : end).filter((word) => !/^(information|info|.+ly)$/.test(word));
}

/** The noun that the verb is about is the last word before a preposition; "get the status of all campaigns" is about one status. */
function objectOf(words: readonly string[]): Summary['object'] {
  if (CHECK.test(words.slice(0, 2).join(' '))) return 'one';
  const end = endOfObject(words);
  const object = objectWords(words);
  const head = object.at(-1);
  const about = objectAbout(words, end);
  if (about !== '') return namesSeveral(about) ? 'several' : 'one';
  if (head === undefined || object.length > 6 || /^(data|metadata)$/.test(head)) return undefined;
  if (!object.some((word) => SEVERAL.test(word)) && !namesSeveral(head)) return 'one';
  return MEMBERSHIP.test(words[end] ?? '') ? 'members' : 'several';
}

/** `campaigns` in "get information about campaigns"; empty for other sentences. */
function objectAbout(words: readonly string[], end: number): string {
  if (end < 0 || end > 4 || !/^(about|on|for|of)$/.test(words[end] ?? '')) return '';
  if (!/^(info|information|details?|data)$/.test(words[end - 1] ?? '')) return '';
  const rest = words.slice(end + 1).filter((word, index) => index > 0 || !ARTICLE.test(word));
  const stop = rest.findIndex((word) => OBJECT_ENDS.test(word) || ARTICLE.test(word));
  return rest.slice(0, stop < 0 ? undefined : stop).at(-1) ?? '';
}

const ARTICLE = /^(an?|the|their|your|its|is|are)$/;

/** What is asked with yes or no is one thing, whatever it is about. */
const CHECK = /^(checks?|see|determines?|tests?|tells?|returns?|verif(y|ies)) (if|whether)$/;

/** Words between several things and the one that they belong to. */
const MEMBERSHIP = /^(for|of|from|associated|belonging|in|within|filtered|with)$/;

function saysNew(sentence: string, intent: Intent | undefined): boolean {
  if (/\b(creates?|creating)\b/i.test(sentence))
    return !/\bor (update|edit|replace|overwrite|modif|change|patch)/i.test(sentence);
  return (
    intent !== 'update' &&
    /(?<!\b(to|with|into|for|of|by|from) (an? |the |one or more )?)\bnew [a-z]/.test(sentence)
  );
}

/** Verbs that tie one existing thing to another. */
const TYING =
  /^(assign|attach|link|associate|append|appl|tag|grant|give|share|follow|star(?!t)|connect|enrol|map|allow|move|insert)/i;

/** Verbs that add as often as they make. */
const ADDING = /^(add|adds|adding|put|puts|sets?(?! up))\b/i;

function attachesIn(sentence: string): Summary['attaches'] {
  if (/\b(new|create|creates)\b/i.test(sentence)) return undefined;
  if (TYING.test(sentence)) return 'ties';
  return ADDING.test(sentence) && /\b(to|for|with|from|on|in|into)\b/i.test(sentence) ? 'adds' : undefined;
}
