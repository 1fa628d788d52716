import type { Endpoint } from '../../endpoint.ts';
import { wordsOf } from '../../words.ts';
import type { Step } from './steps.ts';

/** Whole literals that mean whoever makes the call. */
const CALLER_LITERALS =
  /^(me|self|my|mine|current|myself|whoami|current[-_]?user|@me|authenticated[-_]?user|loggedin[-_]?user)$/i;

/** Literals that mean the caller when they stand alone in front, in the singular. */
const CALLER_ROOTS = /^(user|account|profile|viewer)$/i;

/** Words of summaries and descriptions that speak of the caller's own things. */
const CALLER_TEXT =
  /\b(authenticated user|current user|currently authenticated|logged[- ]in user|signed[- ]in user|calling user|requesting user|current account|authenticated account|your (own )?(account|profile|user|settings)|user'?s? (own )?(library|account settings)|the caller)\b/i;

/** Why an endpoint is about the caller's own things; `undefined` when nothing says so. */
export function callerEvidence(
  endpoint: Endpoint,
  steps: readonly Step[],
): { weight: number; text: string } | undefined {
  const literals = steps.filter((step) => step.kind === 'literal').map((step) => step.text);
  const literal = literals.find(
    (text) => CALLER_LITERALS.test(text) || (/^my$/.test(wordsOf(text)[0] ?? '') && wordsOf(text).length > 1),
  );
  if (literal !== undefined)
    return { weight: 6, text: `\`${literal}\` in the path means whoever makes the call` };
  const [first] = literals;
  if (first !== undefined && CALLER_ROOTS.test(first)) {
    return { weight: 4, text: `\`/${first}\` without an identifier means the caller's own` };
  }
  const text = `${endpoint.summary} ${endpoint.description}`.slice(0, 400);
  const phrase = CALLER_TEXT.exec(text)?.[0];
  return phrase === undefined
    ? undefined
    : { weight: 3, text: `the description speaks of "${phrase.toLowerCase()}"` };
}
