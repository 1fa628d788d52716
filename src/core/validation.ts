import type { Answer, NamespaceDefinition, SchemaJson, Validation } from './cedar.ts';
import * as cedar from './cedar.ts';
import { nearest } from './nearest.ts';
import { type Policy, type PolicySet, policyTexts } from './policy.ts';

/** A schema with fewer actions is validated in one go. */
const MANY_ACTIONS = 100;

/**
 * Strict validation of all policies and templates. The engine checks every policy for every action of the schema, also for those
 * that its scope rules out, so with thousands of actions it would take minutes. A policy whose scope names its actions gets the same
 * answer from a schema that has only those; policies that leave the action open are checked against the whole schema.
 */
export function validateAll(policySet: PolicySet, schema: SchemaJson<string>): Answer<Validation> {
  const { whole, portions } = inPortions(policySet, schema);
  const templates = policyTexts(policySet.templates);
  const answers = [
    cedar.validatePolicies(schema, policyTexts(whole), templates),
    ...portions.map(({ policies, actions }) =>
      cedar.validatePolicies(withActions(schema, actions), policyTexts(policies)),
    ),
  ];
  return withoutSchemaNames(withSteadySuggestions(together(answers), schema), schema);
}

interface Portion {
  readonly policies: Policy[];
  readonly actions: Set<string>;
}

function inPortions(
  policySet: PolicySet,
  schema: SchemaJson<string>,
): { whole: readonly Policy[]; portions: Portion[] } {
  const known = portionableActions(schema);
  if (!known) return { whole: policySet.policies, portions: [] };
  const whole: Policy[] = [];
  const portions: Portion[] = [];
  for (const policy of policySet.policies) {
    const actions = actionsInScope(policy, known);
    if (actions) addTo(portions, policy, actions);
    else whole.push(policy);
  }
  return { whole, portions };
}

/** The actions of a large schema by their uid; `undefined` when it is small, or has groups of actions that would have to be kept whole. */
function portionableActions(schema: SchemaJson<string>): ReadonlySet<string> | undefined {
  const [[namespace, definition] = ['', undefined], ...others] = Object.entries(schema);
  if (!definition || others.length > 0) return undefined;
  const actions = Object.entries(definition.actions);
  if (actions.length <= MANY_ACTIONS || actions.some(([, action]) => action.memberOf?.length))
    return undefined;
  return new Set(actions.map(([name]) => uidKey(`${namespace}::Action`, name)));
}

/** The names of all actions that the policy mentions, when its scope is limited to some and all of them exist. */
function actionsInScope(policy: Policy, known: ReadonlySet<string>): string[] | undefined {
  if (policy.json.action.op === 'All') return undefined;
  const mentioned = actionsIn(policy.json);
  return mentioned.every(({ type, id }) => known.has(uidKey(type, id)))
    ? mentioned.map(({ id }) => id)
    : undefined;
}

function actionsIn(value: unknown): cedar.TypeAndId[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('type' in value && 'id' in value && typeof value.type === 'string' && typeof value.id === 'string') {
    return /(?:^|::)Action$/.test(value.type) ? [{ type: value.type, id: value.id }] : [];
  }
  return Object.values(value).flatMap(actionsIn);
}

function addTo(portions: Portion[], policy: Policy, actions: readonly string[]): void {
  const last = portions.at(-1);
  const portion =
    last && last.actions.size + actions.length <= MANY_ACTIONS
      ? last
      : { policies: [], actions: new Set<string>() };
  if (portion !== last) portions.push(portion);
  portion.policies.push(policy);
  for (const action of actions) portion.actions.add(action);
}

function withActions(schema: SchemaJson<string>, names: ReadonlySet<string>): SchemaJson<string> {
  return Object.fromEntries(
    Object.entries(schema).map(([namespace, definition]) => [
      namespace,
      { ...definition, actions: pick(definition, names) },
    ]),
  );
}

function pick(definition: NamespaceDefinition<string>, names: ReadonlySet<string>) {
  return Object.fromEntries(Object.entries(definition.actions).filter(([name]) => names.has(name)));
}

function uidKey(type: string, id: string): string {
  return `${type}::${JSON.stringify(id)}`;
}

function together(answers: readonly Answer<Validation>[]): Answer<Validation> {
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
function withSteadySuggestions(answer: Answer<Validation>, schema: SchemaJson<string>): Answer<Validation> {
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
  const names = unknown[1] === 'action' ? actionNames(schema) : typeNames(schema);
  const written = unknown[2];
  const near = names.find((name) => name.endsWith(`::${written}`)) ?? nearest(written, names);
  return { ...error, help: near ? `did you mean \`${near}\`?` : null };
}

function actionNames(schema: SchemaJson<string>): string[] {
  return Object.entries(schema)
    .flatMap(([namespace, { actions }]) =>
      Object.keys(actions).map((name) => `${namespace}::Action::"${name}"`),
    )
    .sort();
}

function typeNames(schema: SchemaJson<string>): string[] {
  return Object.entries(schema)
    .flatMap(([namespace, { entityTypes }]) =>
      Object.keys(entityTypes).map((name) => `${namespace}::${name}`),
    )
    .sort();
}

// ---- names that policies cannot help ----

/** The engine warns about unusual characters in names; where the schema itself has the name, a policy has to write it so. */
function withoutSchemaNames(answer: Answer<Validation>, schema: SchemaJson<string>): Answer<Validation> {
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
