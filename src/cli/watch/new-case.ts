import { resolve } from 'node:path';
import { describeFixture } from '../../core/fixtures/fixture.ts';
import { ANONYMOUS } from '../../core/requests/principal.ts';
import { freeName } from '../../core/values/free-name.ts';
import { readText } from '../../project/files/read-text.ts';
import { parseSource } from '../../project/parsing/parse.ts';
import { type AppendedCase, appendCase } from '../../project/writing/append-case.ts';
import { firstProblem } from '../../reporters/words/wording.ts';
import type { CaseInFile, NewCase, PlannedEdit } from '../../tui/watch/actions.ts';
import type { Row } from '../../tui/watch/rows/rows.ts';
import type { Writer } from './written.ts';

/** Writes a case that asks what the row asks, and expects what is decided now, at the end of a fixtures file. */
export function writeCase(row: Row, writer: Writer, cwd: string): NewCase {
  const file = fileFor(row);
  if (file === undefined)
    return { message: 'no fixtures file knows this caller: `authz generate-fixtures` writes a first one' };
  const like = caseLike(row, file);
  if (!like) return { message: 'a case like this one has to be written by hand' };
  const text = readText(resolve(cwd, file), file);
  const changed = text.ok ? appendCase(file, text.value, like) : text;
  if (!text.ok || !changed.ok) return { message: firstProblem(changed) };
  const added = `a new case was added at the end of ${file}`;
  const done = `${added}; u takes it back`;
  const edit = { file, before: text.value, after: changed.value };
  const message = writer.write([edit], done);
  if (message !== done) return { message };
  const takeBackUnchanged = () => {
    const taken = row.origin === 'fixture' ? takenBack(edit, writer, cwd) : undefined;
    return { isTakenBack: taken !== undefined, message: taken ?? added };
  };
  return { message, written: { ...lastCase(file, changed.value), takeBackUnchanged } };
}

/** A second case that asks and expects the same as the first is of no use to anybody. */
function takenBack({ file, after }: PlannedEdit, writer: Writer, cwd: string): string | undefined {
  const now = readText(resolve(cwd, file), file);
  if (!now.ok || now.value !== after) return undefined;
  return `the copy was left as it was: ${writer.undo()}`;
}

/** A fixture's own file; else one that names the caller, first of all one with fixtures of the same endpoint. */
export function fileFor({ origin, project, ready }: Row): string | undefined {
  const { fixture, endpoint } = ready;
  if (origin === 'fixture') return fixture.source.file;
  const { files = [], fixtures = [] } = project.decided?.project ?? {};
  const known = files.filter(({ principals }) => fixture.as === ANONYMOUS || principals.has(fixture.as));
  const near = known.find(({ source }) =>
    fixtures.some((other) => other.endpoint === endpoint && other.fixture.source === source),
  );
  return (near ?? known[0])?.source.file;
}

/** Of a copy the name says that it is to be changed. */
function caseLike({ origin, project, ready, result }: Row, file: string): AppendedCase | undefined {
  const { fixture } = ready;
  const { as, asks } = fixture;
  if (asks.type !== 'call') return undefined;
  const { context } = asks;
  const { method, url, body, headers } = asks.call;
  const expect = expectationOf({ ready, result });
  if (expect === undefined) return undefined;
  const name = origin === 'fixture' ? `${fixture.name} (copy)` : describeFixture(fixture);
  const taken = namesIn(file, project);
  return {
    name: freeName(
      name,
      (one) => taken.has(one),
      (number) => `${name} ${number}`,
    ),
    as,
    call: `${method} ${url}`,
    ...(body === undefined ? {} : { body }),
    ...(headers === undefined ? {} : { headers }),
    ...(context === undefined ? {} : { context }),
    expect,
  };
}

/** Two fixtures of a file with the same name are a warning. */
function namesIn(file: string, { decided }: Row['project']): ReadonlySet<string> {
  const inFile = (decided?.project.fixtures ?? []).filter(({ fixture }) => fixture.source.file === file);
  return new Set(inFile.map(({ fixture }) => fixture.name));
}

function expectationOf({ ready, result: { decisions, refusal } }: Pick<Row, 'ready' | 'result'>): unknown {
  // Its status may also be that of a call that an endpoint denies.
  if (refusal) return ready.refusal?.mapped?.type === 'no-endpoint' ? 'unroutable' : refusal.actual;
  const [first] = decisions;
  if (!first) return undefined;
  if (first.request.item === undefined) return first.actual.decision;
  return Object.fromEntries(decisions.map(({ request, actual }) => [request.item ?? '', actual.decision]));
}

function lastCase(file: string, text: string): Pick<CaseInFile, 'place' | 'index'> {
  const source = parseSource(file, text);
  const { cases = [] } = source.ok ? (source.value.value as { readonly cases?: readonly unknown[] }) : {};
  const index = cases.length - 1;
  const location = source.ok ? source.value.locate(['cases', index, 'name']) : undefined;
  return { place: { file, location }, index };
}
