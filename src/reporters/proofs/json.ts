import type { Proofs, ProvedInvariant } from '../../core/guarantees/invariants/invariant.ts';
import { safeJson } from '../words/wording.ts';

/** Changes when the shape does. */
const VERSION = 1;

/** For scripts: everything that was found out. */
export function jsonProofs({ invariants, assumptions }: Proofs): string {
  return `${safeJson({ version: VERSION, assumptions, invariants: invariants.map(invariantJson) })}\n`;
}

function invariantJson({ invariant, verdict, refutations, reasons, remedy }: ProvedInvariant) {
  const { id, because, source } = invariant;
  return {
    id,
    because,
    ...(source.type === 'written' ? { file: source.file, line: source.location.line } : { builtIn: true }),
    verdict,
    ...(refutations.length > 0
      ? {
          refutations: refutations.map(
            ({ endpoint, action, second, asGet, example, decision, policy, invariantErrs }) => ({
              ...endpoint,
              action,
              ...(second ? { second } : {}),
              ...(asGet ? { asGet } : {}),
              ...(example.call ? { call: example.call } : {}),
              request: example.request,
              entities: example.entities,
              decision: decision?.kind ?? 'skipped',
              policies: (decision?.determining ?? []).map((one) => one.id),
              ...(policy ? { policy } : {}),
              ...(invariantErrs ? { invariantErrs } : {}),
            }),
          ),
        }
      : {}),
    ...(reasons.length > 0 ? { reasons } : {}),
    ...(remedy ? { remedy } : {}),
  };
}
