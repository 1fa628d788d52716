/**
 * Decisions per second in one process: the engine of `authz test` beside a bare loop that asks cedar-wasm about the whole set of policies,
 * prepared once. Every request is checked against the schema, in both.
 *
 *   npx node bench/decisions.ts [--milliseconds 500] [--rounds 5]
 */
import * as bare from '@cedar-policy/cedar-wasm/nodejs';
import { readFlags } from '../scripts/read-flags.ts';
import type { SchemaJson } from '../src/core/cedar/cedar.ts';
import type { Entity } from '../src/core/cedar/entity.ts';
import { createEngine, type Engine } from '../src/core/engine/engine.ts';
import { type PolicySet, policyTexts } from '../src/core/policies/policy.ts';
import { readPolicies } from '../src/core/policies/read-policies.ts';
import type { Request } from '../src/core/requests/map-call.ts';
import { median } from './measure.ts';
import { addRow, perSecond, table } from './rows.ts';

const { values } = readFlags({
  options: { milliseconds: { type: 'string', default: '500' }, rounds: { type: 'string', default: '5' } },
});

interface Workload {
  readonly policies: number;
  readonly actions: number;
  /** In each request, beside the resource and the groups. */
  readonly entities: number;
  readonly bar?: string;
}

const WORKLOADS: readonly Workload[] = [
  { policies: 10, actions: 13, entities: 2 },
  { policies: 10, actions: 13, entities: 5 },
  { policies: 10, actions: 13, entities: 20 },
  { policies: 100, actions: 13, entities: 5 },
  { policies: 1_000, actions: 13, entities: 5 },
  { policies: 1_000, actions: 100, entities: 5 },
  { policies: 5_000, actions: 500, entities: 5, bar: 'at least 50' },
];

/** So many different requests take turns. */
const REQUESTS = 1_000;
const STATUSES = ['draft', 'review', 'final', 'gone'];

interface Question {
  readonly request: Request;
  readonly entities: readonly Entity[];
}

type Decide = (question: Question) => 'allow' | 'deny';

const rows = WORKLOADS.flatMap(measure);
const HEAD = ['policies', 'actions', 'entities', 'how', 'decisions / s', 'of the bare loop'];
process.stdout.write(`${table(HEAD, rows)}\n`);

function measure(workload: Workload): string[][] {
  const schema = schemaWith(workload.actions);
  const { policySet, diagnostics } = readPolicies([{ file: 'p', name: 'p', text: policiesFor(workload) }]);
  if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
  const questions = Array.from({ length: REQUESTS }, (_, index) => question(index, workload));
  const ways: Readonly<Record<string, Decide>> = {
    'bare loop': bareLoop(schema, policySet),
    'a set for each action': (one) => decideWith(sliced, one),
    'and decision classes': (one) => decideWith(classed, one),
  };
  const sliced = engineOf('sliced', schema, policySet, false);
  const classed = engineOf('classed', schema, policySet, true);
  agree(Object.values(ways), questions);
  // Each action has its own set from some question on: that is what is measured, not the making of it.
  for (const one of [...questions, ...questions])
    for (const engine of [sliced, classed]) decideWith(engine, one);
  const rates = inTurn(ways, questions);
  const base = rates['bare loop'] ?? Number.NaN;
  return Object.entries(rates).map(([how, rate]) => {
    const { policies, actions, entities, bar } = workload;
    if (how !== 'bare loop')
      addRow({
        part: 'decisions',
        what: `${policies} policies, ${actions} actions, ${entities} entities: ${how}`,
        figure: perSecond(rate),
        beside: 'bare loop',
        ratio: rate / base,
        ...(bar && how === 'a set for each action' ? { bar } : {}),
      });
    return [`${policies}`, `${actions}`, `${entities}`, how, perSecond(rate), (rate / base).toFixed(1)];
  });
}

// ---- ways to decide ----

function bareLoop(schema: SchemaJson<string>, { policies }: PolicySet): Decide {
  succeed(bare.preparsePolicySet('bare', { staticPolicies: policyTexts(policies) }));
  succeed(bare.preparseSchema('bare', schema));
  return ({ request, entities }) => {
    const { principal, action, resource, context } = request;
    const answer = bare.statefulIsAuthorized({
      principal,
      action,
      resource,
      context: { ...context },
      entities: [...entities],
      preparsedPolicySetId: 'bare',
      preparsedSchemaName: 'bare',
      validateRequest: true,
    });
    if (answer.type === 'failure') throw new Error(JSON.stringify(answer.errors));
    return answer.response.decision;
  };
}

