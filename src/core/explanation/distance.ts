import type { PartTruth } from '../engine/part-evaluation.ts';
import { isChoice, wantedInside } from '../policies/part-traits.ts';
import type { PolicyPart, PolicyParts } from '../policies/policy-parts.ts';
import type { Expression } from './expression.ts';

/** What the distance of a policy from a request is measured with. */
export interface DistanceTools {
  readonly truthOf: (part: PolicyPart) => PartTruth;
  readonly read: (part: PolicyPart) => Expression | undefined;
}

/** How much would have to be otherwise for the policy to apply: 0 when it does. */
export function distanceOf({ scope, clauses }: PolicyParts, measure: DistanceTools): number {
  return sum([...scope, ...clauses].map((part) => distanceTo(part, true, measure)));
}

/** Whether the policy is about the action at all. */
export function isAboutAction({ scope }: PolicyParts, { truthOf }: DistanceTools): boolean {
  return scope.some((part) => part.kind === 'action' && truthOf(part).truth === 'true');
}

/** What it takes to meet a condition. A policy for others is further away than one for this caller that lacks one condition. */
const CONDITION = 2;
const MEMBERSHIP = 3;
/** Nobody becomes somebody else, or a thing of another type. */
const OTHER_ENTITY = 6;
const OTHER_TYPE = 20;
/** Further away than any other difference: a policy about something else. */
const OTHER_ACTION = 1000;

function distanceTo(part: PolicyPart, wanted: boolean, measure: DistanceTools): number {
  if (measure.truthOf(part).truth === `${wanted}`) return 0;
  const inner = part.parts.map((one) => distanceTo(one, wantedInside(part, wanted), measure));
  if (part.parts.length > 0) return isChoice(part, wanted) ? Math.min(...inner) : sum(inner);
  if (part.kind === 'action') return OTHER_ACTION;
  return part.kind === 'principal' || part.kind === 'resource'
    ? scopeDistance(measure.read(part))
    : CONDITION;
}

function scopeDistance(expression: Expression | undefined): number {
  if (expression?.kind === 'is') return OTHER_TYPE;
  return expression?.kind === 'comparison' && expression.op === '==' ? OTHER_ENTITY : MEMBERSHIP;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
