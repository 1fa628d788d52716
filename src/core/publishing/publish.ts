import type { Plan, PublishingStep } from './plan.ts';
import type { PolicyStoreClient } from './policy-store.ts';

/** How far a publication came. */
export type Published =
  | { readonly ok: true }
  | { readonly ok: false; readonly done: number; readonly failed: PublishingStep; readonly error: unknown };

/**
 * Carries out the steps of a plan, one after the other, and stops at the first that fails. What is left is found by planning again: a plan
 * is made from what the store holds, so nothing has to be remembered.
 */
export async function publish(
  plan: Plan,
  client: PolicyStoreClient,
  onStep: (step: PublishingStep, index: number) => void,
): Promise<Published> {
  for (const [index, step] of plan.steps.entries()) {
    onStep(step, index);
    try {
      await carryOut(step, client);
    } catch (error) {
      return { ok: false, done: index, failed: step, error };
    }
  }
  return { ok: true };
}

function carryOut(step: PublishingStep, client: PolicyStoreClient): Promise<void> {
  switch (step.type) {
    case 'put-schema':
      return client.putSchema(step.schema);
    case 'create':
      return client.createPolicy(step.statement.text);
    case 'delete':
      return client.deletePolicy(step.policyId);
  }
}
