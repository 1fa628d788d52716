import { printString } from '../../core/cedar/print-value.ts';
import { endpointKey } from '../../core/endpoints/endpoint-key.ts';
import type { PolicyReference } from '../../core/engine/engine.ts';
import type { ProvedInvariant, Refutation } from '../../core/guarantees/invariants/invariant.ts';
import { FACT_SENTENCES } from '../../core/model/written-fact.ts';
import type { InvariantResult } from '../../core/replay/invariant-result.ts';
import { answerWords, besidesWords } from '../besides-words.ts';
import { reasonWords } from '../reason-words.ts';
import { callWords, exampleWords } from '../words/example-words.ts';
import { printPlace } from '../words/frame.ts';
import { errorText } from '../words/result-text.ts';
import { counted } from '../words/wording.ts';

/** A proof in the words that every report has for it. */
export function invariantResult(proved: ProvedInvariant): InvariantResult {
  const { invariant, verdict, refutations, reasons, remedy } = proved;
  const { id, because, source } = invariant;
  const further = refutations.length - MOST_SHOWN;
  return {
    id,
    because,
    verdict,
    ...(source.type === 'written' ? { file: source.file, location: source.location } : {}),
    lines: [
      ...refutations.slice(0, MOST_SHOWN).flatMap(refutationLines),
      ...(further > 0 ? [`and ${counted(further, 'more endpoint')}`] : []),
      ...reasons.map((reason) => `${reason.action}: ${reasonWords(reason)}`),
      ...(remedy
        ? [
            `it would hold if ${FACT_SENTENCES[remedy]}: if that is so, add \`${remedy}\` to \`facts\` in authz.yaml`,
          ]
        : []),
    ],
    policies: policiesOf(proved),
  };
}

/** Further ones are rarely of another kind. */
const MOST_SHOWN = 5;

function refutationLines(refutation: Refutation): string[] {
  const { endpoint, action, example, decision, policy, invariantErrs } = refutation;
  const asked = endpoint ? endpointKey(endpoint) : `action ${printString(action)}`;
  const name = example.call ? callWords(example.call) : asked;
  // A deny for an error is not by the permits that apply.
  const determining = decision?.kind === 'errored' ? [] : (decision?.determining ?? []);
  const decided = determining.map(({ id, file, location }) => `${id}  ${printPlace(file, location)}`);
  return [
    `${name}${besidesWords(refutation)}`,
    ...exampleWords(example).map((words) => `  ${words}`),
    ...(policy === undefined ? [`  ${outcomeWords(refutation)}`] : []),
    ...decided.map((by) => `  by ${by}`),
    ...(decision?.errors ?? []).map((error) => `  ${errorText(error)}`),
    ...(invariantErrs
      ? ['  and the condition of the invariant cannot be evaluated for it: check first what may be too large']
      : []),
  ];
}

function outcomeWords(refutation: Refutation): string {
  const { decision } = refutation;
  if (!decision) return 'is let through without a decision: the endpoint is skipped, in authz.yaml';
  return `is ${answerWords(decision, refutation)}`;
}

/** Each of them once, in the order in which the lines name them. */
function policiesOf({ refutations, reasons }: ProvedInvariant): PolicyReference[] {
  const deciding = refutations.slice(0, MOST_SHOWN).flatMap(({ decision }) => decision?.determining ?? []);
  const hindering = reasons.flatMap(({ policy, file, location }) =>
    policy !== undefined && file !== undefined && location ? [{ id: policy, file, location }] : [],
  );
  const all = [...deciding, ...hindering];
  return all.filter(
    ({ id, file }, index) => all.findIndex((one) => one.id === id && one.file === file) === index,
  );
}
