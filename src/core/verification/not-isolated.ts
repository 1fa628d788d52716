import type { PolicyJson } from '../cedar/cedar.ts';
import { qualified } from '../cedar/namespace.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Model } from '../model/model.ts';
import { isOfTenant, resourceTypes } from '../model/tenancy.ts';
import { actionsIn } from '../policies/action-scope.ts';

/**
 * The types in tenants that policies which keep tenants apart surely leave out, by their scope or by a bare `resource is`. What other
 * conditions leave out is for invariants to say.
 */
export function typesNotIsolated(isolating: readonly PolicyJson[], model: Model): Diagnostic[] {
  const all = resourceTypes(model);
  const shared = all
    .filter((name) => isOfTenant(name, model))
    .map((type) => ({ type, actions: actionsLeftOut(type, isolating, model) }))
    .filter(({ actions }) => actions.length > 0);
  if (shared.length === 0) return [];
  const one = shared.length === 1;
  return [
    {
      severity: 'warning',
      code: 'not-isolated',
      message: `${shared.length} of ${all.length} types ${one ? 'is' : 'are'} in a \`${model.tenantType}\`, and policies that keep tenants apart leave out actions on ${one ? 'it' : 'them'}: ${shared.map(({ type }) => type).join(', ')}`,
      help: 'widen the policy that forbids what is not in `context.tenants`; where all tenants share a type, there is nothing to do',
      details: shared.map(({ type, actions }) => `${type}, in ${actions.join(', ')}`),
    },
  ];
}

function actionsLeftOut(type: string, isolating: readonly PolicyJson[], model: Model): string[] {
  const uid = qualified(model.namespace, type);
  const about = isolating.filter((policy) => isAboutAll(uid, policy));
  const known = new Set(model.actions.map(({ name }) => name));
  return model.actions
    .filter(({ resourceType }) => resourceType === type)
    .map(({ name }) => name)
    .filter((name) => !about.some(({ action }) => mayBeAbout(name, action, known)));
}

/** An action that the model lacks may be a group of others. */
function mayBeAbout(name: string, action: PolicyJson['action'], known: ReadonlySet<string>): boolean {
  return action.op === 'All' || actionsIn(action).some(({ id }) => id === name || !known.has(id));
}

/** Whether the scope takes every resource of the type, and no condition ends there. */
function isAboutAll(type: string, { resource, conditions }: PolicyJson): boolean {
  const isInScope =
    resource.op === 'All' || (resource.op === 'is' && resource.entity_type === type && !('in' in resource));
  return isInScope && !conditions.some(({ kind, body }) => surelyIs(kind === 'unless', body, type));
}

/** Whether a condition comes to this, true or false, for every resource of the type, as far as its form alone tells. */
function surelyIs(result: boolean, body: unknown, type: string): boolean {
  if (typeof body !== 'object' || body === null) return false;
  if ('is' in body) return speaksOfResource(body.is) && (body.is.entity_type === type) === result;
  if ('!' in body) return surelyIs(!result, argumentOf(body['!']), type);
  const either = '||' in body ? sidesOf(body['||']) : undefined;
  const both = '&&' in body ? sidesOf(body['&&']) : undefined;
  const isSo = (side: unknown) => surelyIs(result, side, type);
  if (either) return result ? either.some(isSo) : either.every(isSo);
  if (both) return result ? both.every(isSo) : both.some(isSo);
  return false;
}

function speaksOfResource(value: unknown): value is { readonly entity_type: string } {
  if (typeof value !== 'object' || value === null || !('left' in value) || 'in' in value) return false;
  const { left } = value;
  return typeof left === 'object' && left !== null && 'Var' in left && left.Var === 'resource';
}

function argumentOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'arg' in value ? value.arg : undefined;
}

function sidesOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null && 'left' in value && 'right' in value
    ? [value.left, value.right]
    : [];
}
