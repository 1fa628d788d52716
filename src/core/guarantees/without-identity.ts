import { type Analysis, createAnalysis } from '../analysis/analysis.ts';
import type { Reason } from '../analysis/questions/attempt.ts';
import type { Claim } from '../analysis/questions/claim.ts';
import { asStatement, madePolicy } from '../analysis/questions/made-policy.ts';
import { withEffort } from '../analysis/questions/translated-environment.ts';
import { type EntityUid, entityKey, plainUid } from '../cedar/entity.ts';
import { printUid } from '../cedar/print-value.ts';
import { hasEndpoints } from '../model/model.ts';
import { actionGroups, policiesFor } from '../policies/relevant-policies.ts';
import { anonymousMisfit, anonymousPrincipal } from '../requests/principal.ts';
import type { InSteps } from '../values/last-of.ts';
import {
  type EndpointChange,
  type Side,
  type Sides,
  withFound,
  withUndecided,
} from './comparison/comparison.ts';
import type { ProofBounds } from './proof-project.ts';

/** A change of an action with what becomes of callers without an identity. */
export type WithIdentity = (change: EndpointChange, action: EntityUid) => InSteps<EndpointChange>;

/**
 * Callers without an identity have no attributes: where the schema of one side requires some of them, all their calls are refused there, and
 * no request of theirs fits both schemas. What they may do on the other side is asked of that side alone. `undefined` where they fare alike.
 */
export function withIdentity({ before, after }: Sides, options: ProofBounds): WithIdentity | undefined {
  const [was, is] = [refusesAnonymous(before), refusesAnonymous(after)];
  if (was === is) return undefined;
  const side = is ? before : after;
  const analysis = createAnalysis(side.schema.json, withEffort({ facts: options.facts }, options.mostEffort));
  return function* (change, action) {
    if (change.presence === (is ? 'new' : 'removed')) return change;
    const { isReached, reasons } = yield* anonymousReaches(action, side, analysis);
    if (isReached)
      return withFound(change, { opens: was, closes: is }, [
        { what: 'principal', message: is ? REFUSED : LET_IN },
      ]);
    return reasons.length > 0 ? withUndecided(change, reasons) : change;
  };
}

const LET_IN =
  'callers without an identity get in now, and were refused whatever the policies said: the schema required attributes of them';
const REFUSED =
  'callers without an identity are refused now, whatever the policies say: the schema requires attributes of them';

/** Whether callers without an identity are refused whatever the policies say. */
export function refusesAnonymous({ schema: { json, model } }: Side): boolean {
  return hasEndpoints(model) && anonymousMisfit(json, model) !== undefined;
}

function* anonymousReaches(
  action: EntityUid,
  { schema: { json, model }, policySet }: Side,
  analysis: Analysis,
): InSteps<{ readonly isReached: boolean; readonly reasons: readonly Reason[] }> {
  const uid = plainUid(anonymousPrincipal(model).uid);
  const invariant = asStatement(
    madePolicy('without identity', `forbid (principal == ${printUid(uid)}, action, resource);`),
  );
  const policies = policiesFor(policySet.policies, action, actionGroups(json));
  const claim: Claim = { kind: 'invariant', invariant, policies };
  const reasons: Reason[] = [];
  for (const environment of analysis.environments) {
    if (environment.principalType !== uid.type || entityKey(environment.action) !== entityKey(action))
      continue;
    const [verdict] = yield* analysis.proveInSteps(environment, [claim]);
    yield;
    if (verdict?.kind === 'refuted') return { isReached: true, reasons: [] };
    if (verdict?.kind === 'not-decided') reasons.push(verdict.reason);
  }
  return { isReached: false, reasons };
}
