import { entityStore } from '../cedar/entity.ts';
import { explicitValues } from '../cedar/explicit-values.ts';
import { type Diagnostic, hasErrors, type Outcome } from '../diagnostics/diagnostic.ts';
import { endpointKey } from '../endpoints/endpoint-key.ts';
import { createEngine, type Engine, notFound } from '../engine/engine.ts';
import { answered, callRefusal } from '../engine/http-status.ts';
import { createExplainer, type Explainer } from '../explanation/explainer.ts';
import type { Explanation } from '../explanation/explanation.ts';
import { callStep } from '../explanation/mapping-steps.ts';
import { checkEntityList } from '../fixtures/check-entities.ts';
import { givenNameProblem } from '../fixtures/given-context.ts';
import type { Schema } from '../model/read-schema.ts';
import { checkPolicies } from '../policies/check-policies.ts';
import type { GivenContext } from '../requests/context.ts';
import type { Call, MappedCall, Request } from '../requests/map-call.ts';
import { nearEndpoint } from '../requests/nearest-endpoint.ts';
import { principalMisfit } from '../requests/principal.ts';
import type { ServerMapper } from '../requests/server/server-mapper.ts';
import { batchChoiceOf, DEFAULT_SERVER_RULES, type ServerRules } from '../requests/server/server-rules.ts';
import { sliceMaker } from '../requests/slice.ts';
import { type CallerName, type FixtureCaller, findCaller } from './caller.ts';
import { projectMapper, readProjectSchema } from './check-project.ts';
import type { VerifyInput } from './verify-input.ts';

/** One explanation, or one for each item of a batch. */
export interface ExplainedCall {
  readonly call: Call;
  readonly decisions: readonly ExplainedDecision[];
  /** What a server makes of all of them; missing where there is only one. */
  readonly whole?: 'allow' | 'deny';
}

export interface ExplainedDecision {
  /** Missing when the call asks for nothing that could be decided. */
  readonly request?: Request;
  readonly explanation: Explanation;
}

/**
 * Decides one call as the running application would, and says why. `as` is the name of a principal of the fixtures, `anonymous`, or the
 * claims of a token. Of the fixtures only principals and entities are read. Schema, policies, caller and entities have to be without
 * errors: else the outcome has the problems, and nothing is thrown. `given` holds attributes of the context that no call shows; one that the
 * schema does not give the action is a problem, too.
 */
export function explainCall(
  input: VerifyInput,
  call: Call,
  as: CallerName,
  given: GivenContext = {},
): Outcome<ExplainedCall> {
  const schema = readProjectSchema(input);
  if (!schema.ok) return schema;
  const mapper = projectMapper(input, schema.value.model);
  if (!mapper.ok) return mapper;
  const { policySet, diagnostics } = checkPolicies(input.policies, schema.value.json);
  const caller = findCaller(input, as, schema.value.model);
  const problems = [
    ...schema.diagnostics,
    ...mapper.diagnostics,
    ...diagnostics,
    ...caller.diagnostics,
    ...(caller.ok ? misfits(caller.value, schema.value) : []),
  ];
  if (!caller.ok || hasErrors(problems)) return { ok: false, diagnostics: problems };
  const { json, model } = schema.value;
  const engine = createEngine('explain', json, policySet);
  if (!engine.ok) return engine;
  const explainer = createExplainer('explain parts', {
    schema: json,
    model,
    policySet,
    engine: engine.value,
    mostChanges: MOST_CHANGES,
  });
  const mapped = mapper.value.map(call, caller.value.principal, given);
  const misnamed = mapped.type === 'requests' && givenNameProblem(given, mapped.endpoint.action);
  if (misnamed)
    return {
      ok: false,
      diagnostics: [...problems, { severity: 'error', code: 'call-invalid', message: misnamed }],
    };
  const asked = { call, mapped, caller: caller.value, schema: schema.value };
  const decisions =
    mapped.type === 'requests'
      ? mapped.requests.map((request) => explainRequest(request, asked, engine.value, explainer))
      : [{ explanation: unmapped(call, mapped, mapper.value) }];
  const whole = mapped.type === 'requests' ? wholeOf(decisions, mapped, input.rules) : undefined;
  return { ok: true, value: { call, decisions, ...(whole ? { whole } : {}) }, diagnostics: problems };
}

function wholeOf(
  decisions: readonly ExplainedDecision[],
  { endpoint, also }: MappedCall & { readonly type: 'requests' },
  rules: Pick<ServerRules, 'batch'> = DEFAULT_SERVER_RULES,
): ExplainedCall['whole'] {
  if (decisions.length < 2) return undefined;
  const answers = decisions.flatMap(({ request, explanation }) =>
    request ? answered(request, explanation) : [],
  );
  const choice = batchChoiceOf(rules, endpoint && endpointKey(endpoint), also === undefined);
  return callRefusal(answers, choice) === undefined ? 'allow' : 'deny';
}

/** Several ways out are worth the time of a single question. */
const MOST_CHANGES = 3;

function misfits({ principal, entities }: FixtureCaller, { json, model }: Schema): Diagnostic[] {
  const misfit = principalMisfit(principal, json, model);
  const message = `the principal does not fit the schema: ${misfit?.message}`;
  return [
    ...(misfit ? [{ ...misfit, severity: 'error', code: 'principal-invalid', message } as const] : []),
    ...(entities ? checkEntityList(entities, json) : []),
  ];
}

interface AskedExplanation {
  readonly call: Call;
  readonly mapped: MappedCall;
  readonly caller: FixtureCaller;
  readonly schema: Schema;
}

function explainRequest(
  request: Request,
  { call, mapped, caller, schema }: AskedExplanation,
  engine: Engine,
  explainer: Explainer,
): ExplainedDecision {
  const { principal, entities } = caller;
  const slices = sliceMaker(
    entityStore(explicitValues(schema.json).entities(entities?.entities ?? [])),
    schema.model,
  );
  const slice = slices.compose(principal, request.resource);
  const decision = slice.type === 'not-found' ? notFound(slice.why) : engine.decide(request, slice.entities);
  const endpoint = mapped.type === 'requests' ? { endpoint: mapped.endpoint } : {};
  return {
    request,
    explanation: explainer.explain({ call, ...endpoint, request, principal, slices, slice, decision }),
  };
}

/** Such a call never gets to the policies: it is denied, or let through without a decision. */
function unmapped(
  call: Call,
  mapped: Exclude<MappedCall, { type: 'requests' }>,
  mapper: ServerMapper,
): Explanation {
  const near = mapped.type === 'no-endpoint' ? nearEndpoint(call, mapper) : undefined;
  return {
    kind: mapped.type,
    decision: mapped.type === 'skipped' || mapped.type === 'options' ? 'allow' : 'deny',
    summary: `${mapped.reason}${near ? `: ${near}` : ''}`,
    mapping: [callStep(call)],
    policies: [],
    omitted: 0,
    changes: [],
  };
}
