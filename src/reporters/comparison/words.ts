import { printString } from '../../core/cedar/print-value.ts';
import type { Decision } from '../../core/engine/engine.ts';
import { describeFixture } from '../../core/fixtures/fixture.ts';
import { actionName } from '../../core/guarantees/actions-of-schema.ts';
import type {
  ChangeKind,
  Comparison,
  EndpointChange,
  SettingChange,
  Turn,
} from '../../core/guarantees/comparison/comparison.ts';
import { CHANGE_KINDS, countChanges } from '../../core/guarantees/comparison/comparison.ts';
import type { DecisionChange } from '../../core/watching/decision-changes.ts';
import { answerWords, besidesWords } from '../besides-words.ts';
import { counted } from '../words/wording.ts';

/** What a kind of change is called. */
export const CHANGE_WORDS: Readonly<Record<ChangeKind, string>> = {
  opened: 'opened',
  closed: 'closed',
  both: 'opened and closed',
  'not-decided': 'not decided',
  unchanged: 'unchanged (proven)',
};

/** `closed`, and whether that may not be all. */
export function changeWords({ kind, isPartlyUndecided }: EndpointChange): string {
  return isPartlyUndecided ? `${CHANGE_WORDS[kind]}, the rest not decided` : CHANGE_WORDS[kind];
}

/** Each kind of change that is told; what lets somebody in comes first. */
export const TOLD_KINDS = [
  'opened',
  'both',
  'closed',
  'not-decided',
] as const satisfies readonly ChangeKind[];

export function toldChanges({ endpoints }: Comparison): readonly EndpointChange[] {
  return TOLD_KINDS.flatMap((kind) => endpoints.filter((change) => change.kind === kind));
}

/** Endpoints whose actions have other names, where nothing else is to be told of them. */
export function renamedWords({ endpoints }: Comparison): readonly string[] {
  return endpoints
    .filter(({ kind, otherAction }) => kind === 'unchanged' && otherAction !== undefined)
    .map(endpointWords);
}

/** The fixtures whose decisions are others now. */
export function turnedFixtures({ fixtures }: Comparison): readonly DecisionChange[] {
  return (fixtures?.decisions ?? []).filter(({ kind }) => kind !== 'reason-changed');
}

/** What became of a fixture: `opened`, `PUT /campaigns/c2 as ana`, `deny -> allow`, and its file. */
export function turnedWords({ kind, ready, before, after, item }: DecisionChange) {
  const { fixture } = ready;
  return {
    kind: kind === 'now-allowed' ? 'opened' : 'closed',
    question: `${describeFixture(fixture)}${item === undefined ? '' : `, item ${item}`}`,
    turn: `${before.actual.decision} -> ${after.actual.decision}`,
    place: fixture.source.file,
  };
}

/** `2 endpoints opened, 1 closed, 10 unchanged (proven)` */
export function countWords(comparison: Comparison): string {
  const counts = countChanges(comparison);
  const isOfCalls = comparison.endpoints.some(({ endpoint }) => endpoint);
  const told = CHANGE_KINDS.filter((kind) => counts[kind] > 0 || kind === 'opened' || kind === 'closed');
  const ofEndpoints = told
    .map((kind, index) =>
      index === 0
        ? `${counted(counts[kind], isOfCalls ? 'endpoint' : 'action')} ${CHANGE_WORDS[kind]}`
        : `${counts[kind]} ${CHANGE_WORDS[kind]}`,
    )
    .join(', ');
  const inPart = comparison.endpoints.filter(({ isPartlyUndecided }) => isPartlyUndecided).length;
  const partly = inPart > 0 ? `, ${inPart} not decided in part` : '';
  const acting = (comparison.settings ?? []).filter(({ kind }) => kind !== 'unchanged');
  return [`${ofEndpoints}${partly}`, ...acting.map(({ key, kind }) => `${key} ${SETTING_WORDS[kind]}`)].join(
    '; ',
  );
}

const SETTING_WORDS: Readonly<Record<ChangeKind, string>> = {
  opened: 'opens calls',
  closed: 'closes calls',
  both: 'opens and closes calls',
  'not-decided': 'is not decided',
  unchanged: 'changes no calls',
};

/** `server.maxUrlLength: 9000 now, 8192 before`, and what it does. */
export function settingWords({ key, before, after, message }: SettingChange): string {
  const [was, is] = [before, after].map((value) => value && shortened(value));
  const values =
    was === undefined
      ? `${is} now, and was not set`
      : is === undefined
        ? `not set now, and was ${was}`
        : `${is} now, ${was} before`;
  return `${shortened(key)}: ${values}${message === undefined ? '' : `; ${message}`}`;
}

function shortened(text: string): string {
  return text.length > MOST_OF_VALUE ? `${text.slice(0, MOST_OF_VALUE).toWellFormed()}…` : text;
}

/** A long value would fill the whole report. */
const MOST_OF_VALUE = 200;

/** `PUT /campaigns/{campaign_id}`, or the action where no endpoint asks about it. */
export function endpointWords(change: EndpointChange): string {
  const { endpoint, action, namespace, presence, otherAction } = change;
  const name = endpoint
    ? `${endpoint.method} ${endpoint.path}${besidesWords(change)}`
    : `action ${namespace === undefined ? printString(action) : actionName(change)}`;
  if (otherAction === undefined) return presence === 'both' ? name : `${name} (${presence})`;
  return presence !== 'removed'
    ? `${name} (action ${action}, which was ${otherAction})`
    : `${name} (action ${action}, which is ${otherAction} now)`;
}

/** What a side decides about an example of a change: `before allowed`. */
export function decisionWords(
  { before, after }: Turn,
  change: EndpointChange,
): Readonly<Record<'before' | 'now', string>> {
  const { otherAction } = change;
  const wordsOf = (decision: Decision) => answerWords(decision, change);
  return {
    before: before ? wordsOf(before) : otherAction ? `it asked ${otherAction}` : 'it did not exist',
    now: after ? wordsOf(after) : otherAction ? `it asks ${otherAction}` : 'it does not exist',
  };
}
