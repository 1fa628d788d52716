import {
  buildCoverage,
  type Coverage,
  type PartCoverage,
  type PolicyCoverage,
  type Unreachable,
} from '../coverage/coverage.ts';
import { type Diagnostic, distinctDiagnostics, type Outcome } from '../diagnostics/diagnostic.ts';
import { warnIfNothingCounts } from './nothing-counts.ts';
import type { Result } from './replay.ts';
import {
  buildReport,
  invariantsOpen,
  type LeftOutFixtures,
  type ProjectReport,
  type Report,
} from './report.ts';

/** A report with the name of the file it was read from. */
export interface NamedReport {
  readonly file: string;
  readonly report: Report;
}

/**
 * The report that one run would have given, from those of all its shards, in any order. It says nothing unless they are all there and
 * about the same files: a part that is missing would look like success.
 */
export function mergeReports(reports: readonly NamedReport[]): Outcome<Report> {
  const [first] = reports;
  if (!first) return refused('there are no reports to merge');
  const empty = reports.find(({ report }) => report.projects.length === 0);
  if (empty) return refused('the report is about no project, so nothing was tested', empty.file);
  if (reports.length === 1 && !first.report.scope?.shard)
    return { ok: true, value: first.report, diagnostics: [] };
  const problem = unfit(reports);
  if (problem) return problem;
  const shards = [...reports].sort((a, b) => indexOf(a) - indexOf(b)).map(({ report }) => report);
  let position = 0;
  const projects = first.report.projects.map((_, index) => {
    const parts = shards.flatMap(({ projects }) => projects[index] ?? []);
    const merged = mergeProject(parts, position);
    position += merged.results.length + (merged.leftOut?.byBail ?? 0);
    return merged;
  });
  const { filters } = first.report.scope ?? { filters: [] };
  const merged = warnIfNothingCounts(buildReport(projects, filters.length > 0 ? { filters } : undefined));
  const invariants = mergeInvariants(shards);
  return { ok: true, value: { ...merged, ...(invariants ? { invariants } : {}) }, diagnostics: [] };
}

/** Every shard proves the same; where one has more left open than the others, it may have had less time. */
function mergeInvariants(shards: readonly Report[]): Report['invariants'] {
  return [...shards]
    .sort((a, b) => invariantsOpen(b) - invariantsOpen(a))
    .find(({ invariants }) => invariants)?.invariants;
}

function indexOf({ report }: NamedReport): number {
  return report.scope?.shard?.index ?? 0;
}

// ---- whether they belong together ----

function unfit(reports: readonly NamedReport[]): ReturnType<typeof refused> | undefined {
  const [first] = reports;
  const total = first?.report.scope?.shard?.total;
  for (const one of reports) {
    const { scope } = one.report;
    if (!scope?.shard)
      return refused('the report is not the report of a shard', one.file, 'write it with `--shard`');
    if (scope.shard.total !== total)
      return refused(`the report is one of ${scope.shard.total} shards, the first of ${total}`, one.file);
    if (first && identity(one) !== identity(first))
      return refused(
        `the report is about other files or filters than \`${first.file}\``,
        one.file,
        'merge reports of one run: the same commit, folder and filters',
      );
    const twin = reports.find((other) => other !== one && indexOf(other) === indexOf(one));
    if (twin) return refused(`the report is of shard ${indexOf(one)}, as \`${twin.file}\` is`, one.file);
  }
  const found = new Set(reports.map(indexOf));
  const missing = Array.from({ length: total ?? 0 }, (_, index) => index + 1).filter(
    (one) => !found.has(one),
  );
  if (missing.length === 0) return undefined;
  return refused(
    `no report of shard ${missing.map((one) => `${one}/${total}`).join(', ')} is given`,
    undefined,
    'a shard without a report may have failed',
  );
}

function identity({ report }: NamedReport): string {
  const projects = report.projects.map(({ name, digest }) => [name, digest ?? '']);
  return JSON.stringify([projects, report.scope?.filters]);
}

function refused(message: string, file?: string, help?: string): { ok: false; diagnostics: Diagnostic[] } {
  const diagnostic: Diagnostic = {
    severity: 'error',
    code: 'reports-unmergeable',
    message,
    ...(help ? { help } : {}),
    ...(file ? { file } : {}),
  };
  return { ok: false, diagnostics: [diagnostic] };
}

// ---- one project ----

