import type { Fact } from '../../analysis/questions/fact.ts';
import { entityKey } from '../../cedar/entity.ts';
import { qualified } from '../../cedar/namespace.ts';
import { isNoSchema } from '../../cedar/schema/no-schema.ts';
import type { Outcome } from '../../diagnostics/diagnostic.ts';
import { endpointKey } from '../../endpoints/endpoint-key.ts';
import { usableFactsInSteps } from '../../facts/usable-facts.ts';
import type { InSteps } from '../../values/last-of.ts';
import { compareResults, type DecisionChange } from '../../watching/decision-changes.ts';
import type { DecidedProject } from '../../watching/replay-again.ts';
import { actionName } from '../actions-of-schema.ts';
import { effectsForAll } from '../changed-settings.ts';
import { compareInSteps } from './compare.ts';
import type { Comparison } from './comparison.ts';
import type { SavedChange, SaveFindings } from './saved-changes.ts';
import { sideOf } from './side-of.ts';

/** What one question may cost, so that nothing waits for long: some tenths of a second. */
const MOST_EFFORT_EACH = 1_000_000;

/** Compares two states of a watched project for all requests, with stops. */
export function* compareSaved(before: DecidedProject, after: DecidedProject): InSteps<SaveFindings> {
  const projects = [before.project, after.project];
  if (projects.some(({ hasInvalidPolicies }) => hasInvalidPolicies))
    return { changes: [], undecided: [UNFIT] };
  if (projects.some(({ schema }) => isNoSchema(schema))) return { changes: [], undecided: [BARE] };
  if (saysTheSame(before, after)) return { changes: [], undecided: [] };
  // Where facts cannot be used, less is taken for granted: a call may be shown that the application never makes.
  const facts = yield* factsOf(after);
  const compared = yield* compareInSteps(sideOf('before', before.project), sideOf('after', after.project), {
    facts,
    mostEffort: MOST_EFFORT_EACH,
  });
  const turned = compareResults(before.results, after.results).decisions;
  const { changes, undecided } = findings(compared, turned, after.project.model.namespace);
  return { changes, undecided: [...undecided, ...forAllEndpoints(before, after)] };
}

/** Looked at once for a schema: most saves are of policies. */
function* factsOf({ project }: DecidedProject): InSteps<readonly Fact[]> {
  const { schema, facts: written } = project;
  const text = JSON.stringify(written);
  const before = factsBySchema.get(schema);
  if (before?.text === text) return before.facts;
  const usable = yield* usableFactsInSteps(project, project);
  const facts = usable.ok ? usable.value : [];
  factsBySchema.set(schema, { text, facts });
  return facts;
}

const factsBySchema = new WeakMap<object, { readonly text: string; readonly facts: readonly Fact[] }>();

const BARE = 'there is no schema, so nothing is proven';

const UNFIT = 'policies do not fit the schema, so nothing is proven about them';

function saysTheSame({ project: before }: DecidedProject, { project: after }: DecidedProject): boolean {
  const texts = ({ policySet, mapper }: typeof before) =>
    JSON.stringify([mapper.rules, ...policySet.policies.map(({ id, text }) => [id, text])]);
  return before.schema === after.schema && texts(before) === texts(after);
}

/** What rules do to calls of any endpoint: no endpoint is named for it. */
function forAllEndpoints({ project: before }: DecidedProject, { project: after }: DecidedProject): string[] {
  return [...effectsForAll(before.mapper, after.mapper)].map(([key, { kind, message }]) =>
    [key, message ?? kind].join(': '),
  );
}

function findings(
  compared: Outcome<Comparison>,
  turned: readonly DecisionChange[],
  home: string,
): SaveFindings {
  if (!compared.ok) return { changes: [], undecided: compared.diagnostics.map(({ message }) => message) };
  const { endpoints } = compared.value;
  const of = (kind: SavedChange['kind']) =>
    endpoints.flatMap((change): SavedChange[] => {
      const turn = change[kind];
      const isTriedNow = isTried(kind, change, turned, home);
      if (turn) return [{ kind, change, turn, isTried: isTriedNow }];
      return change.kind === kind ? [{ kind, change, isTried: isTriedNow }] : [];
    });
  const undecided = endpoints
    .filter(({ kind, isPartlyUndecided }) => kind === 'not-decided' || isPartlyUndecided)
    .map(({ endpoint, action, namespace, reasons }) => {
      const name = endpoint ? endpointKey(endpoint) : actionName({ action, namespace });
      return `${name}: ${reasons[0]?.message ?? 'not decided'}`;
    });
  return { changes: [...of('opened'), ...of('closed')], undecided };
}

function isTried(
  kind: SavedChange['kind'],
  { endpoint, action, namespace }: SavedChange['change'],
  turned: readonly DecisionChange[],
  home: string,
): boolean {
  const wanted = kind === 'opened' ? 'now-allowed' : 'now-denied';
  const uid = entityKey({ type: qualified(namespace ?? home, 'Action'), id: action });
  const isAbout = ({ endpoint: called, checks }: DecisionChange['ready']) =>
    endpoint
      ? called?.method === endpoint.method && called.path === endpoint.path
      : checks.some(({ request }) => entityKey(request.action) === uid);
  // A call of an endpoint that is skipped now reached it before.
  return turned.some(({ kind: way, ready, earlier }) => way === wanted && [ready, earlier].some(isAbout));
}
