import { createAnalysis } from '../../analysis/analysis.ts';
import { createConfirmer } from '../../analysis/questions/confirm.ts';
import type { Fact } from '../../analysis/questions/fact.ts';
import { withEffort } from '../../analysis/questions/translated-environment.ts';
import { readAnalysisSchema } from '../../analysis/schema/analysis-schema.ts';
import type { Outcome } from '../../diagnostics/diagnostic.ts';
import { frameworkFacts } from '../../facts/framework-facts.ts';
import { type InSteps, lastOf } from '../../values/last-of.ts';
import { findTurnedByLimit } from '../batch-limit.ts';
import { withForms } from '../call-forms.ts';
import { byPath } from '../endpoint-order.ts';
import type { ProofBounds } from '../proof-project.ts';
import { sameEndpoint } from '../same-endpoint.ts';
import { findWholeCalls } from '../whole-calls.ts';
import { withIdentity } from '../without-identity.ts';
import { actionsOf, type Views } from './asked-actions.ts';
import { withCalls } from './calls/beyond-policies.ts';
import { secondActions } from './calls/questions-besides.ts';
import {
  type AskedAction,
  actionOf,
  type Comparing,
  changeOfAction,
  changeOfSkipped,
} from './change-of-action.ts';
import type { AskedEndpoint, Comparison, EndpointChange, Side, Sides } from './comparison.ts';
import { decideSide } from './decide-side.ts';
import { mergeSchemas } from './schemas/merge-schemas.ts';
import { shadowedName } from './schemas/shadowed-name.ts';
import { viewOf } from './schemas/side-view.ts';
import { askedAnew, withUnlisted } from './schemas/unlisted.ts';

export interface CompareOptions {
  /** What the application makes sure of, beside what `authz` itself does. */
  readonly facts?: readonly Fact[];
  /** As of proofs. */
  readonly mostEffort?: number;
}

/**
 * Compares two states of a project for all requests: for each endpoint, whether some call is allowed now that was not, or the other way
 * round, by proof or by example.
 */
export function compareSides(before: Side, after: Side, options: CompareOptions = {}): Outcome<Comparison> {
  return lastOf(compareInSteps(before, after, options));
}

/** The same, with stops: the caller may do something else in between, or give up. */
export function* compareInSteps(
  before: Side,
  after: Side,
  { facts = [], mostEffort }: CompareOptions = {},
): InSteps<Outcome<Comparison>> {
  const merged = mergeSchemas(before.schema.json, after.schema.json);
  const shadowed = shadowedName(merged.json);
  if (shadowed) return { ok: false, diagnostics: [shadowed] };
  yield;
  const views = {
    before: readAnalysisSchema(viewOf(merged.sides.before, merged.json)),
    after: readAnalysisSchema(viewOf(merged.sides.after, merged.json)),
  };
  const decide = yield* decideSides({ before, after }, views);
  if (!decide.ok) return decide;
  yield;
  const known = [...frameworkFacts(after.schema.model), ...facts];
  const analysis = createAnalysis(merged.json, withEffort({ facts: known }, mostEffort));
  const confirmer = createConfirmer(merged.json);
  yield;
  const comparing = { before, after, analysis, merged, confirmer, facts: known, decide: decide.value };
  const proof = { facts: known, mostEffort };
  const areSchemasSame = merged.sides.before === merged.sides.after;
  const found = yield* changesOf(actionsOf({ before, after }, merged, views), comparing, proof);
  const endpoints = yield* withWholeCalls(found, comparing, { ...proof, areSchemasSame });
  const value = {
    before: before.name,
    after: after.name,
    endpoints: endpoints.sort(byPath),
    assumptions: [...(areSchemasSame ? [] : [FIT_BOTH]), ...askedAnew(merged), ...analysis.assumptions],
  };
  return { ok: true, value, diagnostics: [] };
}

/** What is found out action by action. */
interface FoundChanges {
  readonly rows: readonly FoundRow[];
  /** Of actions that calls of other endpoints ask about besides. */
  readonly changes: ReadonlyMap<string, EndpointChange>;
}

interface FoundRow {
  readonly row: EndpointChange;
  readonly asked: AskedAction;
  /** Whether its calls are decided about, and not skipped. */
  readonly isDecided: boolean;
}

