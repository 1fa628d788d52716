import { policyToJson, policyToText } from '../cedar/cedar.ts';
import { printString } from '../cedar/print-value.ts';
import type { Policy } from '../policies/policy.ts';
import type { StoredPolicy } from './policy-store.ts';

/** A policy as a store takes it. */
export interface Statement {
  /** The value of `@id`: the name of the policy here, since the service makes ids of its own. */
  readonly id: string;
  readonly effect: 'permit' | 'forbid';
  readonly text: string;
  /** Cedar cannot read the text: `effect` is a guess. */
  readonly isUnreadable?: true;
}

/** The text of a policy for a store. A policy without `@id` gets its id written down, so that the next publication knows it again. */
export function statementOf(policy: Policy): Statement {
  const { annotations = {}, effect } = policy.json;
  const id = 'id' in annotations ? '' : `@id(${printString(policy.id)})\n`;
  return { id: policy.id, effect, text: `${id}${policy.text}` };
}

/**
 * What a stored policy is here. A text that this version of Cedar cannot read has no `@id`; it counts as a permit, the effect that can let
 * somebody in, but may be a forbid.
 */
export function statementIn({ policyId, statement }: StoredPolicy): Statement {
  const json = policyToJson(statement);
  const annotations = json.ok ? json.value.annotations : undefined;
  return {
    id: annotations?.id ?? policyId,
    effect: json.ok ? json.value.effect : 'permit',
    text: statement,
    ...(json.ok ? {} : { isUnreadable: true as const }),
  };
}

/** The text without `@id`, which a store may hold twice, as it does halfway through a publication. A text that Cedar cannot read stays. */
export function textWithoutId({ statement }: StoredPolicy): string {
  const json = policyToJson(statement);
  if (!json.ok) return statement;
  const { id: _, ...annotations } = json.value.annotations ?? {};
  const text = policyToText({ ...json.value, annotations });
  return text.ok ? text.value : statement;
}
