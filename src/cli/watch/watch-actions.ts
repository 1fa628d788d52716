import { resolve } from 'node:path';
import type { Diagnostic, Outcome } from '../../core/diagnostics/diagnostic.ts';
import { createExplainer, type Explainer } from '../../core/explanation/explainer.ts';
import type { Result } from '../../core/replay/replay.ts';
import { explainCall } from '../../core/verification/explain-call.ts';
import { explainResult } from '../../core/verification/explain-results.ts';
import { causesOf } from '../../core/watching/cause.ts';
import type { DecisionChange } from '../../core/watching/decision-changes.ts';
import type { DecidedProject } from '../../core/watching/incremental-verifier.ts';
import { appendCase, type WrittenCase } from '../../project/append-case.ts';
import { loadProject, type ProjectFiles } from '../../project/load.ts';
import { parseSource } from '../../project/parse.ts';
import { readText } from '../../project/read-text.ts';
import { updateFixtures } from '../../project/update-fixtures.ts';
import { writeFiles } from '../../project/write.ts';
import { EXPLANATION_FORMATS } from '../../reporters/explained-call.ts';
import { printExplanation } from '../../reporters/explanation.ts';
import { printDiagnostics } from '../../reporters/frame.ts';
import { ownName, placeText, questionText } from '../../reporters/result-text.ts';
import { painter, visible } from '../../reporters/wording.ts';
import type { NewCase, OpenPlace, WatchActions } from '../../tui/watch/actions.ts';
import type { ResultRow } from '../../tui/watch/rows.ts';
import { editorCommand, runEditor } from '../terminal/editor.ts';
import { explainCommand } from './explain-command.ts';

const paint = painter(true);

/** What the watch screen can do: everything that reads, writes or starts something. */
export function watchActions(
  cwd: string,
  choose: () => Promise<Outcome<readonly ProjectFiles[]>>,
  write: (text: string) => void,
): WatchActions {
  return {
    causesOf: causes,
    explain: explainerOfRows(),
    edit: (place) => edit(place, cwd),
    accept: (row) => accept(row, cwd),
    writeCase: (row) => writeCase(row, cwd),
    tryCall: (text, columns) => tryCall(text, columns, choose, cwd),
    copyCommand: (row) => {
      const command = explainCommand(row.ready.fixture);
      if (command === undefined) return 'only a call can be explained by a command';
      write(`\u001b]52;c;${Buffer.from(command).toString('base64')}\u0007`);
      return `copied: ${command}`;
    },
  };
}

function causes({ project }: ResultRow, change: DecisionChange) {
  const { before, decided } = project;
  return before && decided ? causesOf(change, before.project.policySet, decided.project.policySet) : [];
}

// ---- explanations ----

/** Explained once for each result and width, however often the screen is drawn. */
function explainerOfRows(): WatchActions['explain'] {
  const explainers = new WeakMap<DecidedProject, Explainer>();
  const known = new WeakMap<Result, { readonly columns: number; readonly text: string }>();
  return (row, columns) => {
    const { project, result } = row;
    const last = known.get(result);
    if (last?.columns === columns) return last.text;
    const decided = project.decided;
    if (!decided) return '';
    const explainer = explainers.get(decided) ?? explainerOf(decided, project.name);
    explainers.set(decided, explainer);
    const text = explainRow(row, explainer, columns);
    known.set(result, { columns, text });
    return text;
  };
}

function explainerOf({ project, engine }: DecidedProject, name: string): Explainer {
  const { schema, model, policySet } = project;
  return createExplainer(`watch parts ${name}`, { schema, model, policySet, engine });
}

function explainRow({ ready, result }: ResultRow, explainer: Explainer, columns: number): string {
  const { fixture } = ready;
  const head = `${paint('strong', questionText(fixture))}\n${ownName(fixture)}\n${paint('quiet', placeText(fixture))}\n`;
  const parts = result.decisions.map((decision) => {
    const { item } = decision.request;
    const title = item === undefined ? '' : `${paint('strong', `item ${visible(item)}`)}\n`;
    return title + printExplanation(explainResult(decision, ready, explainer), { paint, columns });
  });
  return [head, ...parts].join('\n');
}

// ---- the editor ----

