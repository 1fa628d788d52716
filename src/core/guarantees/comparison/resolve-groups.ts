import { type PolicyJson, policyToText } from '../../cedar/cedar.ts';
import { type EntityUid, entityKey, plainUid } from '../../cedar/entity.ts';
import { isActionType } from '../../policies/action-scope.ts';
import type { Policy } from '../../policies/policy.ts';
import type { ActionGroups } from '../../policies/relevant-policies.ts';
import { isRecord } from '../../values/record.ts';

/** Of which action a policy is read, and by which groups. */
export interface GroupReading {
  readonly action: EntityUid;
  /** Those of all actions of the side. */
  readonly groups: ActionGroups;
  /** The action itself is in other groups than on the other side, so that a scope that names groups says something else. */
  readonly isRegrouped: boolean;
  /** The action has another name on the other side, so that conditions that name it say something else. */
  readonly isRenamed?: boolean;
}

/**
 * A policy that has a say about an action, as it is read for requests of that action alone: what it asks of actions and their groups is
 * answered by the groups of its own side. `undefined` where it asks so that this cannot be answered beforehand.
 */
export function withResolvedGroups(
  policy: Policy,
  { action, groups, isRegrouped, isRenamed = false }: GroupReading,
): Policy | undefined {
  const resolver = new GroupResolver(action, groups, isRenamed);
  const conditions = policy.json.conditions.map((clause) => ({
    ...clause,
    body: resolver.resolve(clause.body) as typeof clause.body,
  }));
  if (resolver.isStuck) return undefined;
  if (!isRegrouped && !resolver.hasAnswered) return policy;
  const json: PolicyJson = { ...policy.json, action: { op: 'All' }, conditions };
  const text = policyToText(json);
  return text.ok ? { ...policy, json, text: text.value } : undefined;
}

class GroupResolver {
  isStuck = false;
  hasAnswered = false;
  readonly #action: EntityUid;
  readonly #groups: ActionGroups;
  readonly #isNamed: boolean;

  constructor(action: EntityUid, groups: ActionGroups, isNamed: boolean) {
    this.#action = action;
    this.#groups = groups;
    this.#isNamed = isNamed;
  }

  /** An expression with the answer in place of each question about groups. */
  resolve(part: unknown): unknown {
    if (Array.isArray(part)) return part.map((one) => this.resolve(one));
    if (!isRecord(part)) return part;
    if (this.#isNamed && part.Var === 'action') return { Value: { __entity: this.#action } };
    const { in: inside, is } = part;
    // The operand of `is` has an `in` as well, which has no sides of its own.
    if (isRecord(inside) && 'right' in inside && this.#isAboutActions(inside.left, inside.right))
      return this.#answer(inside.left, inside.right);
    if (isRecord(is) && is.in !== undefined && this.#isAboutActions(is.left, is.in))
      return this.#answer(is.left, is.in, is.entity_type);
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, this.resolve(value)]));
  }

  /** Whether it is asked of an action, as far as that can be seen: what is read from a request may be one, too. */
  #isAboutActions(left: unknown, right: unknown): boolean {
    if (this.#actionOf(left) !== undefined) return true;
    const members = membersOf(right);
    return members.some(isActionLiteral) || (mayBeAction(left) && members.every(mayBeAction));
  }

  #answer(left: unknown, right: unknown, type?: unknown): unknown {
    const action = this.#actionOf(left);
    const members = membersOf(right);
    const named = members.flatMap((member) => literalOf(member) ?? []);
    if (!action || named.length < members.length) {
      this.isStuck = true;
      return left;
    }
    const key = entityKey(action);
    const within = new Set([key, ...(this.#groups.get(key) ?? [])]);
    this.hasAnswered = true;
    const isOfType = type === undefined || type === action.type;
    return { Value: isOfType && named.some((uid) => within.has(entityKey(uid))) };
  }

  /** The action that an expression is, where that is certain. */
  #actionOf(part: unknown): EntityUid | undefined {
    if (isRecord(part) && part.Var === 'action') return this.#action;
    return isActionLiteral(part) ? literalOf(part) : undefined;
  }
}

/** Whether what is no literal of an action may be one all the same. */
function mayBeAction(part: unknown): boolean {
  const isOther = isRecord(part) && (part.Var === 'principal' || part.Var === 'resource');
  return !isOther && literalOf(part) === undefined;
}

function membersOf(part: unknown): readonly unknown[] {
  return isRecord(part) && Array.isArray(part.Set) ? part.Set : [part];
}

function literalOf(part: unknown): EntityUid | undefined {
  if (!isRecord(part) || !isRecord(part.Value)) return undefined;
  const { __entity: entity } = part.Value;
  return isRecord(entity) && typeof entity.type === 'string' && typeof entity.id === 'string'
    ? plainUid({ type: entity.type, id: entity.id })
    : undefined;
}

function isActionLiteral(part: unknown): boolean {
  return isActionType(literalOf(part)?.type ?? '');
}
