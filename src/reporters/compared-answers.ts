import type { ComparedAnswer, ComparedAnswers } from '../core/classification/ranking/compare-answers.ts';
import { describeIdentifier } from '../core/endpoints/resource-from.ts';
import { type Paint, visible } from './words/wording.ts';

/** What `authz classify --explain` prints: the answer and the runner-up, each with its evidence and what that weighs. */
export function comparedAnswersText(
  { endpoint, confidence, answers }: ComparedAnswers,
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
  ];
  return `${lines.join('\n')}\n`;
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
