import type { SchemaJson } from '../cedar/cedar.ts';
import { qualified } from '../cedar/namespace.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Model } from '../model/model.ts';
import { locatePolicy, type Policy } from '../policies/policy.ts';
import { actionGroups, policiesFor } from '../policies/relevant-policies.ts';
import { actionUid } from '../requests/identifiers.ts';
import { isRecord } from '../values/record.ts';

/**
 * Policies about calls that ask for tags of the caller. Who calls is made of the claims of a token, which become attributes and parents: a
 * `forbid` by a tag would protect nothing, and nobody would notice.
 */
export function tagsOfCallers(
  { json, model }: { readonly json: SchemaJson<string>; readonly model: Model },
  policies: readonly Policy[],
): Diagnostic[] {
  const asking = policies.filter(({ json: { conditions } }) => asksForTags(conditions));
  if (asking.length === 0) return [];
  const groups = actionGroups(json);
  const actions = model.actions.filter(({ endpoints }) => endpoints.length > 0);
  const ofCalls = new Set(
    actions
      .flatMap((action) => policiesFor(asking, actionUid(action, model), groups))
      .filter(mayBeCaller(model)),
  );
  return [...ofCalls].map((policy) => ({
    severity: 'warning',
    code: 'tags-not-sent',
    message: `policy \`${policy.id}\` asks for tags of the principal, and a token gives none`,
    help: 'model what it asks as an attribute of the principal, which a claim holds; tags come only from a `getPrincipalEntity` of your own, and fixtures have none',
    file: policy.file.file,
    location: locatePolicy(policy),
  }));
}

function mayBeCaller({ namespace, principalType }: Model): (policy: Policy) => boolean {
  const caller = qualified(namespace, principalType);
  return ({ json: { principal } }) => !('entity_type' in principal) || principal.entity_type === caller;
}

function asksForTags(expression: unknown): boolean {
  if (Array.isArray(expression)) return expression.some(asksForTags);
  if (!isRecord(expression)) return false;
  return Object.entries(expression).some(
    ([operator, operands]) =>
      ((operator === 'hasTag' || operator === 'getTag') && isOfPrincipal(operands)) || asksForTags(operands),
  );
}

function isOfPrincipal(operands: unknown): boolean {
  return isRecord(operands) && isRecord(operands.left) && operands.left.Var === 'principal';
}
