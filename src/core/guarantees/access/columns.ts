import type { PolicyStatement } from '../../analysis/questions/claim.ts';
import { asStatement, madePolicy } from '../../analysis/questions/made-policy.ts';
import type { CedarValueJson } from '../../cedar/cedar.ts';
import type { Entity, EntityUid } from '../../cedar/entity.ts';
import { entityKey, plainUid } from '../../cedar/entity.ts';
import { ESCAPES } from '../../cedar/fits/type-fits.ts';
import { localName, qualified } from '../../cedar/namespace.ts';
import { printString, printUid, printValue } from '../../cedar/print-value.ts';
import { type AttributeType, hasEndpoints, type Model } from '../../model/model.ts';
import type { Policy } from '../../policies/policy.ts';
import { ANONYMOUS } from '../../requests/principal.ts';
import { compareText } from '../../values/compare-text.ts';
import { isRecord } from '../../values/record.ts';
import { entitiesNamed } from '../../verification/entities-named.ts';

/** Some callers: what is known of them, as a policy that applies to them alone. */
export interface AccessColumn {
  readonly name: string;
  readonly condition: PolicyStatement;
  /** The group that all of them are in. */
  readonly group?: EntityUid;
}

/**
 * A column for each group that policies name, for who is in none of them, and for who has no identity. Where no action has an endpoint, it is
 * not known which types are groups, and nobody is without an identity: then the groups are those that scopes of policies name. Principals of
 * other types than that of callers have a column for each type.
 */
export function groupColumns(
  model: Model,
  policies: readonly Policy[],
  principalTypes: readonly string[],
): readonly AccessColumn[] {
  if (!hasEndpoints(model)) return scopeColumns(policies);
  const type = qualified(model.namespace, model.groupType);
  const groups = entitiesNamed(policies, type);
  const callers = qualified(model.namespace, model.principalType);
  const others = principalTypes.includes(callers) ? principalTypes.filter((one) => one !== callers) : [];
  const anonymous = printUid({ type: callers, id: ANONYMOUS });
  const inNone = (others: readonly EntityUid[]) => others.map((uid) => `!(principal in ${printUid(uid)})`);
  const known = [...(others.length > 0 ? [isOf(callers)] : []), `principal != ${anonymous}`];
  return [
    ...groups.map((group) => {
      const besides = groups.filter((other) => other.id !== group.id);
      const conditions = [...known, `principal in ${printUid(group)}`, ...inNone(besides)];
      return { name: group.id, group, condition: conditionOf(group.id, conditions) };
    }),
    { name: 'no group', condition: conditionOf('no group', [...known, ...inNone(groups)]) },
    { name: ANONYMOUS, condition: conditionOf(ANONYMOUS, [`principal == ${anonymous}`]) },
    ...others.map((type) => {
      const name = `any ${localName(model.namespace, type)}`;
      return { name, condition: conditionOf(name, [isOf(type)]) };
    }),
  ];
}

function isOf(type: string): string {
  return `principal is ${type}`;
}

function scopeColumns(policies: readonly Policy[]): readonly AccessColumn[] {
  const groups = groupsInScopes(policies);
  const inGroup = (group: EntityUid) => `principal in ${printUid(group)}`;
  const inNone = groups.map((group) => `!(${inGroup(group)})`);
  return [
    ...groups.map((group) => {
      const name = printUid(group);
      const others = inNone.filter((condition) => condition !== `!(${inGroup(group)})`);
      return { name, group, condition: conditionOf(name, [inGroup(group), ...others]) };
    }),
    groups.length === 0
      ? { name: 'everybody', condition: conditionOf('everybody', ['true']) }
      : { name: 'no group', condition: conditionOf('no group', inNone) },
  ];
}

/** What scopes of policies say that principals are in, sorted. */
function groupsInScopes(policies: readonly Policy[]): readonly EntityUid[] {
  const named = policies.flatMap(({ json: { principal } }) => {
    const scope = principal.op === 'is' ? principal.in : principal.op === 'in' ? principal : undefined;
    return scope && 'entity' in scope ? [plainUid(scope.entity)] : [];
  });
  const byName = new Map(named.map((uid) => [printUid(uid), uid]));
  return [...byName].sort(([a], [b]) => compareText(a, b)).map(([, uid]) => uid);
}

/** Somebody, with everything that is known to be above. */
export interface KnownPerson {
  readonly name: string;
  /** Each value says by itself what it is. */
  readonly principal: Entity;
  readonly above: readonly EntityUid[];
}

/** The column of one person, with the groups, tenants and attributes of the person and no others. */
export function personColumn(
  { name, principal, above }: KnownPerson,
  model: Model,
  policies: readonly Policy[],
): AccessColumn {
  const own = new Set(above.map(entityKey));
  const types = [model.groupType, ...(model.tenantType === undefined ? [] : [model.tenantType])];
  const named = types.flatMap((type) => entitiesNamed(policies, qualified(model.namespace, type)));
  const known = model.entityTypes.find((type) => type.name === model.principalType)?.attributes ?? [];
  const missing = known.filter((attribute) => !Object.hasOwn(principal.attrs, attribute.name));
  return {
    name,
    condition: conditionOf(name, [
      `principal == ${printUid(plainUid(principal.uid))}`,
      ...above.map((one) => `principal in ${printUid(one)}`),
      ...named.filter((one) => !own.has(entityKey(one))).map((one) => `!(principal in ${printUid(one)})`),
      ...Object.entries(principal.attrs).map(([attribute, value]) => {
        const type = known.find((one) => one.name === attribute)?.type;
        // Left open, it is said of more callers than this one, and holds of this one, too.
        return type && isDisguised(type, value) ? hasAttribute(attribute) : hasValue(attribute, value);
      }),
      ...missing.map((attribute) => `!(${hasAttribute(attribute.name)})`),
    ]),
  };
}

/** Any text may be the name of an attribute. */
function hasValue(attribute: string, value: CedarValueJson): string {
  return `${hasAttribute(attribute)} && principal[${printString(attribute)}] == ${printValue(value)}`;
}

function hasAttribute(attribute: string): string {
  return `principal has ${printString(attribute)}`;
}

/** Whether a value has a record with a member that makes it look like something else: printed, it would be that. */
function isDisguised(type: AttributeType, value: unknown): boolean {
  if (type.kind === 'Set') return Array.isArray(value) && value.some((one) => isDisguised(type.element, one));
  if (type.kind !== 'Record' || !isRecord(value)) return false;
  return (
    ESCAPES.some((name) => Object.hasOwn(value, name)) ||
    type.attributes.some((member) => isDisguised(member.type, value[member.name]))
  );
}

function conditionOf(name: string, conditions: readonly string[]): PolicyStatement {
  const text = `permit (principal, action, resource) when { ${conditions.join(' && ')} };`;
  return asStatement(madePolicy(`the caller is ${name}`, text));
}
