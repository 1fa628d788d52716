import * as cedar from '../cedar/cedar.ts';
import { COMMENT_OR_STRING, isComment, withoutComments } from '../cedar/tokens.ts';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import { withLineEndsOf } from '../values/line-ends.ts';
import type { PolicyFile } from './policy.ts';
import { readPolicies } from './read-policies.ts';

/**
 * A policy file as Cedar's formatter writes it, with the line ends of the file. The formatter loses a comment in one place (after a trailing
 * comma in a set or record), so the comments are counted before and after: a text that would lose one is refused.
 */
export function formatPolicyFile(file: PolicyFile): Outcome<string> {
  const { diagnostics } = readPolicies([file]);
  const syntax = diagnostics.filter((diagnostic) => diagnostic.code === 'policy-syntax');
  if (syntax.length > 0) return { ok: false, diagnostics: syntax };
  const text = file.text.replace(/^\uFEFF/, '');
  if (isOnlyComments(text)) return { ok: true, value: text, diagnostics: [] };
  const formatted = cedar.formatPolicies(text);
  if (!formatted.ok) {
    return refuse(file, formatted.errors.map((error) => error.message).join('; '), 'fix the policies first');
  }
  const lost = lostComment(text, formatted.value);
  if (lost === undefined)
    return { ok: true, value: withLineEndsOf(file.text, formatted.value), diagnostics: [] };
  return refuse(
    file,
    `formatting would lose the comment \`${lost}\``,
    'move the comment to a line before the policy',
  );
}

function isOnlyComments(text: string): boolean {
  return withoutComments(text).trim() === '';
}

function comments(text: string): string[] {
  return [...text.matchAll(COMMENT_OR_STRING)]
    .map(([token]) => token)
    .filter(isComment)
    .map((comment) => comment.trimEnd())
    .sort();
}

function lostComment(before: string, after: string): string | undefined {
  const left = comments(after);
  return comments(before).find((comment) => {
    const index = left.indexOf(comment);
    if (index < 0) return true;
    left.splice(index, 1);
    return false;
  });
}

function refuse(file: PolicyFile, message: string, help: string): Outcome<never> {
  return {
    ok: false,
    diagnostics: [{ severity: 'error', code: 'format-refused', message, help, file: file.file }],
  };
}
