import { countedParts, type PartCoverage, type PolicyCoverage } from '../../core/coverage/coverage.ts';
import type { Report } from '../../core/replay/report.ts';
import { groupBy } from '../../core/values/group.ts';
import { visible } from '../words/wording.ts';

/**
 * Coverage of the `.cedar` files in the format that editors and coverage services read: a policy is a function, the outcomes of a part
 * are branches, and a line counts as hit as often as the part on it that was reached least often.
 */
export function lcovReport(report: Report): string {
  const policies = report.projects.flatMap(({ coverage }) => coverage?.policies ?? []);
  const byFile = groupBy(policies, ({ policy }) => policy.file);
  return [...byFile].map(([file, inFile]) => fileRecord(file, inFile)).join('');
}

function fileRecord(file: string, policies: readonly PolicyCoverage[]): string {
  const branches = policies.flatMap(countedParts).flatMap(branchesOf);
  const lines = linesOf(policies);
  const records = [
    'TN:',
    `SF:${visible(file)}`,
    ...policies.map(({ policy }) => `FN:${policy.location.line},${visible(policy.id)}`),
    ...policies.map(({ policy, determined }) => `FNDA:${determined},${visible(policy.id)}`),
    `FNF:${policies.length}`,
    `FNH:${policies.filter(({ determined }) => determined > 0).length}`,
    ...branches.map(({ line, block, branch, taken }) => `BRDA:${line},${block},${branch},${taken}`),
    `BRF:${branches.length}`,
    `BRH:${branches.filter(({ taken }) => taken !== '-' && taken > 0).length}`,
    ...lines.map(([line, hits]) => `DA:${line},${hits}`),
    `LF:${lines.length}`,
    `LH:${lines.filter(([, hits]) => hits > 0).length}`,
    'end_of_record',
  ];
  return `${records.join('\n')}\n`;
}

interface Branch {
  readonly line: number;
  /** One for each part of the policies in the file. */
  readonly block: number;
  /** 0 when it was true, 1 when it was false. */
  readonly branch: 0 | 1;
  /** `-` when the part was never reached. */
  readonly taken: number | '-';
}

function branchesOf(part: PartCoverage, block: number): Branch[] {
  const { line } = part.location;
  const taken = (count: number) => (reached(part) === 0 ? '-' : count);
  return [
    { line, block, branch: 0, taken: taken(part.seen.true) },
    { line, block, branch: 1, taken: taken(part.seen.false) },
  ];
}

/** The line on which a policy begins is hit by what it determined. */
function linesOf(policies: readonly PolicyCoverage[]): [line: number, hits: number][] {
  const hits = new Map<number, number>();
  const hit = (line: number, count: number) => hits.set(line, Math.min(count, hits.get(line) ?? count));
  for (const policy of policies) {
    hit(policy.policy.location.line, policy.determined);
    for (const part of countedParts(policy)) hit(part.location.line, reached(part));
  }
  return [...hits].sort(([a], [b]) => a - b);
}

function reached({ seen }: PartCoverage): number {
  return seen.true + seen.false + seen.error;
}
