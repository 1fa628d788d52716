import { decisiveParts } from '../core/explanation/decisive-parts.ts';
import type {
  Explanation,
  MappingStep,
  PartExplanation,
  PolicyExplanation,
  Truth,
} from '../core/explanation/explanation.ts';
import { printPlace } from './words/frame.ts';
import { counted, type Meaning, type Paint, visible } from './words/wording.ts';
import { wrap } from './words/wrap.ts';

export interface ExplanationOptions {
  readonly paint: Paint;
  /** The width of the terminal. */
  readonly columns: number;
}

/** A whole explanation, for people: how the call was understood, the policies part by part, and what would turn the decision. */
export function printExplanation(explanation: Explanation, options: ExplanationOptions): string {
  const { decision, summary, mapping, policies, omitted, changes } = explanation;
  const { paint, columns } = options;
  const head = hanging(decision.toUpperCase().padEnd(7), visible(summary), columns, (word) =>
    paint(decision === 'allow' ? 'good' : 'bad', word),
  );
  const more =
    omitted > 0
      ? [paint('quiet', `${counted(omitted, 'policy', 'policies')} about this action further away`)]
      : [];
  const turn = changes.map(({ text }) => hanging('  ', visible(text), columns).join('\n')).join('\n');
  const blocks = [
    head.join('\n'),
    printMapping(mapping, options),
    ...policies.map((policy) => printPolicy(policy, options)),
    ...more,
    ...(turn === '' ? [] : [`${paint('strong', 'What would turn it')}\n${turn}`]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/**
 * The few lines that belong under a failure: what the decisive or the nearest policy turned on, with the values it saw, and the smallest
 * change that would turn the decision.
 */
export function reasonLines(explanation: Explanation): string[] {
  const [policy] = explanation.policies;
  const isNearest = explanation.kind === 'not-permitted' && policy !== undefined;
  const nearest = isNearest
    ? [
        `nearest is ${visible(policy.policy.id)}${policy.isAboutAction ? '' : ', about other actions'}  ${printPlace(policy.policy.file, policy.policy.location)}`,
      ]
    : [];
  const reasons = policy ? decisiveParts(policy).filter((part) => isReason(part, policy)) : [];
  const told = reasons
    .slice(0, MOST_REASONS)
    .flatMap((part) => [
      `${printPlace(policy?.policy.file, part.location)}  ${visible(part.text)} is ${part.truth}`,
      ...seenLines(part).map((line) => `  ${line}`),
    ]);
  const consequence = policy?.consequence === undefined ? [] : [visible(policy.consequence)];
  const change = explanation.changes.slice(0, 1).map(({ text }) => visible(text));
  return [...nearest, ...told, ...consequence, ...change];
}

const MOST_REASONS = 3;

/** Of a policy that applies the conditions are the news, not who it is for; an error has been told already, by those who call this. */
function isReason({ kind, truth }: PartExplanation, { status }: PolicyExplanation): boolean {
  return truth !== 'error' && (status !== 'satisfied' || !SCOPE.has(kind));
}

const SCOPE: ReadonlySet<string> = new Set(['principal', 'action', 'resource']);

// ---- the mapping ----

function printMapping(steps: readonly MappingStep[], { columns, paint }: ExplanationOptions): string {
  return steps
    .flatMap(({ name, text }) =>
      hanging(`  ${name.padEnd(11)}`, visible(text), columns, (label) => paint('quiet', label)),
    )
    .join('\n');
}

// ---- one policy ----

const STATUS: Readonly<Record<PolicyExplanation['status'], string>> = {
  satisfied: 'applies',
  'not-satisfied': 'does not apply',
  errored: 'could not be evaluated',
};

/** A permit that applies lets in, a forbid that applies keeps out. */
function statusMeaning({ effect, status }: PolicyExplanation): Meaning {
  if (status !== 'satisfied') return status === 'errored' ? 'doubt' : 'quiet';
  return effect === 'permit' ? 'good' : 'bad';
}

function printPolicy(policy: PolicyExplanation, options: ExplanationOptions): string {
  const { paint, columns } = options;
  const { id, file, location } = policy.policy;
  const head = `${policy.effect} ${paint('strong', visible(id))} ${paint(statusMeaning(policy), STATUS[policy.status])}`;
  const consequence =
    policy.consequence === undefined ? [] : hanging('  ', visible(policy.consequence), columns);
  return [
    head,
    `  ${paint('quiet', `--> ${printPlace(file, location)}`)}`,
    ...policy.parts.flatMap((part) => printPart(part, policy, '', options)),
    ...consequence,
  ].join('\n');
}

function printPart(
  part: PartExplanation,
  policy: PolicyExplanation,
  indent: string,
  options: ExplanationOptions,
): string[] {
  const { paint, columns } = options;
  const place = `${part.location.line}:${part.location.column}`.padEnd(7);
  const truth = truthWords(part.truth);
  const label = `  ${place} ${truth.padEnd(11)} ${indent}`;
  const lines = hanging(label, visible(partWords(part)), columns, (one) =>
    one
      .replace(truth, () => paint(TRUTH_MEANINGS[part.truth], truth))
      .replace(place, () => paint('quiet', place)),
  );
  const blank = ' '.repeat(label.length + 2);
  const seen = isTold(part, policy) ? seenLines(part).flatMap((line) => hanging(blank, line, columns)) : [];
  const inner = part.parts.flatMap((one) => printPart(one, policy, `${indent}  `, options));
  return [...lines, ...seen, ...inner];
}

/** What is evaluated part by part is shown so, and not a second time as a whole. */
export function partWords({ kind, text, parts }: PartExplanation): string {
  if (parts.length === 0) return kind === 'action' ? shortened(text) : text;
  return kind === 'and' ? 'all of' : kind === 'or' ? 'any of' : kind;
}

/** A policy may list hundreds of actions; where they stand is said beside them. */
const LONGEST_LIST = 200;

function shortened(text: string): string {
  if (text.length <= LONGEST_LIST) return text;
  const names = text.split(', ');
  const shown = names.filter((_, index) => names.slice(0, index + 1).join(', ').length <= LONGEST_LIST);
  return `${shown.join(', ')}, … and ${counted(names.length - shown.length, 'other')}`;
}

/** A part of the scope that is as it should be says nothing new. */
function isTold({ kind, truth }: PartExplanation, { status }: PolicyExplanation): boolean {
  return truth !== 'true' || !SCOPE.has(kind) || (kind === 'principal' && status === 'satisfied');
}

const TRUTH_MEANINGS: Readonly<Record<Truth, Meaning>> = {
  true: 'good',
  false: 'bad',
  error: 'doubt',
  'not-reached': 'quiet',
};

function truthWords(truth: Truth): string {
  return truth === 'not-reached' ? 'not reached' : truth;
}

/** What a part saw and needed, or its error; that of a part within is told there. */
export function seenLines({ error, values, parts }: PartExplanation): string[] {
  const seen = values.map(({ expression, value, expected }) => {
    const wanted = expected === undefined ? '' : `, needed: ${expected}`;
    return visible(`${expression} is ${value}${wanted}`);
  });
  const isTold = error === undefined || parts.some(({ truth }) => truth === 'error');
  return [...(isTold ? [] : [visible(error)]), ...seen];
}

/** A label, and beside it a text whose further lines stand below the first. */
function hanging(label: string, text: string, columns: number, painted = (label: string) => label): string[] {
  const room = Math.max(columns - label.length, MIN_ROOM);
  return wrap(text, room).map(
    (line, index) => (index === 0 ? painted(label) : ' '.repeat(label.length)) + line,
  );
}

const MIN_ROOM = 20;
