import type { EngineAnswer, SchemaJson, Validation } from '../cedar/cedar.ts';
import * as cedar from '../cedar/cedar.ts';
import { schemaNames } from '../cedar/schema/schema-names.ts';
import { nearest } from '../diagnostics/did-you-mean.ts';
import { nearestAction } from '../diagnostics/nearest-operation.ts';
import { actionsInScope, actionsToPart, MANY_ACTIONS, withActions } from './action-scope.ts';
import { type Policy, type PolicySet, policyTexts } from './policy.ts';

/**
 * Strict validation of all policies and templates. The engine checks every policy for every action of the schema, also for those
 * that its scope rules out, so with thousands of actions it would take minutes. A policy whose scope names its actions gets the same
 * answer from a schema that has only those; policies that leave the action open are checked against the whole schema.
 */
export function validateAll(policySet: PolicySet, schema: SchemaJson<string>): EngineAnswer<Validation> {
  const { whole, portions } = inPortions(policySet, schema);
  const templates = policyTexts(policySet.templates);
  const answers = [
    cedar.validatePolicies(schema, policyTexts(whole), templates),
    ...portions.map(({ policies, actions }) =>
      cedar.validatePolicies(withActions(schema, actions), policyTexts(policies)),
    ),
  ];
  return withoutSchemaNames(withSteadySuggestions(mergeAnswers(answers), schema), schema);
}

interface PolicyPortion {
  readonly policies: Policy[];
  readonly actions: Set<string>;
}

function inPortions(
  policySet: PolicySet,
  schema: SchemaJson<string>,
): { whole: readonly Policy[]; portions: PolicyPortion[] } {
  const known = actionsToPart(schema);
  if (!known) return { whole: policySet.policies, portions: [] };
  const whole: Policy[] = [];
  const portions: PolicyPortion[] = [];
  for (const policy of policySet.policies) {
    const actions = actionsInScope(policy, known);
    if (actions) addTo(portions, policy, actions);
    else whole.push(policy);
  }
  return { whole, portions };
}

function addTo(portions: PolicyPortion[], policy: Policy, actions: readonly string[]): void {
  const last = portions.at(-1);
  const portion =
    last && last.actions.size + actions.length <= MANY_ACTIONS
      ? last
      : { policies: [], actions: new Set<string>() };
  if (portion !== last) portions.push(portion);
  portion.policies.push(policy);
  for (const action of actions) portion.actions.add(action);
}

function mergeAnswers(answers: readonly EngineAnswer<Validation>[]): EngineAnswer<Validation> {
  const failed = answers.find((answer) => !answer.ok);
  if (failed) return failed;
  const all = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
  return {
    ok: true,
    value: { errors: all.flatMap((one) => one.errors), warnings: all.flatMap((one) => one.warnings) },
  };
}

// ---- suggestions ----

/**
 * Among names that are equally near a mistyped one the engine suggests any, another one each time; and it has nothing to say about
 * a name without its namespace, the commonest mistake. So the choice is made here.
 */
function withSteadySuggestions(
  answer: EngineAnswer<Validation>,
  schema: SchemaJson<string>,
): EngineAnswer<Validation> {
  if (!answer.ok) return answer;
  const errors = answer.value.errors.map(({ policyId, error }) => ({
    policyId,
    error: steady(error, schema),
  }));
  return { ok: true, value: { ...answer.value, errors } };
}

function steady(error: cedar.DetailedError, schema: SchemaJson<string>): cedar.DetailedError {
  const unknown = /unrecognized (action|entity type) `([\s\S]*)`$/.exec(error.message);
  if (!unknown?.[2]) return error;
  const isAction = unknown[1] === 'action';
  const names = isAction ? actionNames(schema) : schemaNames(schema).entityTypes;
  const written = unknown[2];
  const near =
    names.find((name) => name.endsWith(`::${written}`)) ??
    (isAction ? nearestAction(written, names) : nearest(written, names));
  return { ...error, help: near ? `did you mean \`${near}\`?` : isAction ? NO_SUCH_ACTION : null };
}

/** A policy for an action that was renamed or removed may be meant for none of those that are left. */
const NO_SUCH_ACTION = 'the schema has no such action, and lists all that there are';

function actionNames(schema: SchemaJson<string>): string[] {
  return schemaNames(schema).actions.map(({ type, id }) => `${type}::"${id}"`);
}

// ---- names that policies cannot help ----

/** The engine warns about unusual characters in names; where the schema itself has the name, a policy has to write it so. */
function withoutSchemaNames(
  answer: EngineAnswer<Validation>,
  schema: SchemaJson<string>,
): EngineAnswer<Validation> {
  if (!answer.ok || answer.value.warnings.length === 0) return answer;
  const names = new Set(Object.values(schema).flatMap(({ actions }) => Object.keys(actions)));
  const warnings = answer.value.warnings.filter(({ error }) => {
    const name = /identifier `([\s\S]*)` contains/.exec(error.message)?.[1];
    return name === undefined || !names.has(withoutEscapes(name));
  });
  return { ok: true, value: { ...answer.value, warnings } };
}

/** The engine's messages show characters that cannot be seen as `\u{200b}`. */
function withoutEscapes(name: string): string {
  return name.replaceAll(/\\u\{([0-9a-f]{1,6})\}/gi, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}
