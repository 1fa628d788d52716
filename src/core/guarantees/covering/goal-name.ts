import { inOneLine } from '../../cedar/tokens.ts';
import type { Goal } from '../../coverage/goal.ts';

/** A goal as the name of a case: `editors-read: resource.status == "draft" is false`. */
export function goalName(goal: Goal): string {
  switch (goal.type) {
    case 'endpoint':
      return `${goal.endpoint.method} ${goal.endpoint.path} is ${goal.outcome}`;
    case 'policy':
      return `${goal.policy.id} determines a decision`;
    case 'part':
      return `${goal.policy.id}: ${inOneLine(goal.part.text)} is ${goal.outcome}`;
  }
}
