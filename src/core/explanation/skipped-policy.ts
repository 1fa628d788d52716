import { inOneLine } from '../cedar/tokens.ts';
import type { PartTruth } from '../engine/part-evaluation.ts';
import { isChoice, traitsOf, wantedInside } from '../policies/part-traits.ts';
import type { PolicyPart, PolicyParts } from '../policies/policy-parts.ts';

type TruthOf = (part: PolicyPart) => PartTruth;

/**
 * What a policy that could not be evaluated would have done. Cedar skips such a policy, which for a `forbid` means that a decision may
 * be an allow where it was meant to be a deny.
 */
export function effectOfSkipping({ effect, scope, clauses }: PolicyParts, truthOf: TruthOf): string {
  if (effect === 'permit') return 'a `permit` that cannot be evaluated permits nothing';
  const parts = [...scope, ...clauses];
  const whole = allOf(parts.map((part) => possible(part, truthOf)));
  const skipped = 'Cedar skips a `forbid` that cannot be evaluated';
  if (whole === false) return `${skipped}; this one would not have applied in any case`;
  const unknown = whole === undefined ? parts.flatMap((part) => unknownIn(part, true, truthOf)) : [];
  const condition = unknown.map(({ text, wanted }) => `\`${text}\` were ${wanted}`).join(' and ');
  return `${skipped}; this one would have denied the request${condition ? ` if ${condition}` : ''}`;
}

/** What a part can still be when its errors may turn out to be anything: `undefined` for both. */
function possible(part: PolicyPart, truthOf: TruthOf): boolean | undefined {
  const { truth } = truthOf(part);
  if (truth === 'true' || truth === 'false') return truth === 'true';
  const inner = part.parts.map((one) => possible(one, truthOf));
  if (inner.length === 0) return undefined;
  const { settledBy, isNegated } = traitsOf(part);
  const whole = settledBy === true ? not(allOf(inner.map(not))) : allOf(inner);
  return isNegated ? not(whole) : whole;
}

function allOf(truths: readonly (boolean | undefined)[]): boolean | undefined {
  if (truths.includes(false)) return false;
  return truths.includes(undefined) ? undefined : true;
}

function not(truth: boolean | undefined): boolean | undefined {
  return truth === undefined ? undefined : !truth;
}

/** The conditions that could not be evaluated, with what each would have to be for the policy to apply. */
function unknownIn(part: PolicyPart, wanted: boolean, truthOf: TruthOf): { text: string; wanted: boolean }[] {
  if (possible(part, truthOf) !== undefined) return [];
  if (part.parts.length === 0) return [{ text: inOneLine(part.text), wanted }];
  const inner = part.parts.map((one) => unknownIn(one, wantedInside(part, wanted), truthOf));
  return isChoice(part, wanted) ? (inner.find((one) => one.length > 0) ?? []) : inner.flat();
}
