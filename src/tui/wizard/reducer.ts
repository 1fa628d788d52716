import { type Diagnostic, hasErrors, type Outcome } from '../../core/diagnostics/diagnostic.ts';
import type { PolicyPreview } from '../../core/generation/preview-policies.ts';
import { createDraft, type InitAnswers } from '../../core/generation/project-draft.ts';
import { ATTRIBUTE_CHOICES, MAPPING_TYPES } from '../../core/model/model.ts';
import type { SpecDocuments } from '../../core/openapi/documents.ts';
import { readSpec } from '../../core/openapi/spec.ts';
import type { Report } from '../../core/replay/report.ts';
import { commonStart } from '../common-start.ts';
import { commandFor, type KeyPress } from '../keys.ts';
import type { Room } from '../layout.ts';
import { textField } from '../text-field.ts';
import { clampIndex } from '../window.ts';
import { changeBasePath } from './base-path.ts';
import type { CountedProgress, PlannedChange, WrittenChange } from './host.ts';
import { KEYMAP, type WizardCommand } from './keymap.ts';
import { chosenCommand, PALETTE } from './palette.ts';
import { acceptAll, next, openNow, REVIEW } from './patterns.ts';
import { reviewRows } from './review-rows.ts';
import { SCROLLING } from './scrolling.ts';
import {
  firstReading,
  initialState,
  isReplacing,
  modeOf,
  PRINCIPAL_FIELDS,
  resumed,
  type SummaryState,
  type WizardState,
} from './state.ts';
import { chosenFile, goBack, goOn, previewed, readFile, takeRead, write } from './steps.ts';
import { typeKey } from './typing.ts';
import { tickRow, treeRows } from './views/model-tree.ts';

/** What may happen to the wizard: a key, or work that the host has done. */
export type WizardEvent =
  | { readonly type: 'key'; readonly press: KeyPress }
  | { readonly type: 'resized'; readonly screen: Room }
  | { readonly type: 'read'; readonly file: string; readonly outcome: Outcome<SpecDocuments> }
  | { readonly type: 'completed'; readonly path: string; readonly candidates: readonly string[] }
  | {
      readonly type: 'previewed';
      readonly answers: InitAnswers;
      readonly preview: PolicyPreview;
    }
  | { readonly type: 'replaying'; readonly progress: CountedProgress }
  | { readonly type: 'planning'; readonly answers: InitAnswers; readonly progress: CountedProgress }
  | {
      readonly type: 'planned';
      readonly answers: InitAnswers;
      readonly outcome: Outcome<readonly PlannedChange[]>;
    }
  | { readonly type: 'written'; readonly outcome: Outcome<readonly WrittenChange[]> }
  | { readonly type: 'replayed'; readonly report: Report };

export function wizardReducer(state: WizardState, event: WizardEvent): WizardState {
  switch (event.type) {
    case 'key':
      return hearKey({ ...state, notice: '' }, event.press);
    case 'resized':
      return { ...state, screen: event.screen };
    case 'read':
      return hearRead(state, event.file, event.outcome);
    case 'completed':
      return hearCompletions({ ...state, task: undefined }, event.path, event.candidates);
    case 'previewed':
      return hearPreview(state, event.answers, event.preview);
    case 'planning':
      if (!isPlanned(state, event.answers)) return state;
      return { ...state, summary: { ...state.summary, progress: event.progress } };
    case 'replaying':
      return { ...state, summary: { ...state.summary, progress: event.progress } };
    case 'planned':
      if (!isPlanned(state, event.answers)) return state;
      return hearPlan({ ...state, task: undefined, notice: '' }, event.outcome);
    case 'written':
      return hearWritten({ ...state, task: undefined }, event.outcome);
    case 'replayed':
      return {
        ...state,
        task: undefined,
        summary: { ...state.summary, phase: 'done', report: event.report },
      };
  }
}

// ---- keys ----

function hearKey(state: WizardState, press: KeyPress): WizardState {
  const command = commandFor(KEYMAP, modeOf(state), press.name);
  return command === undefined ? typeKey(state, press) : COMMANDS[command](state);
}

const PAGE = 10;

