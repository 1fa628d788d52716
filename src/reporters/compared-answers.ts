import type { Classification } from '../core/classification/classified-api.ts';
import type { ComparedAnswer, ComparedAnswers } from '../core/classification/ranking/compare-answers.ts';
import { describeIdentifier } from '../core/endpoints/resource-from.ts';
import { type Paint, visible } from './words/wording.ts';

/** What the schema says of an endpoint beside its pattern. */
export interface SaidBesides {
  readonly remarks: Classification['remarks'];
  readonly second: Classification['second'] | undefined;
}

/**
 * What `authz classify --explain` prints: the answer and the runner-up, each with its evidence and what that weighs, and what the schema says
 * besides.
 */
export function comparedAnswersText(
  { endpoint, confidence, answers }: ComparedAnswers,
  said: SaidBesides,
  paint: Paint,
): string {
  const [answer, runnerUp] = answers;
  const head = paint('strong', visible(endpoint));
  if (answer === undefined)
    return `${head}\n\nno signal speaks for any pattern: implicit-scope on the application\n`;
  const lines = [
    `${head} is ${titleOf(answer, paint)} (${confidence.toFixed(2)} sure)`,
    ...evidenceLines(answer, paint),
    '',
    ...(runnerUp === undefined
      ? ['nothing else fits']
      : [`The runner-up is ${titleOf(runnerUp, paint)}`, ...evidenceLines(runnerUp, paint)]),
    ...besidesLines(said),
  ];
  return `${lines.join('\n')}\n`;
}

function besidesLines({ remarks, second }: SaidBesides): readonly string[] {
  const lines = [
    ...Object.entries(remarks).map(([remark, text]) => `   ${remark}: ${text}`),
    ...(second === undefined
      ? []
      : [
          `   asks \`${second.action}\` as well, about the \`${second.resourceType}\` of ${describeIdentifier(second.from)}`,
        ]),
  ];
  return lines.length === 0 ? [] : ['', 'Besides:', ...lines.map(visible)];
}

function titleOf({ pattern, from }: ComparedAnswer, paint: Paint): string {
  return `${paint('strong', pattern)} on ${visible(describeIdentifier(from))}`;
}

function evidenceLines({ evidence, weight }: ComparedAnswer, paint: Paint): readonly string[] {
  const lines = evidence.map((one) => `  ${signed(one.weight)}  ${visible(one.text)}`);
  return [...lines, paint('quiet', `  ${signed(weight)}  together`)];
}

function signed(weight: number): string {
  return `${weight < 0 ? '' : '+'}${weight.toFixed(2)}`.padStart(6);
}
