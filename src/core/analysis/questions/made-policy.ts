import { policyToJson } from '../../cedar/cedar.ts';
import type { AnalysedPolicy } from './claim.ts';

/**
 * A policy that is only asked about: it decides nothing.
 * @throws {Error} when Cedar does not read the text, which is a defect of whoever made it.
 */
export function madePolicy(id: string, text: string): AnalysedPolicy {
  const json = policyToJson(text);
  if (!json.ok) throw new Error(json.errors.map(({ message }) => message).join('; '));
  return { id, text, json: json.value };
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
