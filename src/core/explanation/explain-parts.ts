import { printUid, printValue, uidOfValue } from '../cedar/print-value.ts';
import { inOneLine } from '../cedar/tokens.ts';
import type { Location } from '../diagnostics/diagnostic.ts';
import type { PartTruth } from '../engine/part-evaluation.ts';
import { traitsOf, wantedInside } from '../policies/part-traits.ts';
import type { PolicyPart } from '../policies/policy-parts.ts';
import type { EditWorld } from './edit.ts';
import type { PartExplanation, SeenValue, Truth } from './explanation.ts';
import { type Expression, lookUp, pathsIn, printPath, type Situation } from './expression.ts';
import { aboveOf, flipsOf } from './flip-condition.ts';

/** What the explanation of a policy's parts is made from. */
export interface PartFacts {
  readonly locate: (part: PolicyPart) => Location;
  readonly truthOf: (part: PolicyPart) => PartTruth;
  /** What a condition or a part of the scope says. */
  readonly read: (part: PolicyPart) => Expression | undefined;
  readonly situation: Situation;
  readonly world: EditWorld;
}

/**
 * Explains parts that Cedar evaluates one after the other, all of which must hold; after the first that does not, the others are not
 * reached.
 */
export function explainParts(parts: readonly PolicyPart[], facts: PartFacts): PartExplanation[] {
  return inTurn(parts, 'true', (part, isReached) => explainPart(part, true, isReached, facts));
}

/** Goes through the parts for as long as each is `goOn`. */
function inTurn(
  parts: readonly PolicyPart[],
  goOn: Truth,
  explain: (part: PolicyPart, isReached: boolean) => PartExplanation,
): PartExplanation[] {
  let isReached = true;
  return parts.map((part) => {
    const explained = explain(part, isReached);
    isReached &&= explained.truth === goOn;
    return explained;
  });
}

/** `wanted` is what the part has to be for the policy to apply; nothing, where what it is within is as it has to be. */
function explainPart(
  part: PolicyPart,
  wanted: boolean | undefined,
  isReached: boolean,
  facts: PartFacts,
): PartExplanation {
  const truth = facts.truthOf(part);
  const seen = isReached && truth.truth !== 'not-asked' ? truth.truth : 'not-reached';
  const reached = seen !== 'not-reached';
  return {
    kind: part.kind,
    text: inOneLine(part.text),
    location: facts.locate(part),
    truth: seen,
    ...(reached && truth.truth === 'error' ? { error: truth.message } : {}),
    values: reached && part.parts.length === 0 ? seenValues(part, truth, wanted, facts) : [],
    parts: innerParts(part, seen === `${wanted}` ? undefined : wanted, reached, facts),
  };
}

function innerParts(
  part: PolicyPart,
  wanted: boolean | undefined,
  isReached: boolean,
  facts: PartFacts,
): PartExplanation[] {
  const goOn = traitsOf(part).settledBy === true ? 'false' : 'true';
  return inTurn(part.parts, goOn, (inner, inTurnReached) =>
    explainPart(
      inner,
      wanted === undefined ? wanted : wantedInside(part, wanted),
      isReached && inTurnReached,
      facts,
    ),
  );
}

// ---- values ----

function seenValues(
  part: PolicyPart,
  { truth }: PartTruth,
  wanted: boolean | undefined,
  facts: PartFacts,
): SeenValue[] {
  const expression = facts.read(part);
  if (!expression || expression.kind === 'variable') return [];
  const { situation, world } = facts;
  const isLacking = wanted !== undefined && truth !== `${wanted}`;
  const missed = isLacking ? flipsOf(expression, { wanted, situation, world }) : [];
  const expected = new Map<string, string[]>();
  for (const one of missed) {
    const path = printPath(one.subject);
    expected.set(path, [...(expected.get(path) ?? []), one.expected]);
  }
  const asksWhatContains = containedPaths(expression);
  return pathsIn(expression).map((path) => {
    const name = printPath(path);
    const wants = joined(expected.get(name) ?? []);
    return {
      expression: name,
      value: printSeen(path, asksWhatContains.has(name), situation),
      ...(wants ? { expected: wants } : {}),
    };
  });
}

/** A list of all actions of a policy says less than the policy itself. */
const MOST_EXPECTED = 3;

function joined(expected: readonly string[]): string | undefined {
  const shown = expected.slice(0, MOST_EXPECTED).join(' or ');
  return expected.length > MOST_EXPECTED
    ? `${shown} or ${expected.length - MOST_EXPECTED} others`
    : shown || undefined;
}

/** Of `a in b`, what `a` is in belongs to what was seen. */
function containedPaths(expression: Expression): ReadonlySet<string> {
  if (expression.kind === 'comparison' && expression.op === 'in')
    return new Set([printPath(expression.left)]);
  return new Set(expression.kind === 'is' && expression.in ? [printPath(expression.of)] : []);
}

function printSeen(path: Expression, withContainers: boolean, situation: Situation): string {
  const value = lookUp(path, situation);
  if (value === undefined) return '(none)';
  const uid = withContainers ? uidOfValue(value) : undefined;
  const containers = uid ? aboveOf(uid, situation).slice(1) : [];
  const inside = containers.length > 0 ? ` in [${containers.map(printUid).join(', ')}]` : '';
  return `${printValue(value)}${inside}`;
}
