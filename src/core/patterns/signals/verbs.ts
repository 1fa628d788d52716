import type { Endpoint } from '../../endpoint.ts';
import { type Intent, intentOf, isPlural, namesSeveral, singularOf, wordsOf } from '../../words.ts';
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
  const word = verbAmong(words) ?? (isReading(endpoint) ? undefined : verbBefore(words, steps.at(-2)));
  const intent = intentOf(word ?? '') ?? 'act';
  if (word === undefined || intent === undefined || isPluralNoun(words)) return undefined;
  if (!last.appended && words.length === 1 && isReading(endpoint) && NOUNS_TOO.test(word)) return undefined;
  const behind = steps.at(-2);
  const starts = STARTING.test(word) && (behind?.kind === 'parameter' || !namesSeveral(behind?.text ?? ''));
  return { word, intent: starts ? 'act' : intent };
}

/** Behind the identifier of a thing, these set it going instead of making one: `/exec/{id}/start`. */
const STARTING = /^(start|schedule|submit|initialize|init|initiate|provision|place|issue|save)$/;

/** The first word, as in `postMessage`; else the last one where verbs follow their objects, as in `ConferenceUnmute`. */
function verbAmong(words: readonly string[]): string | undefined {
  const last = words.at(-1) ?? '';
  if (intentOf(words[0] ?? '') !== undefined) return words[0];
  return words.length > 1 && TRAILING_VERBS.test(last) ? last : undefined;
}

/** Whatever precedes the name of the collection before it is a verb: `/items/equipItems`. */
function verbBefore(words: readonly string[], before: Step | undefined): string | undefined {
  const [verb, ...object] = words;
  const same =
    object.length > 0 &&
    before?.kind === 'literal' &&
    singularOf(object.join(' ')) === singularOf(wordsOf(before.text).join(' '));
  return same ? verb : undefined;
}

/** Verbs that are no nouns, and so are verbs at the end of a name too. */
const TRAILING_VERBS =
  /^(list|get|create|add|update|delete|remove|cancel|start|stop|play|pause|resume|mute|unmute|enable|disable|activate|deactivate|send|verify|validate|approve|reject|close|open|reset|hangup|kick|deaf|undeaf|search|merge|revoke|invite)$/;

function isReading(endpoint: Endpoint): boolean {
  return endpoint.method === 'GET' || endpoint.method === 'HEAD';
}

/** Verbs that, behind GET, are nouns more often than not: `/repos/{id}/release`. */
const NOUNS_TOO =
  /^(?!(list|lists|search|query|find|browse|count|filter|get|show|fetch|retrieve|view|describe|info|download|export|lookup|check|preview|render|convert|validate|calculate|compute|estimate|translate|autocomplete|suggest|contains|exists|check|has|is)$)/;

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
  if (whole[0] === endpoint.method.toLowerCase() && !/^(search|list)$/.test(whole[1] ?? '')) return undefined;
  if (whole.length > 1 && whole.at(-1) === 'list' && isReading(endpoint))
    return { word: 'list', intent: 'list' };
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