const COMMANDS: Readonly<Record<WizardCommand, (state: WizardState) => WizardState>> = {
  ...REVIEW,
  next: goOn,
  back: goBack,
  write,
  up: (state) => move(state, (index) => index - 1),
  down: (state) => move(state, (index) => index + 1),
  'page-up': (state) => move(state, (index) => index - PAGE),
  'page-down': (state) => move(state, (index) => index + PAGE),
  'half-up': (state) => move(state, (index) => index - PAGE / 2),
  'half-down': (state) => move(state, (index) => index + PAGE / 2),
  first: (state) => move(state, () => 0),
  last: (state) => move(state, () => Number.MAX_SAFE_INTEGER),
  'accept-all': (state) => goOn(acceptAll(state)),
  tick,
  attributes: (state) => answer(state, { attributes: next(ATTRIBUTE_CHOICES, state.answers.attributes) }),
  mapping: (state) => answer(state, { mappingType: next(MAPPING_TYPES, state.answers.mappingType) }),
  'base-path': changeBasePath,
  keep: keepOrReplace,
  ...SCROLLING,
  ...PALETTE,
  'palette-run': (state) => {
    const command = chosenCommand(state);
    const closed: WizardState = { ...state, overlay: 'none' };
    return command ? COMMANDS[command](closed) : closed;
  },
  leave: (state) => ({ ...state, overlay: 'leave', opening: undefined, scroll: 0 }),
  'overlay-close': (state) => ({ ...state, overlay: 'none', opening: undefined, scroll: 0 }),
  'leave-now': (state) => ({ ...state, end: { type: 'left' } }),
  'open-now': openNow,
  complete: (state) => ({ ...state, task: { type: 'complete', path: state.api.path.text } }),
  resume: (state) => (state.start.unfinished ? resumed(state, state.start.unfinished) : state),
  'start-anew': ({ start, screen }) => ({
    ...initialState(start, screen),
    ...firstReading(start),
    overlay: 'none',
  }),
  watch: (state) => finish(state, true),
  finish: (state) => finish(state, false),
};

function finish(state: WizardState, watch: boolean): WizardState {
  const { phase, written: files, report, findings } = state.summary;
  if (phase === 'writing') return { ...state, notice: 'The files are being written' };
  return { ...state, end: { type: 'written', files, findings, watch, ...(report ? { report } : {}) } };
}

function answer(state: WizardState, changed: Partial<WizardState['answers']>): WizardState {
  return { ...state, answers: { ...state.answers, ...changed } };
}

// ---- lists ----

function move(from: WizardState, to: (index: number) => number): WizardState {
  const state = { ...from, scroll: 0 };
  const { api, patterns, model, principal, templates, summary, start } = state;
  switch (state.step) {
    case 'API':
      return chooseFile(state, clampIndex(to(api.chosen), start.candidates.length + 1));
    case 'Patterns':
      return { ...state, patterns: moved(patterns, to, reviewRows(state).length) };
    case 'Model':
      return { ...state, model: moved(model, to, treeRows(state).length) };
    case 'Principal':
      return { ...state, principal: moved(principal, to, PRINCIPAL_FIELDS.length) };
    case 'Templates':
      return { ...state, templates: moved(templates, to, start.templates.length) };
    case 'Summary':
      return { ...state, summary: moved(summary, to, summary.files.length) };
    case 'Namespace':
      return state;
  }
}

function moved<List extends { readonly chosen: number }>(
  list: List,
  to: (index: number) => number,
  count: number,
): List {
  return { ...list, chosen: clampIndex(to(clampIndex(list.chosen, count)), count) };
}

/** A candidate is read as soon as it is chosen: what is in it is shown beside. */
function chooseFile(state: WizardState, chosen: number): WizardState {
  const moved = { ...state, api: { ...state.api, chosen, problems: [] } };
  const file = chosenFile(moved);
  const isKnown = file === '' || file === state.api.read?.file || chosen === state.start.candidates.length;
  return isKnown ? moved : readFile(moved, file);
}

function tick(state: WizardState): WizardState {
  if (state.step === 'Model') {
    const row = treeRows(state)[state.model.chosen];
    return row ? tickRow(state, row) : state;
  }
  const name = state.start.templates[state.templates.chosen]?.name;
  if (name === undefined) return state;
  const { templates } = state.answers;
  return previewed(
    answer(state, {
      templates: templates.includes(name)
        ? templates.filter((one) => one !== name)
        : [...templates, name].sort(),
    }),
  );
}

