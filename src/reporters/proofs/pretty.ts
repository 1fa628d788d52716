import type { Proofs, ProvedInvariant, Refutation } from '../../core/guarantees/invariants/invariant.ts';
import { FACT_NAMES } from '../../core/model/written-fact.ts';
import { besidesWords } from '../besides-words.ts';
import { reasonWords } from '../reason-words.ts';
import { callWords, exampleWords } from '../words/example-words.ts';
import { counted, type Meaning, type Paint, visible } from '../words/wording.ts';

/** For people in a terminal: what is refuted with the calls that refute it, then what is not decided, then what holds. */
export function prettyProofs({ invariants, assumptions }: Proofs, paint: Paint): string {
  const told = ORDER.flatMap((verdict) => invariants.filter((one) => one.verdict === verdict));
  return `${[
    ...told.flatMap((one) => [...invariantLines(one, paint), ...(one.verdict === 'proven' ? [] : [''])]),
    countWords(invariants),
    paint('quiet', `assumed: ${assumptions.map(visible).join('; ')}`),
  ].join('\n')}\n`;
}

const ORDER = ['refuted', 'not-decided', 'proven'] as const;

const VERDICTS: Readonly<
  Record<ProvedInvariant['verdict'], { readonly word: string; readonly meaning: Meaning }>
> = {
  refuted: { word: 'REFUTED', meaning: 'bad' },
  'not-decided': { word: 'NOT DECIDED', meaning: 'doubt' },
  proven: { word: 'PROVEN', meaning: 'good' },
};

/** `2 proven, 1 refuted` */
export function countWords(invariants: readonly ProvedInvariant[]): string {
  const count = (verdict: ProvedInvariant['verdict']) =>
    invariants.filter((one) => one.verdict === verdict).length;
  const undecided = count('not-decided');
  const words = `${count('proven')} proven, ${count('refuted')} refuted`;
  return `${counted(invariants.length, 'invariant')}: ${words}${undecided > 0 ? `, ${undecided} not decided` : ''}`;
}

function invariantLines(
  { invariant, verdict, refutations, reasons, remedy }: ProvedInvariant,
  paint: Paint,
): string[] {
  const { word, meaning } = VERDICTS[verdict];
  const { source } = invariant;
  const place =
    source.type === 'built-in'
      ? 'built in'
      : `${source.file}:${source.location.line}:${source.location.column}`;
  return [
    `${paint(meaning, word)}  ${visible(invariant.id)}  ${paint('quiet', visible(`${invariant.because} (${place})`))}`,
    ...refutations.slice(0, MOST_SHOWN).flatMap(refutationLines),
    ...(refutations.length > MOST_SHOWN
      ? [`  and ${counted(refutations.length - MOST_SHOWN, 'endpoint')} more`]
      : []),
    ...reasons.map((reason) => `  ${visible(`${reason.action}: ${reasonWords(reason)}`)}`),
    ...(remedy
      ? [
          `  it would hold if ${FACT_NAMES[remedy]}: if that is so, add \`${remedy}\` to \`facts\` in authz.yaml`,
        ]
      : []),
  ];
}

/** Further ones are rarely of another kind. */
const MOST_SHOWN = 5;

function refutationLines({ endpoint, action, second, example, decision, policy }: Refutation): string[] {
  const name = example.call
    ? callWords(example.call)
    : endpoint
      ? `${endpoint.method} ${endpoint.path}`
      : action;
  const decided = (decision?.determining ?? []).map(
    ({ id, file, location }) => `${id}  ${file}:${location.line}:${location.column}`,
  );
  const lines = [
    `${name}${besidesWords(second)}`,
    ...exampleWords(example).map((words) => `  ${words}`),
    policy === undefined ? `  ${outcomeWords(decision)}` : `  ${policy} cannot be evaluated`,
    ...decided.map((by) => `  by ${by}`),
  ];
  return lines.map((line) => `  ${visible(line)}`);
}

function outcomeWords(decision: Refutation['decision']): string {
  if (!decision) return 'is let through without a decision: the endpoint is skipped, in authz.yaml';
  return decision.decision === 'allow' ? 'is allowed' : 'is denied';
}