function edit({ file, location }: OpenPlace, cwd: string): string {
  const place = { file: resolve(cwd, file), line: location?.line ?? 1, column: location?.column ?? 1 };
  return runEditor(editorCommand(place, process.env), cwd);
}

// ---- expectations ----

/** The same edit as `authz test --update` makes, of one expectation; several principals may share it. */
async function accept({ project, result }: ResultRow, cwd: string): Promise<string> {
  const { source, at } = result.fixture;
  if (!project.isCurrent) return 'this is the decision of the last good run: mend the error first';
  if (result.status === 'passed') return 'this is what is expected already';
  const isSame = ({ fixture }: Result) =>
    fixture.source === source && JSON.stringify(fixture.at) === JSON.stringify(at);
  const sharing = [...(project.decided?.results.values() ?? [])].filter(isSame);
  const { files, diagnostics } = updateFixtures(sharing);
  const [file] = files;
  if (!file) return firstProblem(diagnostics) || 'what was not decided cannot be expected';
  const path = resolve(cwd, file.file);
  const onDisk = readText(path, file.file);
  if (!onDisk.ok || onDisk.value !== file.before) return `${file.file} has changed meanwhile: look again`;
  const written = writeFiles([{ path, text: file.after, ifExists: 'replace' }], cwd);
  return written.ok ? `accepted in ${placeText(result.fixture)}` : firstProblem(written.diagnostics);
}

// ---- a new case ----

async function writeCase({ ready, result }: ResultRow, cwd: string): Promise<NewCase> {
  const { file } = ready.fixture.source;
  const path = resolve(cwd, file);
  const added = caseLike(ready.fixture, result);
  if (!added) return { message: 'a case like this one has to be written by hand' };
  const text = readText(path, file);
  const changed = text.ok ? appendCase(file, text.value, added) : text;
  if (!changed.ok) return { message: firstProblem(changed.diagnostics) };
  const written = writeFiles([{ path, text: changed.value, ifExists: 'replace' }], cwd);
  if (!written.ok) return { message: firstProblem(written.diagnostics) };
  const source = parseSource(file, changed.value);
  const count = source.ok ? (source.value.value as { readonly cases: readonly unknown[] }).cases.length : 1;
  const location = source.ok ? source.value.locate(['cases', count - 1, 'name']) : undefined;
  return { message: `a new case stands at the end of ${file}`, place: { file, location } };
}

/** Expects what is decided now; its name says that it is to be changed. */
function caseLike(
  { name, as, asks }: ResultRow['ready']['fixture'],
  { decisions }: Result,
): WrittenCase | undefined {
  const [first] = decisions;
  if (asks.type !== 'call' || !first) return undefined;
  const { method, url, body } = asks.call;
  const byItem = decisions.map(({ request, actual }) => [request.item ?? '', actual.decision]);
  return {
    name: `${name} (copy)`,
    as,
    call: `${method} ${url}`,
    ...(body === undefined ? {} : { body }),
    expect: first.request.item === undefined ? first.actual.decision : Object.fromEntries(byItem),
  };
}

function firstProblem(diagnostics: readonly Diagnostic[]): string {
  const [first] = diagnostics;
  return first ? `${first.message}${first.help ? `: ${first.help}` : ''}` : '';
}

// ---- trying a call ----

async function tryCall(
  text: string,
  columns: number,
  choose: () => Promise<Outcome<readonly ProjectFiles[]>>,
  cwd: string,
): Promise<string> {
  const [, method, url, as] = /^\s*([a-z]+)\s+(\S+)\s+as\s+(.+?)\s*$/i.exec(text) ?? [];
  if (!method || !url || !as)
    return `${paint('bad', visible(text))} is no call: write it like \`GET /campaigns/c1 as ana\``;
  const projects = await choose();
  const [files] = projects.ok ? projects.value : [];
  if (!projects.ok || !files) return printDiagnostics(projects.diagnostics, paint);
  const input = await loadProject(files, cwd);
  if (!input.ok) return printDiagnostics(input.diagnostics, paint);
  const explained = explainCall(input.value, { method: method.toUpperCase(), url }, as);
  if (!explained.ok) return printDiagnostics(explained.diagnostics, paint);
  return EXPLANATION_FORMATS.pretty(explained.value, as, { paint, columns });
}
