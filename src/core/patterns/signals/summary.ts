import type { Endpoint } from '../../endpoint.ts';
import { type Intent, intentOf, namesSeveral, singularOf, wordsOf, wordsOfText } from '../../words.ts';

/** What the sentence that describes an endpoint says about it. */
export interface Summary {
  /** The words, lower case, without the article in front. */
  readonly words: readonly string[];
  /** The verb it starts with, and what that says about the operation. */
  readonly verb?: { readonly word: string; readonly intent: Intent };
  /**
   * What it speaks of: `one` for "get a campaign", `several` for "get campaigns", `members` for "get the campaigns of a tenant";
   * nothing when that is open.
   */
  readonly object?: 'one' | 'several' | 'members';
  /** It speaks of something new. */
  readonly makesNew: boolean;
  /** It ties something to what exists ("assign a role"), or adds to it ("add tags to a firewall"). */
  readonly attaches?: 'ties' | 'adds';
}

/** Reads the summary of an endpoint, or else the first sentence of its description. */
export function summaryOf(endpoint: Endpoint): Summary {
  const sentence = inWords(firstSentence(endpoint));
  const words = wordsOfText(sentence.replaceAll('-', ' ')).filter(
    (word, index) => index > 3 || !FILLER.test(word),
  );
  const verb = verbOf(words);
  const object = verb?.intent === 'read' || verb?.intent === 'list' ? objectOf(words) : undefined;
  const attaches = attachesIn(sentence);
  return {
    words,
    ...(verb !== undefined && { verb }),
    ...(object !== undefined && { object }),
    makesNew: saysNew(sentence, verb?.intent),
    ...(attaches !== undefined && { attaches }),
  };
}

/** Some summaries only repeat the operation id. */
function inWords(sentence: string): string {
  return /\s/.test(sentence) ? sentence : wordsOf(sentence).join(' ');
}

/** The first sentence that describes an endpoint, without remarks in parentheses in front and without markup. */
export function firstSentence(endpoint: Endpoint): string {
  const text = endpoint.summary.trim() || endpoint.description.trim();
  const plain = text
    .slice(0, 400)
    .replace(/<[^>]*>|[*_`#]/g, '')
    .replace(/^\s*[([][^)\]]*[)\]]/, '')
    .trim();
  return /^(.*?)([.!?](\s|$)|\n\s*\n|$)/s.exec(plain)?.[1] ?? plain;
}

/** Words in front that say nothing: "this endpoint allows you to ...". */
const FILLER =
  /^(the|a|an|to|this|endpoint|operation|api|method|allows?|you|lets?|deprecated|beta|v\d|use|used|will)$/;

/** Words that make reading a listing: "get all campaigns", "retrieve a list of campaigns". */
const SEVERAL = /^(list|lists|all|collection|array|multiple|several)$/;

function verbOf([word = '', next = '']: readonly string[]): Summary['verb'] {
  if (SEVERAL.test(next) && intentOf(word) === 'read') return { word: next, intent: 'list' };
  for (const candidate of [word, singularOf(word), word.replace(/ing$/, ''), word.replace(/es$/, '')]) {
    const intent = intentOf(candidate);
    if (intent !== undefined) return { word: candidate, intent };
  }
  return undefined;
}

/** Words that end what a sentence speaks of. */
const OBJECT_ENDS =
  /^(for|of|by|in|from|on|with|to|that|which|about|using|under|associated|belonging|based|at|as|and|or|if|when|given|matching|within|between|related|available|who|where|whose|used|per|filtered)$/;

/** The noun that the verb is about is the last word before a preposition; "get the status of all campaigns" is about one status. */
function objectOf(words: readonly string[]): Summary['object'] {
  const end = words.findIndex((word, index) => index > 0 && OBJECT_ENDS.test(word));
  const object = words
    .slice(1, end < 0 ? undefined : end)
    .filter((word) => !/^(information|info|.+ly)$/.test(word));
  const head = object.at(-1);
  if (head === undefined || object.length > 6 || /^(data|metadata)$/.test(head)) return undefined;
  if (!object.some((word) => SEVERAL.test(word)) && !namesSeveral(head)) return 'one';
  return MEMBERSHIP.test(words[end] ?? '') ? 'members' : 'several';
}

/** Words between several things and the one that they belong to. */
const MEMBERSHIP = /^(for|of|associated|belonging|in|within|filtered)$/;

function saysNew(sentence: string, intent: Intent | undefined): boolean {
  if (/\b(creates?|creating)\b/i.test(sentence)) return !/\bor (update|edit|replace)/i.test(sentence);
  return intent !== 'update' && /\b(a|an|the|one|some)? ?new [a-z]/.test(sentence);
}

/** Verbs that tie one existing thing to another. */
const TYING =
  /^(assign|attach|link|associate|append|appl|tag|grant|give|share|follow|star|connect|enrol|map|allow|move|insert)/i;

/** Verbs that add as often as they make. */
const ADDING = /^(add|adds|adding|put|puts|set|sets)\b/i;

function attachesIn(sentence: string): Summary['attaches'] {
  if (/\b(new|create|creates)\b/i.test(sentence)) return undefined;
  if (TYING.test(sentence)) return 'ties';
  return ADDING.test(sentence) && /\b(to|for|with|from|on|in|into)\b/i.test(sentence) ? 'adds' : undefined;
}
