import { describeQuestion } from '../core/fixtures/fixture.ts';
import type { ExplainedCall, ExplainedDecision } from '../core/verification/explain-call.ts';
import type { ExplainedRequest } from '../core/verification/explain-request.ts';
import { type ExplanationOptions, printExplanation } from './explanation.ts';
import { explanationJson } from './report/json.ts';
import { printPlace } from './words/frame.ts';
import { safeJson, visible } from './words/wording.ts';
import { wrap } from './words/wrap.ts';

/** What was asked, as a call or as a request of Cedar. */
type ExplainedQuestion = ExplainedCall | ExplainedRequest;

/** What `authz explain` can print; `as` is who asks, in a few words. */
export const EXPLANATION_FORMATS = {
  pretty: prettyExplained,
  json: jsonExplained,
} as const satisfies Readonly<
  Record<string, (explained: ExplainedQuestion, as: string, options: ExplanationOptions) => string>
>;

export type ExplanationFormat = keyof typeof EXPLANATION_FORMATS;

function prettyExplained(explained: ExplainedQuestion, as: string, options: ExplanationOptions): string {
  const { paint } = options;
  const question = questionOf(explained, as);
  const told = explained.decisions.map(({ request, explanation }) => {
    const item = request?.item === undefined ? '' : `, item ${visible(request.item)}`;
    const head = paint('strong', `${visible(question)}${item}`);
    return `${head}\n${printExplanation(explanation, options)}`;
  });
  return [...wholeLines(explained, options), ...told, ...skippedLines(explained, options)].join('\n');
}

/** First: who reads only the first decision would take it for that of the call. */
function wholeLines(explained: ExplainedQuestion, { paint, columns }: ExplanationOptions): string[] {
  if (!('whole' in explained) || explained.whole === undefined) return [];
  const { whole, decisions } = explained;
  const refused = decisions.filter(({ explanation }) => explanation.decision === 'deny').length;
  const are = refused === 1 ? 'is' : 'are';
  const among = `of its ${decisions.length} questions, ${refused} ${are} not permitted`;
  const words =
    whole === 'deny'
      ? `denied: ${among}.`
      : refused > 0
        ? `allowed: ${among}, and ${are} left out.`
        : `allowed: all of its ${decisions.length} questions are permitted.`;
  const lines = wrap(`The whole call is ${words}`, columns).map((line) => paint('strong', line));
  return [`${lines.join('\n')}\n`];
}

function questionOf(explained: ExplainedQuestion, as: string): string {
  if ('call' in explained) return `${explained.call.method} ${explained.call.url} as ${as}`;
  return `${as} ${describeQuestion(explained.fixture.asks)}`;
}

/** Cedar decides without policies that it cannot evaluate; a server that runs them here denies. */
function skippedLines(explained: ExplainedQuestion, { paint }: ExplanationOptions): string[] {
  const skipped = 'skipped' in explained ? explained.skipped : [];
  if (skipped.length === 0) return [];
  const lines = skipped.map(({ policy, message, location }) => {
    const place = printPlace(policy?.file, location ?? policy?.location);
    return `  ${visible(policy?.id ?? '')}: ${visible(message)}  ${paint('quiet', place)}`;
  });
  const head = paint(
    'doubt',
    'Skipped by Cedar, since it could not be evaluated (the middleware denies then)',
  );
  return [`${[head, ...lines].join('\n')}\n`];
}

function jsonExplained(explained: ExplainedQuestion, as: string): string {
  const decisions = explained.decisions.map(decisionJson);
  if ('call' in explained) {
    const { method, url } = explained.call;
    const whole = explained.whole === undefined ? {} : { whole: explained.whole };
    return `${safeJson({ version: 1, method, url, as, ...whole, decisions })}\n`;
  }
  const skipped = explained.skipped.map(({ policy, message }) => ({
    ...(policy ? { policy: policy.id } : {}),
    message,
  }));
  return `${safeJson({ version: 1, as, decisions, skipped })}\n`;
}

function decisionJson({ request, explanation }: ExplainedDecision): object {
  return {
    ...(request?.item === undefined ? {} : { item: request.item }),
    ...(request ? { principal: request.principal, action: request.action, resource: request.resource } : {}),
    ...explanationJson(explanation),
  };
}
