import type { SchemaJson } from '../cedar/cedar.ts';
import type { PolicySet } from '../policies/policy.ts';
import { canonicalJson } from '../values/canonical-json.ts';
import { compareText } from '../values/compare-text.ts';
import { groupsDiffer, withGroupsOf } from './action-groups.ts';
import type { PolicyStore } from './policy-store.ts';
import { type Statement, statementIn, statementOf } from './statement.ts';

/** One operation on a store. */
export type PublishingStep =
  | { readonly type: 'put-schema'; readonly schema: string; readonly isLast: boolean }
  | { readonly type: 'create'; readonly statement: Statement }
  | { readonly type: 'delete'; readonly policyId: string; readonly statement: Statement };

/** How a policy of the store, or of the project, fares. */
export interface PolicyChange {
  readonly id: string;
  readonly change: 'added' | 'changed' | 'removed';
  readonly effect: Statement['effect'];
}

/** What a publication will do; nothing when `steps` is empty. */
export interface Plan {
  /** In the order in which they are carried out. */
  readonly steps: readonly PublishingStep[];
  /** Sorted by id. */
  readonly changes: readonly PolicyChange[];
  readonly unchanged: number;
  readonly schema: 'added' | 'changed' | 'unchanged';
  /** Whether some calls that are allowed before and after are denied for a moment. */
  readonly closesBriefly: boolean;
}

/**
 * Compares a project with a store, and orders what has to be done so that at no moment a request is allowed that neither the old nor the
 * new policies allow:
 *
 * 1. the schema, with the action groups of the old one, so that the policies in the store mean what they meant;
 * 2. new `forbid`s: fewer requests are allowed than before;
 * 3. new `permit`s: whatever is allowed now, an old permit or a new one permits, and neither the old nor the new forbids forbid;
 * 4. old `permit`s go: the rest is allowed by the new policies; last those that cannot be read, as one of them may be a forbid;
 * 5. old `forbid`s go.
 *
 * Where action groups change, old and new permits must not stand side by side under either grouping: old permits go first, then the groups
 * change, then new permits come. What both allow is denied between the two.
 */
export function planPublication(schema: SchemaJson<string>, policySet: PolicySet, store: PolicyStore): Plan {
  const wanted = policySet.policies.map(statementOf);
  const stored = store.policies.map((policy) => ({
    policyId: policy.policyId,
    statement: statementIn(policy),
  }));
  const texts = new Set(wanted.map(({ text }) => text.trim()));
  const kept = distinct(stored.filter(({ statement }) => texts.has(statement.text.trim())));
  const keptTexts = new Set(kept.map(({ statement }) => statement.text.trim()));
  const created = sorted(wanted.filter(({ text }) => !keptTexts.has(text.trim())));
  const deleted = stored
    .filter((one) => !kept.includes(one))
    .sort(
      ({ statement: a, policyId }, { statement: b, policyId: other }) =>
        Number(a.isUnreadable === true) - Number(b.isUnreadable === true) ||
        compareText(a.id, b.id) ||
        compareText(policyId, other),
    );
  const before = parsed(store.schema) ?? {};
  const isSameSchema = canonicalJson(before) === canonicalJson(schema);
  const regroups = stored.length > 0 && groupsDiffer(before, schema);
  return {
    steps: ordered({ schema, before, isSameSchema, regroups, created, deleted }),
    changes: changesOf(
      created,
      deleted.map(({ statement }) => statement),
    ),
    unchanged: kept.length,
    schema: isSameSchema ? 'unchanged' : store.schema === undefined ? 'added' : 'changed',
    closesBriefly: regroups && deleted.some(({ statement }) => statement.effect === 'permit'),
  };
}

interface Work {
  readonly schema: SchemaJson<string>;
  /** Empty where the store has no schema: then no action is in any group. */
  readonly before: SchemaJson<string>;
  readonly isSameSchema: boolean;
  readonly regroups: boolean;
  readonly created: readonly Statement[];
  readonly deleted: readonly { readonly policyId: string; readonly statement: Statement }[];
}

function ordered({ schema, before, isSameSchema, regroups, created, deleted }: Work): PublishingStep[] {
  const create = (effect: Statement['effect']): PublishingStep[] =>
    created
      .filter((statement) => statement.effect === effect)
      .map((statement) => ({ type: 'create', statement }));
  const remove = (effect: Statement['effect']): PublishingStep[] =>
    deleted.filter(({ statement }) => statement.effect === effect).map((one) => ({ type: 'delete', ...one }));
  const whole: PublishingStep = { type: 'put-schema', schema: JSON.stringify(schema), isLast: true };
  if (regroups) {
    const bridge = JSON.stringify(withGroupsOf(before, schema));
    const first: PublishingStep = { type: 'put-schema', schema: bridge, isLast: false };
    return [first, ...create('forbid'), ...remove('permit'), whole, ...create('permit'), ...remove('forbid')];
  }
  const put = isSameSchema ? [] : [whole];
  return [...put, ...create('forbid'), ...create('permit'), ...remove('permit'), ...remove('forbid')];
}

/** Of policies with one text, the first stays. */
function distinct<T extends { readonly policyId: string; readonly statement: Statement }>(
  stored: readonly T[],
): T[] {
  const first = new Map<string, T>();
  const byId = [...stored].sort((a, b) => compareText(a.policyId, b.policyId));
  for (const one of byId) {
    const text = one.statement.text.trim();
    if (!first.has(text)) first.set(text, one);
  }
  return [...first.values()];
}

/** A policy that is removed under an id and added under it again has changed. */
function changesOf(created: readonly Statement[], deleted: readonly Statement[]): PolicyChange[] {
  const removed = new Set(deleted.map(({ id }) => id));
  const added = new Set(created.map(({ id }) => id));
  const changes: PolicyChange[] = [
    ...created.map(({ id, effect }) => ({
      id,
      effect,
      change: removed.has(id) ? ('changed' as const) : ('added' as const),
    })),
    ...deleted
      .filter(({ id }) => !added.has(id))
      .map(({ id, effect }) => ({ id, effect, change: 'removed' as const })),
  ];
  return changes.sort((a, b) => compareText(a.id, b.id));
}

function sorted(statements: readonly Statement[]): readonly Statement[] {
  return [...statements].sort((a, b) => compareText(a.id, b.id));
}

/** `undefined` for a schema that is not there, or not JSON: it is then replaced. */
function parsed(schema: string | undefined): SchemaJson<string> | undefined {
  if (schema === undefined) return undefined;
  try {
    return JSON.parse(schema);
  } catch {
    return undefined;
  }
}
