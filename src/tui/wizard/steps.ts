import { namespaceProblem, suggestNamespace } from '../../core/cedar/namespace.ts';
import { isTypeName, TYPE_HELP } from '../../core/classification/patterns/override.ts';
import { dropStaleOverrides, type InitAnswers } from '../../core/generation/project-draft.ts';
import { counted } from '../../reporters/words/wording.ts';
import { textField } from '../text-field.ts';
import { isFiltered, reviewCounts, toNextUnsure, unfiltered } from './review-rows.ts';
import {
  PRINCIPAL_FIELDS,
  type ReadApi,
  STEPS,
  type SummaryState,
  type WizardState,
  type WizardStep,
} from './state.ts';
import { layoutNow } from './views/step-layout.ts';

/** On to the next step, if this one's answers can be used; else what is wrong. */
export function goOn(state: WizardState): WizardState {
  if (state.step === 'API') return leaveApi(state);
  if (state.step === 'Patterns' && reviewCounts(state).open > 0) return toNextUnsure(state);
  const problem = problemOf(state);
  return problem === undefined ? enter(state, stepAfter(state.step, 1)) : { ...state, notice: problem };
}

/** Back from the details to the list on a small screen, and from what was searched for to all; else to the step before. */
export function goBack(state: WizardState): WizardState {
  if (state.isDetailed && layoutNow(state).arrangement === 'one') return { ...state, isDetailed: false };
  if (state.step === 'Patterns' && isFiltered(state)) return unfiltered(state);
  return state.step === 'API' ? { ...state, overlay: 'leave' } : enter(state, stepAfter(state.step, -1));
}

function stepAfter(step: WizardStep, by: number): WizardStep {
  return STEPS[STEPS.indexOf(step) + by] ?? step;
}

/** Why the answers of a step cannot be used. */
function problemOf({ step, answers, namespace, principal }: WizardState): string | undefined {
  if (step === 'Namespace') {
    // What is wrong with it stands below it.
    return namespaceProblem(namespace.text) && 'Correct the namespace first';
  }
  if (step === 'Templates' && answers.templates.length === 0)
    return 'Tick at least one template: without policies every request is denied';
  if (step !== 'Principal') return undefined;
  const empty = PRINCIPAL_FIELDS.slice(0, 3).find((field) => principal.fields[field].text.trim() === '');
  if (empty) return `The ${empty} claim needs a name`;
  const type = principal.fields.groupType.text.trim();
  return type === '' || isTypeName(type) ? undefined : `\`${type}\` is not a type: ${TYPE_HELP}`;
}

function enter(state: WizardState, step: WizardStep): WizardState {
  const entered: WizardState = { ...state, step, notice: '', isDetailed: false, scroll: 0 };
  if (step === 'Templates') return previewed(entered);
  if (step !== 'Summary' || !state.api.read) return entered;
  return {
    ...entered,
    summary: { ...withoutProgress(state.summary), phase: 'planning', problems: [] },
    task: { type: 'plan', read: state.api.read, answers: state.answers },
  };
}

function withoutProgress({ progress: _progress, ...summary }: SummaryState): SummaryState {
  return summary;
}

/** Has it found out what the ticked templates decide. */
export function previewed(state: WizardState): WizardState {
  const { api, answers, start } = state;
  const { preview: _old, ...templates } = state.templates;
  const ticked = start.templates.filter(({ name }) => answers.templates.includes(name));
  if (!api.read) return { ...state, templates };
  return { ...state, templates, task: { type: 'preview', read: api.read, answers, templates: ticked } };
}

// ---- the API description ----

/** The file that is chosen, or typed. */
export function chosenFile({ api, start }: WizardState): string {
  return start.candidates[api.chosen] ?? api.path.text.trim();
}

function leaveApi(state: WizardState): WizardState {
  const file = chosenFile(state);
  if (file === '') return { ...state, notice: 'Type the path of an OpenAPI file' };
  if (state.task?.type === 'read' && state.task.file === file) return { ...state, notice: `Reading ${file}` };
  if (state.api.read?.file === file && state.api.problems.length === 0) return enter(state, 'Namespace');
  return readFile(state, file);
}

export function readFile(state: WizardState, file: string): WizardState {
  return { ...state, notice: `Reading ${file}`, task: { type: 'read', file } };
}

/** A description was read: answers that were given stay as far as they fit. */
export function takeRead(state: WizardState, read: ReadApi): WizardState {
  const isFree = isSuggested(state);
  const namespace = isFree ? suggestNamespace(read.spec.title) : state.answers.namespace;
  const kept = { ...withBasePathOf(state, read.file), namespace };
  const { answers, dropped } = dropStaleOverrides(kept, read.spec);
  const notice =
    dropped.length === 0
      ? state.notice.replace(/^Reading.*/, '')
      : `${counted(dropped.length, 'override')} dropped: the API no longer has ${dropped[0]}`;
  const taken: WizardState = {
    ...state,
    api: { ...state.api, read, lastUsable: read, problems: [] },
    answers,
    namespace: isFree ? textField(namespace) : state.namespace,
    patterns: { ...state.patterns, chosen: 0, undo: [], redo: [] },
    notice,
  };
  return state.step === 'Summary' ? enter(taken, 'Summary') : taken;
}

/** Whether the namespace is still the one that was suggested, or none at all. */
function isSuggested({ api, answers, start }: WizardState): boolean {
  if (answers.namespace === '') return true;
  return (
    !start.namespaceGiven &&
    api.lastUsable !== undefined &&
    answers.namespace === suggestNamespace(api.lastUsable.spec.title)
  );
}

/** Which base path calls have was asked about one description: another one may have another, and may not be asked about at all. */
function withBasePathOf({ api, answers, start }: WizardState, file: string): InitAnswers {
  if (api.lastUsable === undefined || api.lastUsable.file === file) return answers;
  const { basePath: _asked, ...others } = answers;
  const { basePath } = start.answers;
  return { ...others, ...(basePath === undefined ? {} : { basePath }) };
}

// ---- typed answers ----

/** The answers follow what is typed as long as it can be used. */
export function takeTyped(state: WizardState): WizardState {
  if (state.step === 'Namespace') {
    const { text } = state.namespace;
    return namespaceProblem(text) ? state : { ...state, answers: { ...state.answers, namespace: text } };
  }
  return state.step === 'Principal' && problemOf(state) === undefined
    ? { ...state, answers: withPrincipal(state) }
    : state;
}

function withPrincipal({ answers, principal }: WizardState): InitAnswers {
  const text = (field: (typeof PRINCIPAL_FIELDS)[number]) => principal.fields[field].text.trim();
  const { groupType: _type, ...others } = answers;
  return {
    ...others,
    claims: {
      subject: text('subject'),
      groups: text('groups'),
      tenant: text('tenant'),
      ...(text('userPoolId') === '' ? {} : { userPoolId: text('userPoolId') }),
    },
    ...(text('groupType') === '' ? {} : { groupType: text('groupType') }),
  };
}

// ---- writing ----

/** Only a key of its own writes: a person who hurries through with Enter has not decided that. */
export function write(state: WizardState): WizardState {
  const { phase, files, keep } = state.summary;
  if (phase !== 'ready') return { ...state, notice: 'There is nothing to write yet' };
  return { ...state, summary: { ...state.summary, phase: 'writing' }, task: { type: 'write', files, keep } };
}
