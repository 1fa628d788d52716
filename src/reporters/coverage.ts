import {
  type Coverage,
  type LeftOutOutcome,
  leftOutOutcomes,
  measuresOf,
  type PartCoverage,
  percentOf,
  type Uncovered,
  uncovered,
} from '../core/coverage/coverage.ts';
import type { Location } from '../core/diagnostics/diagnostic.ts';
import { endpointKey } from '../core/endpoints/endpoint-key.ts';
import { printFrame, printPlace } from './words/frame.ts';
import { type Paint, visible } from './words/wording.ts';

/** Of each kind, enough to go on with; the JSON report has all of it. */
const MOST_SHOWN = 10;

/** What the fixtures did not see, as code frames, then one line for each measure. */
export function printCoverage(coverage: Coverage, paint: Paint, all: boolean): string {
  const gaps = uncovered(coverage);
  const shown = all ? gaps : [...firstOf(gaps, isEndpoint), ...firstOf(gaps, (gap) => !isEndpoint(gap))];
  const more = gaps.length - shown.length;
  return [
    ...printEndpoints(shown, paint),
    ...shown.flatMap((gap) => printInPolicy(gap, paint)),
    ...(more > 0
      ? [paint('quiet', `and ${more} more that the fixtures never saw: show them with --verbose`)]
      : []),
    ...printLeftOut(leftOutOutcomes(coverage), paint, all),
    printTotals(coverage, paint),
  ].join('\n\n');
}

function firstOf(gaps: readonly Uncovered[], isWanted: (gap: Uncovered) => boolean): Uncovered[] {
  return gaps.filter(isWanted).slice(0, MOST_SHOWN);
}

function isEndpoint({ type }: Uncovered): boolean {
  return type === 'endpoint';
}

function printTotals(coverage: Coverage, paint: Paint): string {
  const { totals, shortfalls } = coverage;
  const lines = measuresOf(coverage).map((measure) => {
    const { covered, total } = totals[measure];
    const short = shortfalls.find((one) => one.measure === measure);
    const line = `${measure.padEnd(10)} ${`${percentOf(totals[measure])} %`.padStart(7)}  ${covered} of ${total}`;
    return short ? paint('bad', `${line}  below the threshold of ${short.threshold} %`) : line;
  });
  if (lines.length === 0) lines.push('nothing to count');
  return [paint('strong', 'coverage'), ...lines.map((line) => `  ${line}`)].join('\n');
}

/** What is missing, in words: `never denied`. */
export function gapWords(gap: Uncovered): string {
  if (gap.type === 'policy') return 'never determined a decision';
  return gap.missing.map((one) => `never ${one}`).join(' and ');
}

// ---- what no request comes to ----

function printLeftOut(leftOut: readonly LeftOutOutcome[], paint: Paint, all: boolean): string[] {
  if (leftOut.length === 0) return [];
  const shown = all ? leftOut : leftOut.slice(0, MOST_SHOWN);
  const more = leftOut.length - shown.length;
  const lines = [
    'left out, as no request comes to it:',
    ...shown.map((one) => `  ${visible(outcomeName(one))}: ${leftOutWords(one)}`),
    ...(more > 0 ? [`  and ${more} more: show them with --verbose`] : []),
  ];
  return [lines.map((line) => paint('quiet', line)).join('\n')];
}

/** Where it is: `policy editors, policies/editors.cedar:3:8, resource.status == "draft"`. */
export function outcomeName(one: Uncovered | LeftOutOutcome): string {
  if (one.type === 'endpoint') return endpointKey(one.endpoint);
  const { id, file, location } = one.policy.policy;
  if (one.type === 'policy') return `policy ${id}, ${printPlace(file, location)}`;
  return `policy ${id}, ${printPlace(file, one.part.location)}, ${one.part.text}`;
}

/** What cannot be, and by which facts: `never false, if a resource is in one Tenant at most`. */
export function leftOutWords({ outcome, given }: LeftOutOutcome): string {
  const words = outcome === 'determining' ? 'never determines a decision' : `never ${outcome}`;
  return given.length === 0 ? words : `${words}, if ${given.join(' and ')}`;
}

// ---- what fixtures never saw ----

function printEndpoints(gaps: readonly Uncovered[], paint: Paint): string[] {
  const lines = gaps.flatMap((gap) => {
    if (gap.type !== 'endpoint') return [];
    return [`endpoint ${visible(endpointKey(gap.endpoint))}: ${paint('doubt', gapWords(gap))}`];
  });
  return lines.length > 0 ? [lines.join('\n')] : [];
}

function printInPolicy(gap: Uncovered, paint: Paint): string[] {
  if (gap.type === 'endpoint') return [];
  const { policy } = gap.policy;
  const isPart = gap.type === 'part';
  const what = isPart ? `, ${partWords(gap.part)}` : '';
  const location = isPart ? gap.part.location : headOf(policy.location);
  const lines = [
    `policy ${visible(policy.id)}${what}: ${paint('doubt', gapWords(gap))}`,
    `  ${paint('quiet', '-->')} ${printPlace(policy.file, location)}`,
    ...printFrame(location, paint),
  ];
  return [lines.join('\n')];
}

function partWords({ kind }: PartCoverage): string {
  return kind === 'condition' ? 'a condition' : `its ${kind}`;
}

/** The first line only: a whole policy under carets says no more. */
function headOf({ line, column, excerpt }: Location): Location {
  return { line, column, endLine: line, endColumn: excerpt.trimEnd().length + 1, excerpt };
}