function* changesOf(
  actions: readonly AskedAction[],
  comparing: Comparing,
  proof: ProofBounds,
): InSteps<FoundChanges> {
  const identified = withIdentity(comparing, proof);
  const formed = withForms(comparing, proof);
  const seconds = secondActions(comparing);
  const changes = new Map<string, EndpointChange>();
  const rows: FoundRow[] = [];
  for (const asked of actions) {
    const changeOf = changeOfAction(asked, comparing);
    const change = function* (endpoint: AskedEndpoint) {
      const own = yield* changeOf(endpoint);
      const known = identified ? yield* identified(own, asked.uid) : own;
      // What is not decided only since it may close more hides nothing that opens: so it is told last.
      return withUnlisted(yield* formed(known, asked, endpoint), asked, comparing);
    };
    if (isOfModel(asked) && seconds.has(asked.uid.id))
      changes.set(asked.uid.id, yield* change({ presence: presenceOf(asked) }));
    for (const endpoint of endpointsOf(asked)) {
      const skipped = changeOfSkipped(endpoint, comparing);
      const own = skipped
        ? { ...actionOf(asked), presence: endpoint.presence, ...skipped }
        : yield* change(endpoint);
      rows.push({ row: { ...own, ...nameOf(endpoint) }, asked, isDecided: !skipped });
    }
    yield;
  }
  return { rows, changes };
}

/** The changes of endpoints, with what their calls ask beside the action that is theirs. */
function* withWholeCalls(
  { rows, changes }: FoundChanges,
  sides: Sides,
  proof: Parameters<typeof findWholeCalls>[1],
): InSteps<EndpointChange[]> {
  const wholeCallsOf = findWholeCalls(sides, proof);
  const turnedByLimit = findTurnedByLimit(sides, proof);
  const onOneSide = [
    ...rows.flatMap(({ row: { endpoint, presence } }) => (endpoint && presence !== 'both' ? [endpoint] : [])),
    ...sides.before.skipped,
    ...sides.after.skipped,
  ];
  const endpoints: EndpointChange[] = [];
  for (const { row, asked, isDecided } of rows) {
    if (!isDecided) {
      endpoints.push(row);
      continue;
    }
    const limit = yield* turnedByLimit(row, asked.uid);
    const whole = yield* wholeCallsOf(row, asked.uid, { changes, limit });
    endpoints.push(withCalls(row, sides, { changes, whole, onOneSide, limit }));
  }
  return endpoints;
}

/** Where the schemas differ: who is refused on one side alone, because of what a token or the application says, is in no answer. */
const FIT_BOTH =
  'what tokens say of callers, and what the application says of entities and in the context, fits both schemas';

function* decideSides({ before, after }: Sides, views: Views): InSteps<Outcome<Comparing['decide']>> {
  const was = decideSide('compare before', before, views.before);
  yield;
  const is = decideSide('compare after', after, views.after);
  if (!was.ok) return was;
  if (!is.ok) return is;
  return { ok: true, value: { before: was.value, after: is.value }, diagnostics: [] };
}

/** Endpoints ask about no others. */
function isOfModel({ before, after }: AskedAction): boolean {
  return before?.action !== undefined || after?.action !== undefined;
}

function presenceOf({ before, after }: AskedAction): EndpointChange['presence'] {
  return presenceIn(before !== undefined, after !== undefined);
}

function presenceIn(inOld: boolean, inNow: boolean): EndpointChange['presence'] {
  return inOld && inNow ? 'both' : inNow ? 'new' : 'removed';
}

function endpointsOf({ before, after }: AskedAction): readonly AskedEndpoint[] {
  const [old, now] = [before?.action?.endpoints ?? [], after?.action?.endpoints ?? []];
  if (old.length + now.length === 0)
    return [{ presence: presenceIn(before !== undefined, after !== undefined) }];
  const gone = old.filter((one) => !sameEndpoint(now, one));
  return [
    ...now.map((one) => ({
      one,
      action: after?.action,
      presence: presenceIn(!!sameEndpoint(old, one), true),
    })),
    ...gone.map((one) => ({ one, action: before?.action, presence: presenceIn(true, false) })),
  ].flatMap(({ one, action, presence }) => (action ? [{ endpoint: { ...one, action }, presence }] : []));
}

function nameOf({ endpoint }: AskedEndpoint): Pick<EndpointChange, 'endpoint'> {
  return endpoint ? { endpoint: { method: endpoint.method, path: endpoint.path } } : {};
}
