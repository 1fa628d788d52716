import { plainUid } from '../../../core/cedar/entity.ts';
import { qualified } from '../../../core/cedar/namespace.ts';
import { endpointKey } from '../../../core/endpoints/endpoint-key.ts';
import type { ReadyFixture } from '../../../core/fixtures/ready-fixture.ts';
import type { Result } from '../../../core/replay/replay.ts';
import { compareText } from '../../../core/values/compare-text.ts';
import { groupBy } from '../../../core/values/group.ts';
import type { NamedCaller } from '../../../core/watching/callers.ts';
import type { LiveSnapshot, UntestedCalls } from '../../../core/watching/live-calls.ts';
import type { Run, WatchedProject } from '../../../core/watching/session.ts';
import { filterWords, matches } from '../../matching.ts';
import type { RowFilter } from './filter.ts';
import { endpointName, isBad, isClosed, isNotable, isOpened, type Row, rowsOf, stateOf } from './rows.ts';

/** An endpoint of a project. */
export interface EndpointAxis {
  readonly type: 'endpoint';
  readonly key: string;
  readonly project: string;
  /** `GET /campaigns/{campaign_id}`; of ready requests the action. */
  readonly name: string;
}

/** Somebody who calls. */
export interface CallerAxis {
  readonly type: 'caller';
  readonly key: string;
  readonly name: string;
  readonly tenants: readonly string[];
  readonly groups: readonly string[];
}

export type Axis = EndpointAxis | CallerAxis;

/** The calls of one caller at one endpoint: those of fixtures; where there are none, those that are only looked at. */
export interface Cell {
  readonly isTested: boolean;
  readonly rows: readonly Row[];
}

/** The rows of a cell: those that changed or failed, then the others. */
export function notableFirst({ rows }: Cell): readonly Row[] {
  return rows.toSorted((a, b) => Number(isNotable(b)) - Number(isNotable(a)));
}

/** Endpoints by callers, or the other way round. */
export interface Matrix {
  readonly lines: readonly Axis[];
  readonly columns: readonly Axis[];
  /** Whether the lines stand in blocks with a heading for each project. */
  readonly isBlocked: boolean;
  readonly cell: (line: Axis, column: Axis) => Cell | undefined;
}

/** What a matrix is made of. */
export interface MatrixParts {
  readonly run: Run | undefined;
  readonly fixtures: readonly Row[];
  /** Untested calls that turned; their rows know how. */
  readonly turned: readonly Row[];
  readonly untested: LiveSnapshot['untested'];
  readonly callersOf: (project: WatchedProject) => readonly NamedCaller[];
}

/** All endpoints and callers, and what is in each cell: the same whatever is shown of it. */
export interface WholeMatrix {
  readonly endpoints: readonly EndpointAxis[];
  readonly callers: readonly CallerAxis[];
  readonly cell: CellFinder;
  readonly isBlocked: boolean;
}

export function wholeMatrix(parts: MatrixParts): WholeMatrix {
  const projects = parts.run?.projects ?? [];
  return {
    endpoints: projects.flatMap((project) => endpointAxes(project, parts)),
    callers: callerAxes(projects, parts),
    cell: cellFinder(parts),
    isBlocked: projects.length > 1,
  };
}

/** What a filter leaves of it. */
export function shownMatrix(whole: WholeMatrix, filter: RowFilter, isTransposed: boolean): Matrix {
  const { shownEndpoints, shownCallers } = filteredAxes(whole.endpoints, whole.callers, filter.text);
  const isWanted = (endpoint: EndpointAxis) =>
    (!filter.failedOnly && !filter.changedOnly) ||
    shownCallers.some((caller) => whole.cell(endpoint, caller)?.rows.some((row) => isKept(row, filter)));
  const kept = shownEndpoints.filter(isWanted);
  return {
    lines: isTransposed ? shownCallers : kept,
    columns: isTransposed ? kept : shownCallers,
    isBlocked: whole.isBlocked && !isTransposed,
    cell: (line, column) => {
      const endpoint = line.type === 'endpoint' ? line : column;
      const caller = line.type === 'endpoint' ? column : line;
      return endpoint.type === 'endpoint' && caller.type === 'caller'
        ? whole.cell(endpoint, caller)
        : undefined;
    },
  };
}

function isKept(row: Row, { failedOnly }: RowFilter): boolean {
  return failedOnly ? isBad(row) : isOpened(row) || isClosed(row);
}

// ---- endpoints and callers ----

function endpointAxes({ name: project, decided }: WatchedProject, { fixtures }: MatrixParts): EndpointAxis[] {
  const known = (decided?.project.endpoints ?? []).map(endpointKey).sort(compareEndpoints);
  const others = fixtures.filter((row) => row.project.name === project && !row.result.endpoint);
  const names = [...new Set(others.map(endpointName))].sort(compareText);
  return [...known, ...names].map((name) => ({
    type: 'endpoint',
    key: `${project}\n${name}`,
    project,
    name,
  }));
}

/** By path, then by method. */
function compareEndpoints(one: string, other: string): number {
  const path = (text: string) => text.slice(text.indexOf(' ') + 1);
  return compareText(path(one), path(other)) || compareText(one, other);
}

