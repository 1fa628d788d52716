import { policyToJson } from '../../cedar/cedar.ts';
import type { AnalysedPolicy, PolicyStatement } from './claim.ts';

/**
 * A policy that is only asked about: it decides nothing.
 * @throws {Error} when Cedar does not read the text, which is a defect of whoever made it.
 */
export function madePolicy(id: string, text: string): AnalysedPolicy {
  const json = policyToJson(text);
  if (!json.ok) throw new Error(json.errors.map(({ message }) => message).join('; '));
  return { id, text, json: json.value };
}

/** A policy as a statement about requests. */
export function asStatement<P extends AnalysedPolicy>(policy: P): P & PolicyStatement {
  return { ...policy, isStatement: true };
}

/** Applies to every request. */
export const ANYTHING: AnalysedPolicy = {
  id: 'anything',
  text: 'permit (principal, action, resource);',
  json: {
    effect: 'permit',
    principal: { op: 'All' },
    action: { op: 'All' },
    resource: { op: 'All' },
    conditions: [],
  },
};
