import type { ExplainedCall } from '../core/verification/explain-call.ts';
import { type ExplanationOptions, printExplanation } from './explanation.ts';
import { explanationJson } from './json.ts';
import { safeJson, visible } from './wording.ts';

/** What `authz explain` can print; `as` is who calls, in a few words. */
export const EXPLANATION_FORMATS = {
  pretty: prettyExplainedCall,
  json: jsonExplainedCall,
} as const satisfies Readonly<
  Record<string, (explained: ExplainedCall, as: string, options: ExplanationOptions) => string>
>;

export type ExplanationFormat = keyof typeof EXPLANATION_FORMATS;

function prettyExplainedCall(
  { call, decisions }: ExplainedCall,
  as: string,
  options: ExplanationOptions,
): string {
  const { paint } = options;
  return decisions
    .map(({ request, explanation }) => {
      const item = request?.item === undefined ? '' : `, item ${visible(request.item)}`;
      const head = paint('strong', `${visible(`${call.method} ${call.url} as ${as}`)}${item}`);
      return `${head}\n${printExplanation(explanation, options)}`;
    })
    .join('\n');
}

function jsonExplainedCall({ call, decisions }: ExplainedCall, as: string): string {
  const told = decisions.map(({ request, explanation }) => ({
    ...(request?.item === undefined ? {} : { item: request.item }),
    ...(request ? { principal: request.principal, action: request.action, resource: request.resource } : {}),
    ...explanationJson(explanation),
  }));
  return `${safeJson({ version: 1, method: call.method, url: call.url, as, decisions: told })}\n`;
}
