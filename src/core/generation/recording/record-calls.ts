import type { Engine } from '../../engine/engine.ts';
import { isReadingEndpoint, type Model } from '../../model/model.ts';
import type { Call, CallMapper, ModelEndpoint } from '../../requests/map-call.ts';
import {
  ANONYMOUS,
  anonymousPrincipal,
  type Claims,
  type PrincipalClaims,
  replayedPrincipal,
} from '../../requests/principal.ts';
import type { SliceMaker } from '../../requests/slice.ts';
import { compareText } from '../../values/compare-text.ts';
import { groupBy } from '../../values/group.ts';
import { lastOf } from '../../values/last-of.ts';
import { starterCall } from './starter-call.ts';
import type { StarterCase, StarterExpectation, StarterFixtures, StarterTable } from './starter-fixtures.ts';

/** What decisions are recorded with. */
export interface Recorder {
  readonly model: Model;
  readonly mapper: CallMapper;
  readonly engine: Engine;
  readonly claims: PrincipalClaims;
  readonly principals: Readonly<Record<string, Claims>>;
  readonly slices: SliceMaker;
  /** Who calls, in this order. */
  readonly columns: readonly string[];
  /** The identifiers that calls name, by type; those of the starter entities where nothing else is given. */
  readonly idsOf?: (type: string) => readonly string[];
}

/** A call that has been decided about for everybody; nothing where no expectation can say what is decided. */
export interface RecordedCall {
  /** `GET /campaigns/c1` */
  readonly call: string;
  readonly expectations: readonly (readonly [as: string, expected: StarterExpectation])[];
}

/** How far a recording has come. */
export interface RecordingStep {
  /** Endpoints that have been decided about, and those there are. */
  readonly done: number;
  readonly total: number;
  readonly recorded: RecordedCall;
}

type RecordedParts = Pick<StarterFixtures, 'tables' | 'cases'>;

/** Every endpoint called by everybody, with what is decided about it: tables for calls without a body, cases for the others. */
export function recordCalls(endpoints: readonly ModelEndpoint[], recorder: Recorder): RecordedParts {
  return lastOf(recordCallsInSteps(endpoints, recorder));
}

/** The same with a step for each endpoint, so that whoever waits can show what there is so far, or stop. */
export function* recordCallsInSteps(
  endpoints: readonly ModelEndpoint[],
  recorder: Recorder,
): Generator<RecordingStep, RecordedParts> {
  const byType = [...groupBy(endpoints, ({ action }) => action.resourceType)].sort(([a], [b]) =>
    compareText(a, b),
  );
  const total = endpoints.length;
  const tables: StarterTable[] = [];
  const cases: StarterCase[] = [];
  let done = 0;
  for (const [type, own] of byType) {
    const rows: RecordedRow[] = [];
    for (const called of own.map((one) => calledBy(one, recorder))) {
      const call = `${called.call.method} ${called.call.url}`;
      const row = called.call.body === undefined ? rowOf(called, recorder) : undefined;
      const ownCases = called.call.body === undefined ? [] : casesOf(called, recorder);
      if (row) rows.push(row);
      cases.push(...ownCases);
      done += 1;
      const expectations = row
        ? row.expectations.map((expected, index) => [recorder.columns[index] ?? '', expected] as const)
        : ownCases.map(({ as, expect }) => [as, expect] as const);
      yield { done, total, recorded: { call, expectations } };
    }
    tables.push(...tablesOf(type, rows, recorder));
  }
  return { tables, cases: namedApart(cases) };
}

interface CalledEndpoint {
  readonly endpoint: ModelEndpoint;
  readonly call: Call;
}

/**
 * The call of an endpoint, with a body only where nothing could be decided about it without. Every call is recorded as it is then written:
 * the place of the endpoint's own identifiers does not tell, since a `HEAD` is for the endpoint of `GET` as well.
 */
function calledBy(endpoint: ModelEndpoint, { model, mapper, idsOf }: Recorder): CalledEndpoint {
  const { body, ...bare } = starterCall(endpoint, model, idsOf);
  const isAsked = endpoint.second?.from.startsWith('body') === true;
  const needsBody = body !== undefined && (isAsked || mapper.read(bare).settled !== undefined);
  return { endpoint, call: needsBody ? { ...bare, body } : bare };
}

// ---- tables and cases ----

/** What lets somebody without a group change something. */
const REVIEW = 'somebody without a group may change something here, is that meant?';

interface RecordedRow {
  readonly call: string;
  readonly expectations: readonly StarterExpectation[];
  /** The columns that a person has to look at. */
  readonly marked: ReadonlySet<string>;
}

