import { entityKey } from '../../../core/cedar/entity.ts';
import { endpointKey } from '../../../core/endpoints/endpoint-key.ts';
import { describeFixture } from '../../../core/fixtures/fixture.ts';
import type { ReadyFixture } from '../../../core/fixtures/ready-fixture.ts';
import { isBadResult } from '../../../core/replay/bad-result.ts';
import type { Result } from '../../../core/replay/replay.ts';
import type { DecisionChange } from '../../../core/watching/decision-changes.ts';
import type { UntestedCalls } from '../../../core/watching/live-calls.ts';
import type { Run, WatchedProject } from '../../../core/watching/session.ts';

/** Where a call comes from: a fixture, a cell of the matrix that no fixture asks, or somebody who tries it. */
export type RowOrigin = 'fixture' | 'untested' | 'pinned';

/** One call with its decisions. Everything that is chosen, shown or written is named by its key, never by its place on the screen. */
export interface Row {
  readonly key: string;
  readonly origin: RowOrigin;
  readonly project: WatchedProject;
  readonly ready: ReadyFixture;
  readonly result: Result;
  /** How its decisions differ from the baseline. */
  readonly changes: readonly DecisionChange[];
}

export interface RowMaker {
  readonly project: WatchedProject;
  readonly origin: RowOrigin;
  readonly changes: ReadonlyMap<ReadyFixture, readonly DecisionChange[]>;
}

/** A row for each result. Of several fixtures that are called and ask the same, the key counts them. */
export function rowsOf(results: Iterable<readonly [ReadyFixture, Result]>, maker: RowMaker): Row[] {
  const { project, origin, changes } = maker;
  const keyOf = keyCounter();
  const rows: Row[] = [];
  for (const [ready, result] of results) {
    const key = keyOf(firstKey(ready, `${origin}\n${project.name}`));
    rows.push({ key, origin, project, ready, result, changes: changes.get(ready) ?? NONE });
  }
  return rows;
}

const NONE: readonly DecisionChange[] = [];

/** Gives each its own key: what several are called is counted. */
export function keyCounter(): (name: string) => string {
  const seen = new Map<string, number>();
  return (name) => {
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return count === 0 ? name : `${name}\n${count}`;
  };
}

/** What a fixture is called and asks stays when others are written above it. Made once, as every run looks thousands of them up. */
function firstKey(ready: ReadyFixture, whose: string): string {
  const known = keys.get(ready);
  if (known?.whose === whose) return known.key;
  const { fixture } = ready;
  const { asks } = fixture;
  const body = asks.type === 'call' && asks.call.body !== undefined ? JSON.stringify(asks.call.body) : '';
  const key = `${whose}\n${fixture.source.file}\n${fixture.name}\n${describeFixture(fixture)}\n${body}`;
  keys.set(ready, { whose, key });
  return key;
}

const keys = new WeakMap<ReadyFixture, { readonly whose: string; readonly key: string }>();

/** Calls that no fixture makes are decided again after the others: until then they are those of the state before, and known to be old. */
export function stateOf(project: WatchedProject, { of }: Pick<UntestedCalls, 'of'>): WatchedProject {
  return of === project.decided ? project : { ...project, decided: of, isCurrent: false };
}

/** Whether it is not as expected; where nothing is expected, nothing is. */
export function isBad({ origin, result }: Row): boolean {
  return origin === 'fixture' && isBadResult(result);
}

export function isOpened({ changes }: Row): boolean {
  return changes.some(({ kind }) => kind === 'now-allowed');
}

export function isClosed({ changes }: Row): boolean {
  return changes.some(({ kind }) => kind === 'now-denied');
}

/** What one goes to: a failure, or a decision that is another one than before. */
export function isNotable(row: Row): boolean {
  return isBad(row) || isOpened(row) || isClosed(row);
}

/** The endpoint that a call reaches, as people name it; of a ready request the action. */
export function endpointName({ result }: Pick<Row, 'result'>): string {
  if (result.endpoint) return endpointKey(result.endpoint);
  const { asks } = result.fixture;
  return asks.type === 'request' ? entityKey(asks.request.action) : 'no endpoint';
}

/** Of which project a call is, where there are several: `backend: `. */
export function projectPrefix(run: Run | undefined, name: string): string {
  return (run?.projects.length ?? 0) > 1 ? `${name}: ` : '';
}
