import type { Endpoint } from '../../endpoint.ts';
import { type Intent, intentOf, isPlural, singularOf, wordsOf, wordsOfText } from '../../words.ts';
import type { Step } from './steps.ts';

/** A verb that an operation is named with, and what it says about it. */
export interface Verb {
  readonly word: string;
  readonly intent: Intent;
}

/** The verb that a path ends with: `/merge`, `/messages:batchDelete`, `/chat.postMessage`, `/items/findByStatus`. */
export function verbOfPath(endpoint: Endpoint, steps: readonly Step[]): Verb | undefined {
  const last = steps.at(-1);
  if (last?.kind !== 'literal') return undefined;
  const words = wordsOf(last.text);
  const [word = ''] = words;
  const intent = intentOf(word);
  if (intent === undefined || isPluralNoun(words)) return undefined;
  if (!last.appended && words.length === 1 && isReading(endpoint) && NOUNS_TOO.test(word)) return undefined;
  return { word, intent };
}

function isReading(endpoint: Endpoint): boolean {
  return endpoint.method === 'GET' || endpoint.method === 'HEAD';
}

/** Verbs that, behind GET, are nouns more often than not: `/repos/{id}/release`. */
const NOUNS_TOO =
  /^(?!(list|lists|search|query|find|browse|count|filter|get|show|fetch|retrieve|view|describe|info|download|export|lookup|check|preview|render|convert|validate|calculate|compute|estimate|translate|autocomplete|suggest|has|is)$)/;

function isPluralNoun(words: readonly string[]): boolean {
  const [word = ''] = words;
  return (
    words.length === 1 && isPlural(word) && intentOf(word) === intentOf(singularOf(word)) && word !== 'lists'
  );
}

/** The verb in an operation id: `listCampaigns`, `campaigns.list`, `Campaigns_List` and `campaignsList` all say `list`. */
export function verbOfName(endpoint: Endpoint): Verb | undefined {
  const operationId = endpoint.operationId ?? '';
  const groups = operationId.split(/[^\p{L}\d]+/u).filter((group) => group !== '');
  const whole = wordsOf(operationId);
  const said =
    /^(get|read|fetch|do)$/.test(whole[0] ?? '') && /^(search|list)$/.test(whole[1] ?? '')
      ? whole[1]
      : whole[0];
  const candidates = [said, wordsOf(groups.at(-1) ?? '')[0], whole.at(-1), wordsOf(groups[1] ?? '')[0]];
  return candidates.flatMap((word) => verbFrom(word, endpoint)).at(0);
}

/** A verb that only repeats the HTTP method, as generators write it (`postListsIdMembers`), says nothing. */
function verbFrom(word: string | undefined, endpoint: Endpoint): readonly Verb[] {
  const intent = intentOf(word ?? '');
  if (word === undefined || intent === undefined || word === endpoint.method.toLowerCase()) return [];
  return [{ word, intent }];
}

/** The verb that a summary (or else a description) starts with. */
export function verbOfText(endpoint: Endpoint): Verb | undefined {
  const words = wordsOfText(firstSentence(endpoint));
  const word = words.find((candidate) => !FILLER.test(candidate));
  const verb =
    word === undefined ? [] : [word, singularOf(word), word.replace(/ing$/, ''), word.replace(/ies$/, 'y')];
  for (const candidate of verb) {
    const intent = intentOf(candidate);
    if (intent !== undefined) return { word: candidate, intent };
  }
  return undefined;
}

const FILLER =
  /^(the|a|an|to|this|endpoint|operation|api|method|allows?|you|lets?|deprecated|beta|v\d|use|used|will)$/;

/** The first sentence that describes an endpoint, without remarks in parentheses and without markup. */
export function firstSentence(endpoint: Endpoint): string {
  const text = endpoint.summary.trim() || endpoint.description.trim();
  const plain = text
    .slice(0, 400)
    .replace(/<[^>]*>|[*_`#]/g, '')
    .replace(/^\s*[([][^)\]]*[)\]]/, '')
    .trim();
  return /^(.*?)([.!?](\s|$)|\n\s*\n|$)/s.exec(plain)?.[1] ?? plain;
}

/** Words for adding something to what exists, rather than making it. */
const ATTACHING =
  /^(add|adds|adding|assign|assigns|attach|attaches|link|links|associate|associates|append|appends|apply|applies|tag|tags|grant|grants|put|give|share|follow|star|connect|enroll|map|allow|move|moves|set|sets|insert)\b(?!.*\b(new|create|creates)\b)/i;

/** The endpoint is said to add something to a thing: "add tags to a firewall". */
export function saysAttach(endpoint: Endpoint): boolean {
  const sentence = firstSentence(endpoint);
  return (
    ATTACHING.test(sentence) &&
    (/\b(to|for|with|from|on|in|into)\b/i.test(sentence) || !/^(add|put|set)/i.test(sentence))
  );
}