/** In the order of the files; callers of one name in several projects share a column. Ready requests bring their own at the end. */
function callerAxes(projects: readonly WatchedProject[], { callersOf, fixtures }: MatrixParts): CallerAxis[] {
  const axes = new Map<string, CallerAxis>();
  const add = (name: string, groups: readonly string[], tenants: readonly string[]) => {
    if (!axes.has(name)) axes.set(name, { type: 'caller', key: name, name, groups, tenants });
  };
  // Who calls nothing has no column.
  for (const project of projects.filter(({ decided }) => decided?.project.endpoints.length !== 0)) {
    for (const caller of callersOf(project)) {
      const { groups, tenants } = parentsOf(caller, project);
      add(caller.name, groups, tenants);
    }
  }
  for (const { ready } of fixtures) add(ready.fixture.as, [], []);
  return [...axes.values()];
}

function parentsOf({ principal, otherIn }: NamedCaller, { decided }: WatchedProject) {
  if (otherIn) return { groups: [DIFFERS], tenants: [] };
  const model = decided?.project.model;
  const parents = principal.parents.map(plainUid);
  const of = (type: string | undefined) => {
    if (!model || type === undefined) return [];
    const own = parents.filter((uid) => uid.type === qualified(model.namespace, type));
    return own.map(({ id }) => id.split('|').at(-1) ?? id);
  };
  return { groups: of(model?.groupType), tenants: of(model?.tenantType) };
}

/** What stands in the place of the groups where files mean different people by one name. */
const DIFFERS = 'differs by file';

/** A word that is in the name of a caller, and of no endpoint, chooses callers; all others choose endpoints. */
function filteredAxes(endpoints: readonly EndpointAxis[], callers: readonly CallerAxis[], filter: string) {
  const words = filterWords(filter);
  const isOf = (axis: { readonly name: string }, word: string) =>
    axis.name.toLowerCase().includes(word.replace(/^-/, ''));
  const forCallers = words.filter(
    (word) => callers.some((one) => isOf(one, word)) && !endpoints.some((one) => isOf(one, word)),
  );
  const rest = words.filter((word) => !forCallers.includes(word)).join(' ');
  const unwanted = forCallers.filter((word) => word.startsWith('-'));
  const wanted = forCallers.filter((word) => !word.startsWith('-'));
  const isShownCaller = (caller: CallerAxis) =>
    !unwanted.some((word) => isOf(caller, word)) &&
    (wanted.length === 0 || wanted.some((word) => isOf(caller, word)));
  return {
    shownEndpoints: endpoints.filter(({ name }) => matches(rest, () => name.toLowerCase())),
    shownCallers: callers.filter(isShownCaller),
  };
}

// ---- cells ----

type CellFinder = (endpoint: EndpointAxis, caller: CallerAxis) => Cell | undefined;

function cellFinder({ run, fixtures, turned, untested }: MatrixParts): CellFinder {
  const tested = testedByCell(fixtures);
  const changed = new Map(turned.map((row) => [row.ready, row]));
  const projects = new Map((run?.projects ?? []).map((project) => [project.name, project]));
  const made = (key: string, endpoint: EndpointAxis, caller: CallerAxis): Cell | undefined => {
    const rows = tested.get(key);
    if (rows) return { isTested: true, rows };
    const project = projects.get(endpoint.project);
    const calls = untested.get(endpoint.project);
    if (!project || !calls) return undefined;
    const found = byCell(calls).get(`${endpoint.name}\n${caller.name}`);
    return found && { isTested: false, rows: untestedRows(found, stateOf(project, calls), changed) };
  };
  const known = new Map<string, Cell | undefined>();
  return (endpoint, caller) => {
    const key = `${endpoint.key}\n${caller.key}`;
    const before = known.get(key);
    if (before || known.has(key)) return before;
    const cell = made(key, endpoint, caller);
    known.set(key, cell);
    return cell;
  };
}

function untestedRows(
  found: readonly Untested[],
  project: WatchedProject,
  changed: ReadonlyMap<ReadyFixture, Row>,
): Row[] {
  const rows = rowsOf(found, { project, origin: 'untested', changes: new Map() });
  return rows.map((row) => changed.get(row.ready) ?? row);
}

/** Grouped once for each run, as what is decided about other calls comes later. */
function testedByCell(fixtures: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const known = groupedRows.get(fixtures);
  if (known) return known;
  const keyOf = (row: Row) => `${row.project.name}\n${endpointName(row)}\n${row.ready.fixture.as}`;
  const made = groupBy(fixtures, keyOf);
  groupedRows.set(fixtures, made);
  return made;
}

const groupedRows = new WeakMap<readonly Row[], ReadonlyMap<string, readonly Row[]>>();

type Untested = readonly [ReadyFixture, Result];

/** Grouped once for each list of results: there may be tens of thousands. */
const grouped = new WeakMap<UntestedCalls, ReadonlyMap<string, readonly Untested[]>>();

function byCell(calls: UntestedCalls): ReadonlyMap<string, readonly Untested[]> {
  const known = grouped.get(calls);
  if (known) return known;
  const made = groupBy(
    [...calls.results],
    ([ready, result]) => `${endpointName({ result })}\n${ready.fixture.as}`,
  );
  grouped.set(calls, made);
  return made;
}