/** One table for what needs no second look; and for each set of columns that does, one with the mark and one with the rest. */
function tablesOf(type: string, rows: readonly RecordedRow[], recorder: Recorder): StarterTable[] {
  const groups = groupBy(rows, ({ marked }) => [...marked].join(' '));
  return [...groups].flatMap(([, own]) => {
    const [{ marked } = { marked: new Set<string>() }] = own;
    if (marked.size === 0) return [tableOf({ name: type, columns: recorder.columns }, own, recorder)];
    const others = recorder.columns.filter((column) => !marked.has(column));
    const names = [...marked];
    return [
      ...(others.length > 0
        ? [tableOf({ name: `${type}, but for ${names.join(' and ')}`, columns: others }, own, recorder)]
        : []),
      tableOf({ name: `${type}, by ${names.join(' and ')}`, review: REVIEW, columns: names }, own, recorder),
    ];
  });
}

function tableOf(
  head: Omit<StarterTable, 'rows'>,
  rows: readonly RecordedRow[],
  recorder: Recorder,
): StarterTable {
  const cells = ({ expectations }: RecordedRow) =>
    head.columns.map((column) => expectations[recorder.columns.indexOf(column)] ?? 'deny');
  return { ...head, rows: Object.fromEntries(rows.map((row) => [row.call, cells(row)])) };
}

function rowOf({ endpoint, call }: CalledEndpoint, recorder: Recorder): RecordedRow | undefined {
  const recorded = recorder.columns.map((as) => record(call, as, recorder));
  const known = recorded.filter((expectation) => expectation !== undefined);
  if (known.length < recorded.length) return undefined;
  const marked = recorder.columns.filter((as, index) =>
    isToReview(endpoint, as, known[index] ?? 'deny', recorder),
  );
  return { call: `${call.method} ${call.url}`, expectations: known, marked: new Set(marked) };
}

function casesOf({ endpoint, call }: CalledEndpoint, recorder: Recorder): StarterCase[] {
  return recorder.columns.flatMap((as) => {
    const expect = record(call, as, recorder);
    if (expect === undefined) return [];
    const name = `${endpoint.action.name} as ${as}`;
    const marked = isToReview(endpoint, as, expect, recorder) ? { review: REVIEW } : {};
    return [{ name, as, call: `${call.method} ${call.url}`, body: call.body, expect, ...marked }];
  });
}

/** Two endpoints of one action may both need a body: their calls tell their cases apart. */
function namedApart(cases: readonly StarterCase[]): StarterCase[] {
  const byName = groupBy(cases, ({ name }) => name);
  return cases.map((one) =>
    (byName.get(one.name) ?? []).length > 1 ? { ...one, name: `${one.call} as ${one.as}` } : one,
  );
}

/** Whoever is in no group, or has no identity, and may change something. */
function isToReview(
  endpoint: ModelEndpoint,
  as: string,
  expectation: StarterExpectation,
  { principals, claims }: Recorder,
): boolean {
  if (isReadingEndpoint(endpoint) && endpoint.action.remarks?.changes === undefined) return false;
  const groups = principals[as]?.[claims.groups];
  const hasGroup = typeof groups === 'string' ? groups !== '' : Array.isArray(groups) && groups.length > 0;
  const isAllowed =
    typeof expectation === 'string' ? expectation === 'allow' : Object.values(expectation).includes('allow');
  return !hasGroup && isAllowed;
}

// ---- decisions ----

/** `undefined` for what no expectation can say: a call that asks for nothing, or that two endpoints are decided about differently for. */
function record(call: Call, as: string, recorder: Recorder): StarterExpectation | undefined {
  const { model, claims, mapper, principals, slices, engine } = recorder;
  const answer = as === ANONYMOUS ? undefined : replayedPrincipal(principals[as] ?? {}, claims, model);
  const principal = answer?.ok ? answer.principal : anonymousPrincipal(model);
  const mapped = mapper.map(call, principal);
  if (mapped.type !== 'requests') return undefined;
  const decisions = mapped.requests.map((request) => {
    const slice = slices.compose(principal, request.resource);
    const decision = slice.type === 'entities' ? engine.decide(request, slice.entities).decision : 'deny';
    return [request.item, decision] as const;
  });
  const [first, ...others] = new Set(decisions.map(([, decision]) => decision));
  if (others.length === 0) return first ?? 'deny';
  return decisionsByItem(decisions);
}

/** `undefined` where a decision is about no item, or one item is decided about differently. */
function decisionsByItem(
  decisions: readonly (readonly [item: string | undefined, decision: 'allow' | 'deny'])[],
): Readonly<Record<string, 'allow' | 'deny'>> | undefined {
  const byItem = new Map<string, 'allow' | 'deny'>();
  for (const [item, decision] of decisions) {
    if (item === undefined || (byItem.get(item) ?? decision) !== decision) return undefined;
    byItem.set(item, decision);
  }
  return Object.fromEntries(byItem);
}