/** `position` is the place of the project's first fixture in the whole run: shards took turns from the very first. */
function mergeProject(parts: readonly ProjectReport[], position: number): ProjectReport {
  const { name, policies, endpoints, digest } = parts[0] ?? { name: '', policies: 0, endpoints: 0 };
  const leftOut = mergeLeftOut(parts);
  const coverage = mergeCoverage(parts.flatMap((part) => part.coverage ?? []));
  return {
    name,
    policies,
    endpoints,
    ...(digest === undefined ? {} : { digest }),
    untested: parts[0]?.untested.filter((one) => parts.every((part) => part.untested.includes(one))) ?? [],
    ...(leftOut ? { leftOut } : {}),
    results: inTurns(parts, position),
    diagnostics: distinctDiagnostics(parts.flatMap((part) => part.diagnostics)),
    ...(coverage ? { coverage } : {}),
  };
}

function inTurns(parts: readonly ProjectReport[], position: number): Result[] {
  const total = parts.length;
  const placed = parts.flatMap(({ results }, shard) => {
    const first = (((shard - position) % total) + total) % total;
    return results.map((result, index) => ({ result, place: first + index * total }));
  });
  return placed.sort((a, b) => a.place - b.place).map(({ result }) => result);
}

/** The fixtures that filters left out, every shard left out. */
function mergeLeftOut(parts: readonly ProjectReport[]): LeftOutFixtures | undefined {
  const byFilter = parts[0]?.leftOut?.byFilter ?? 0;
  const byBail = parts.reduce((sum, { leftOut }) => sum + (leftOut?.byBail ?? 0), 0);
  return byFilter + byBail === 0 ? undefined : { byFilter, byShard: 0, byBail };
}

// ---- coverage ----

/** What all saw together. Where that is still too little, every shard saw too little and says what it should have been. */
function mergeCoverage([first, ...others]: readonly Coverage[]): Coverage | undefined {
  if (!first) return undefined;
  const endpoints = first.endpoints.map((endpoint, index) => ({
    ...endpoint,
    allowed: total([first, ...others], (one) => one.endpoints[index]?.allowed),
    denied: total([first, ...others], (one) => one.endpoints[index]?.denied),
    unreachable: inAll([first, ...others], (one) => one.endpoints[index]?.unreachable),
  }));
  const policies = first.policies.map((policy, index) =>
    mergePolicy(
      policy,
      others.flatMap((one) => one.policies[index] ?? []),
    ),
  );
  // The highest last: shards may have been run with other flags.
  const shortfalls = [first, ...others].flatMap((one) => one.shortfalls);
  const rising = shortfalls.sort((a, b) => a.threshold - b.threshold);
  const thresholds = Object.fromEntries(rising.map(({ measure, threshold }) => [measure, threshold]));
  return buildCoverage(endpoints, policies, thresholds);
}

function mergePolicy(policy: PolicyCoverage, others: readonly PolicyCoverage[]): PolicyCoverage {
  return {
    ...policy,
    determined: total([policy, ...others], (one) => one.determined),
    unreachable: inAll([policy, ...others], (one) => one.unreachable),
    parts: policy.parts.map((part, index) =>
      mergePart(
        part,
        others.flatMap((one) => one.parts[index] ?? []),
      ),
    ),
  };
}

function mergePart(part: PartCoverage, others: readonly PartCoverage[]): PartCoverage {
  const all = [part, ...others];
  return {
    ...part,
    seen: {
      true: total(all, (one) => one.seen.true),
      false: total(all, (one) => one.seen.false),
      error: total(all, (one) => one.seen.error),
    },
    unreachable: inAll(all, (one) => one.unreachable),
    parts: part.parts.map((inner, index) =>
      mergePart(
        inner,
        others.flatMap((one) => one.parts[index] ?? []),
      ),
    ),
  };
}

/** What no shard saw is asked about in all of them; what one of them saw stands in none of its lists. */
function inAll<Item, Outcome extends string>(
  items: readonly Item[],
  listOf: (item: Item) => readonly Unreachable<Outcome>[] | undefined,
): readonly Unreachable<Outcome>[] {
  const [first = [], ...others] = items.map((item) => listOf(item) ?? []);
  return first.filter(({ outcome }) =>
    others.every((list) => list.some((other) => other.outcome === outcome)),
  );
}

function total<Item>(items: readonly Item[], count: (item: Item) => number | undefined): number {
  return items.reduce((sum, item) => sum + (count(item) ?? 0), 0);
}