function succeed(answer: bare.CheckParseAnswer): void {
  if (answer.type === 'failure') throw new Error(JSON.stringify(answer.errors));
}

function engineOf(name: string, schema: SchemaJson<string>, policySet: PolicySet, classes: boolean): Engine {
  const engine = createEngine(name, schema, policySet, classes ? { areChecked: false } : undefined);
  if (!engine.ok) throw new Error(JSON.stringify(engine.diagnostics));
  return engine.value;
}

function decideWith(engine: Engine, { request, entities }: Question): 'allow' | 'deny' {
  const { decision, errors } = engine.decide(request, entities);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return decision;
}

/** All ways decide alike, and something is allowed and something denied: else the figures say nothing. */
function agree(ways: readonly Decide[], questions: readonly Question[]): void {
  const decisions = questions.slice(0, 200).map((one) => {
    const [first, ...others] = ways.map((decide) => decide(one));
    if (others.some((other) => other !== first)) throw new Error('the ways differ');
    return first;
  });
  if (new Set(decisions).size !== 2) throw new Error('all decisions are the same');
}

/** In turn, so that a slow moment of the machine meets all; the medians. */
function inTurn(
  ways: Readonly<Record<string, Decide>>,
  questions: readonly Question[],
): Record<string, number> {
  const rates = Object.entries(ways).map(([how, decide]) => ({ how, decide, seen: [] as number[] }));
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    for (const { decide, seen } of rates) {
      const rate = rateOf(decide, questions);
      if (round > 0) seen.push(rate);
    }
  }
  return Object.fromEntries(rates.map(({ how, seen }) => [how, median(seen)]));
}

function rateOf(decide: Decide, questions: readonly Question[]): number {
  const start = performance.now();
  const end = start + Number(values.milliseconds);
  let count = 0;
  while (performance.now() < end) {
    const one = questions[count % questions.length];
    if (one) decide(one);
    count += 1;
  }
  return (count / (performance.now() - start)) * 1000;
}

// ---- the model ----

function schemaWith(actions: number): SchemaJson<string> {
  const appliesTo = { principalTypes: ['User'], resourceTypes: ['Document'] };
  return {
    App: {
      entityTypes: {
        Group: {},
        Folder: {},
        User: {
          memberOfTypes: ['Group'],
          shape: { type: 'Record', attributes: { region: { type: 'String' } } },
        },
        Document: {
          memberOfTypes: ['Folder'],
          shape: {
            type: 'Record',
            attributes: { status: { type: 'String' }, owner: { type: 'Entity', name: 'User' } },
          },
        },
      },
      actions: Object.fromEntries(
        Array.from({ length: actions }, (_, index) => [`a${index}`, { appliesTo }]),
      ),
    },
  };
}

/** Each about one action, but for one in a hundred, which is about all. */
function policiesFor({ policies, actions }: Workload): string {
  return Array.from({ length: policies }, (_, index) => {
    const action = index % 100 === 99 ? 'action' : `action == App::Action::"a${index % actions}"`;
    const group = `principal in App::Group::"g${index % 7}"`;
    return `permit (${group}, ${action}, resource) when { resource.status == "${STATUSES[index % 3]}" || resource.owner == principal };`;
  }).join('\n');
}

function question(index: number, { actions, entities }: Workload): Question {
  const user = { type: 'App::User', id: `u${index}` };
  const document = { type: 'App::Document', id: `d${index}` };
  const groups = Array.from({ length: entities - 1 }, (_, one) => ({
    type: 'App::Group',
    id: `g${(index + one) % 20}`,
  }));
  return {
    request: {
      principal: user,
      action: { type: 'App::Action', id: `a${index % actions}` },
      resource: document,
      context: {},
    },
    entities: [
      { uid: user, attrs: { region: `r${index % 5}` }, parents: groups },
      {
        uid: document,
        attrs: {
          status: STATUSES[index % STATUSES.length] ?? '',
          owner: { __entity: { type: 'App::User', id: `u${index + (index % 3)}` } },
        },
        parents: [],
      },
      ...groups.map((uid) => ({ uid, attrs: {}, parents: [] })),
    ],
  };
}
