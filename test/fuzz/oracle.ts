import * as cedar from '@cedar-policy/cedar-wasm/nodejs';
import { withoutPolicyName } from '../../src/core/cedar/engine-diagnostic.ts';
import type { Entity } from '../../src/core/cedar/entity.ts';
import type { Decision } from '../../src/core/engine/engine.ts';
import { idOf, linkIn } from './links.ts';
import type { World, WorldQuery } from './world.ts';

/**
 * What a decision must be: its kind, the policies that decided, and those that could not be evaluated with the engine's message; or
 * that the engine refuses the request.
 */
export type Expected =
  | { readonly kind: 'refused' }
  | {
      readonly kind: Decision['kind'];
      readonly policies: readonly string[];
      readonly errors: readonly (readonly [policy: string, message: string])[];
    };

export type ErrorHandling = 'deny' | 'skip';

/** Several ways ask for the same answer of a world, and it is found once. */
const known = new WeakMap<World['schema'], Map<string, Expected>>();

/** Asks the engine itself, about all policies and all entities, with the schema. An error denies, but for Cedar: it skips the policy. */
export function plainAnswer(
  { schema }: World,
  policies: readonly string[],
  query: Omit<WorldQuery, 'slice'>,
  entities: readonly Entity[],
  errors: ErrorHandling = 'deny',
): Expected {
  const { principal, action, resource, context } = query;
  const key = JSON.stringify([errors, policies, principal, action, resource, context, entities]);
  const before = known.get(schema)?.get(key);
  if (before) return before;
  const asked = { principal, action, resource, context };
  const found = evaluated(schema, policies, asked, entities, errors);
  known.set(schema, (known.get(schema) ?? new Map()).set(key, found));
  return found;
}

function evaluated(
  schema: World['schema'],
  policies: readonly string[],
  { principal, action, resource, context }: Omit<WorldQuery, 'slice'>,
  entities: readonly Entity[],
  handling: ErrorHandling,
): Expected {
  const links = policies.flatMap((text) => linkIn(text) ?? []);
  const texts = policies.filter((text) => !linkIn(text));
  const answer = cedar.isAuthorized({
    principal,
    action,
    resource,
    context: { ...context },
    entities: [...entities],
    policies: {
      staticPolicies: Object.fromEntries(texts.map((text) => [idOf(text), text])),
      templates: Object.fromEntries(links.map(({ templateId, template }) => [templateId, template])),
      templateLinks: links.map(({ templateId, id, values }) => ({ templateId, newId: id, values })),
    },
    schema,
    validateRequest: true,
  });
  if (answer.type === 'failure') return { kind: 'refused' };
  const { decision, diagnostics } = answer.response;
  const errors = diagnostics.errors
    .map(({ policyId, error }) => [policyId, withoutPolicyName(error.message)] as const)
    .sort(byText);
  const determining = [...diagnostics.reason].sort();
  return {
    kind: kindOf(decision, determining.length > 0, errors.length > 0 && handling === 'deny'),
    policies: determining,
    errors,
  };
}

function kindOf(decision: cedar.Decision, isDetermined: boolean, isErrored: boolean): Decision['kind'] {
  if (isErrored) return 'errored';
  if (decision === 'allow') return 'allowed';
  return isDetermined ? 'forbidden' : 'not-permitted';
}

/** A decision of ours in the same words. */
export function answerOf({ decision, kind, determining, errors }: Decision): Expected {
  if ((kind === 'allowed') !== (decision === 'allow')) throw new Error(`${kind} is ${decision}`);
  const named = errors.flatMap(({ policy, message }) => (policy ? [[policy.id, message] as const] : []));
  if (named.length < errors.length) return { kind: 'refused' };
  return { kind, policies: determining.map(({ id }) => id), errors: named.sort(byText) };
}

function byText(a: readonly string[], b: readonly string[]): number {
  const [left, right] = [a.join('\n'), b.join('\n')];
  return left < right ? -1 : left > right ? 1 : 0;
}
