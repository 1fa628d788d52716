import type { Plan, PublishingStep } from './plan.ts';
import type { PolicyStoreClient } from './policy-store.ts';

/** How far a publication came; nothing has failed where it was stopped. */
export type Published =
  | { readonly ok: true }
  | { readonly ok: false; readonly done: number; readonly failed: PublishingStep; readonly error: unknown }
  | { readonly ok: false; readonly done: number; readonly failed?: undefined };

/**
 * Carries out the steps of a plan, one after the other, and stops at the first that fails, or before the next when it is told to. What is left is found by planning again: a plan
 * is made from what the store holds, so nothing has to be remembered.
 */
export async function publish(
  plan: Plan,
  client: PolicyStoreClient,
  onStep: (step: PublishingStep, index: number) => void,
  isStopped: () => boolean = () => false,
): Promise<Published> {
  for (const [index, step] of plan.steps.entries()) {
    if (isStopped()) return { ok: false, done: index };
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