function keepOrReplace(state: WizardState): WizardState {
  const file = state.summary.files[state.summary.chosen];
  if (!file) return state;
  if (!isReplacing(file)) {
    const why = file.before === undefined ? 'it is new' : 'it stays the same';
    return { ...state, notice: `There is nothing to keep of ${file.name}: ${why}` };
  }
  const keep = new Set(state.summary.keep);
  if (!keep.delete(file.name)) keep.add(file.name);
  return { ...state, summary: { ...state.summary, keep } };
}

// ---- what the host has done ----

function hearRead(state: WizardState, file: string, documents: Outcome<SpecDocuments>): WizardState {
  const isAwaited = state.task?.type === 'read' && state.task.file === file;
  const waiting = isAwaited ? { ...state, task: undefined } : state;
  // Somebody may have chosen, or begun to type, another file in the meantime.
  if (!isAwaited || chosenFile(state) !== file) return waiting;
  const spec = documents.ok ? readSpec(documents.value) : documents;
  const diagnostics = [...documents.diagnostics, ...(documents.ok ? spec.diagnostics : [])];
  if (!documents.ok || !spec.ok || hasErrors(diagnostics)) return withApiProblems(waiting, diagnostics);
  const draft = createDraft(spec.value);
  const classified = draft.classify({ ...state.answers, overrides: new Map() });
  const problems = [...diagnostics, ...classified.diagnostics];
  if (!classified.ok) return withApiProblems(waiting, problems);
  const read = { file, documents: documents.value, spec: spec.value, diagnostics: problems, drafter: draft };
  return takeRead(waiting, read);
}

/** As far as all agree; what may follow is listed. */
function hearCompletions(state: WizardState, path: string, candidates: readonly string[]): WizardState {
  const { api } = state;
  if (api.path.text !== path) return state;
  if (candidates.length === 0) return { ...state, notice: `There is no file or folder like ${path}` };
  const text = candidates.reduce(commonStart);
  return {
    ...state,
    api: { ...api, path: textField(text), completions: candidates.length > 1 ? candidates : [] },
  };
}

function withApiProblems(state: WizardState, problems: readonly Diagnostic[]): WizardState {
  const { read: _read, ...api } = state.api;
  return { ...state, step: 'API', api: { ...api, problems }, notice: 'This file cannot be used' };
}

/** One that was made for other answers is not shown, and need not go on. */
function hearPreview(state: WizardState, answers: InitAnswers, preview: PolicyPreview): WizardState {
  if (state.task?.type !== 'preview') return state;
  if (state.task.answers !== answers) return state;
  if (state.answers !== answers) return { ...state, task: undefined };
  const task = preview.isWhole ? undefined : state.task;
  return { ...state, task, templates: { ...state.templates, preview } };
}

/** Files for other answers than those of now are never shown, nor written. */
function isPlanned({ task }: WizardState, answers: InitAnswers): boolean {
  return task?.type === 'plan' && task.answers === answers;
}

function hearPlan(state: WizardState, outcome: Outcome<readonly PlannedChange[]>): WizardState {
  const { summary, start } = state;
  if (!outcome.ok)
    return { ...state, summary: { ...summary, files: [], phase: 'planning', problems: outcome.diagnostics } };
  const files = outcome.value;
  const others = files.filter((file) => isReplacing(file) && isTheirs(file.name));
  const keep = new Set(start.force ? [] : others.map(({ name }) => name));
  const chosen = clampIndex(summary.chosen, files.length);
  // The step before has said so already.
  const problems = outcome.diagnostics.filter(({ code }) => !SAID_OF_TEMPLATES.has(code));
  return {
    ...state,
    summary: { ...summary, files, keep, chosen, phase: 'ready', problems, findings: problems },
  };
}

const SAID_OF_TEMPLATES: ReadonlySet<string> = new Set(['no-tenants', 'template-not-applicable']);

/** Policies and fixtures belong to whoever has changed them; configuration and schema say what was decided here. */
function isTheirs(name: string): boolean {
  return name.includes('/');
}

function hearWritten(state: WizardState, outcome: Outcome<readonly WrittenChange[]>): WizardState {
  const { progress: _progress, ...summary } = state.summary;
  const failed: SummaryState = { ...summary, phase: 'ready', problems: outcome.diagnostics };
  if (!outcome.ok) return { ...state, summary: failed, notice: 'Nothing was written' };
  return {
    ...state,
    summary: { ...summary, phase: 'replaying', written: outcome.value },
    task: { type: 'replay' },
  };
}
