import type { ClassifiedApi } from '../../core/classification/classified-api.ts';
import type { Override } from '../../core/classification/classify.ts';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.ts';
import type { PatternName } from '../../core/endpoints/pattern.ts';
import type { PolicyTemplate } from '../../core/generation/generate-policies.ts';
import type { PolicyPreview } from '../../core/generation/preview-policies.ts';
import type { InitAnswers, ProjectDraft } from '../../core/generation/project-draft.ts';
import type { SpecDocuments } from '../../core/openapi/documents.ts';
import type { Spec } from '../../core/openapi/endpoint.ts';
import type { Report } from '../../core/replay/report.ts';
import type { Room } from '../layout.ts';
import { type TextField, textField } from '../text-field.ts';
import type {
  CountedProgress,
  PlannedChange,
  Progress,
  WizardEnd,
  WizardStart,
  WrittenChange,
} from './host.ts';
import type { WizardMode } from './keymap.ts';

/** The steps in their order, by what they are called on the screen. */
export const STEPS = ['API', 'Namespace', 'Patterns', 'Model', 'Principal', 'Templates', 'Summary'] as const;
export type WizardStep = (typeof STEPS)[number];

/** The whole state of the wizard. */
export interface WizardState {
  readonly start: WizardStart;
  /** The size of the terminal. */
  readonly screen: Room;
  readonly step: WizardStep;
  readonly overlay: 'none' | 'help' | 'palette' | 'leave' | 'resume' | 'open';
  readonly palette: PaletteState;
  /** What is done when somebody says that an endpoint is for everybody. */
  readonly opening:
    | { readonly what: string; readonly change: (state: WizardState) => WizardState }
    | undefined;
  readonly answers: InitAnswers;
  readonly api: ApiState;
  readonly namespace: TextField;
  readonly patterns: PatternsState;
  readonly model: { readonly chosen: number };
  readonly principal: PrincipalState;
  readonly templates: TemplatesState;
  readonly summary: SummaryState;
  /** Whether the details are looked at where there is no room for them beside the list. */
  readonly isDetailed: boolean;
  /** Lines that the details, or the help, are scrolled by. */
  readonly scroll: number;
  /** Something to be said in the status line, until the next key. */
  readonly notice: string;
  /** Work that the host is to do now. */
  readonly task: Task | undefined;
  readonly end: WizardEnd | undefined;
}

export type Task =
  | { readonly type: 'read'; readonly file: string }
  | { readonly type: 'complete'; readonly path: string }
  | { readonly type: 'plan'; readonly read: ReadApi; readonly answers: InitAnswers }
  | {
      readonly type: 'preview';
      readonly read: ReadApi;
      readonly answers: InitAnswers;
      readonly templates: readonly PolicyTemplate[];
    }
  | { readonly type: 'write'; readonly files: readonly PlannedChange[]; readonly keep: ReadonlySet<string> }
  | { readonly type: 'replay' };

/** A command that is looked for by its name. */
export interface PaletteState {
  readonly field: TextField;
  readonly chosen: number;
}

/** An API description that was read, and what answers make of it. */
export interface ReadApi {
  readonly file: string;
  readonly documents: SpecDocuments;
  readonly spec: Spec;
  readonly diagnostics: readonly Diagnostic[];
  readonly drafter: ProjectDraft;
}

export interface ApiState {
  /** Index among the candidates; the one behind the last is the path that is typed. */
  readonly chosen: number;
  readonly path: TextField;
  /** Files and folders that the path may go on with. */
  readonly completions: readonly string[];
  /** The last file that was read, or tried. */
  readonly read?: ReadApi;
  /** The last one that could be used: what was suggested for it, and answered about it alone. */
  readonly lastUsable?: ReadApi;
  readonly problems: readonly Diagnostic[];
}

export const CONFIDENCE_FILTERS = ['all', 'unsure', 'changed', 'not looked at'] as const;
export type ConfidenceFilter = (typeof CONFIDENCE_FILTERS)[number];

export interface PatternsState {
  readonly chosen: number;
  readonly typing: 'no' | 'search' | 'type';
  readonly search: TextField;
  readonly type: TextField;
  readonly pattern: PatternName | 'all';
  readonly confidence: ConfidenceFilter;
  /** Endpoints whose pattern was looked at and found right. */
  readonly accepted: ReadonlySet<string>;
  readonly undo: readonly ReadonlyMap<string, Override>[];
  readonly redo: readonly ReadonlyMap<string, Override>[];
}

export const PRINCIPAL_FIELDS = ['subject', 'groups', 'tenant', 'groupType', 'userPoolId'] as const;
export type PrincipalField = (typeof PRINCIPAL_FIELDS)[number];

export interface PrincipalState {
  readonly chosen: number;
  readonly fields: Readonly<Record<PrincipalField, TextField>>;
}

export interface TemplatesState {
  readonly chosen: number;
  /** What the ticked templates decide, as far as it is known; missing until there is something to show. */
  readonly preview?: PolicyPreview;
  /** Whether it is shown where there is room for one of preview and policies. */
  readonly isPreviewed: boolean;
}

export interface SummaryState {
  readonly chosen: number;
  readonly files: readonly PlannedChange[];
  /** Names of files that exist and are to stay as they are. */
  readonly keep: ReadonlySet<string>;
  readonly problems: readonly Diagnostic[];
  /** What was found about the files that were made last, whatever became of writing them. */
  readonly findings: readonly Diagnostic[];
  /** How far the files are that are being made, or their first replay. */
  readonly progress?: CountedProgress;
  readonly phase: 'planning' | 'ready' | 'writing' | 'replaying' | 'done';
  readonly written: readonly WrittenChange[];
  readonly report?: Report;
}

export function initialState(start: WizardStart, screen: Room = USUAL_SCREEN): WizardState {
  const state: WizardState = {
    start,
    screen,
    step: 'API',
    overlay: start.unfinished ? 'resume' : 'none',
    palette: { field: textField(''), chosen: 0 },
    opening: undefined,
    answers: start.answers,
    api: { chosen: 0, path: textField(''), completions: [], problems: [] },
    namespace: textField(start.answers.namespace),
    patterns: {
      chosen: 0,
      typing: 'no',
      search: textField(''),
      type: textField(''),
      pattern: 'all',
      confidence: 'all',
      accepted: new Set(),
      undo: [],
      redo: [],
    },
    model: { chosen: 0 },
    principal: { chosen: 0, fields: principalFields(start.answers) },
    templates: { chosen: 0, isPreviewed: false },
    summary: {
      chosen: 0,
      files: [],
      keep: new Set(),
      problems: [],
      findings: [],
      phase: 'planning',
      written: [],
    },
    isDetailed: false,
    scroll: 0,
    notice: '',
    task: undefined,
    end: undefined,
  };
  return start.unfinished ? state : { ...state, ...firstReading(start) };
}

const USUAL_SCREEN: Room = { width: 80, height: 24 };

/** The state with the answers of a run that was left. */
export function resumed(state: WizardState, { step, spec, answers, accepted }: Progress): WizardState {
  return {
    ...state,
    ...chooseSpec(state.start, spec),
    overlay: 'none',
    step: STEPS.find((one) => one === step) ?? 'API',
    answers,
    namespace: textField(answers.namespace),
    patterns: { ...state.patterns, accepted: new Set(accepted) },
    principal: { ...state.principal, fields: principalFields(answers) },
    notice: 'Continuing where you left off',
    task: { type: 'read', file: spec },
  };
}

/** What is read before anybody presses a key: the description that was named, else the first candidate. */
export function firstReading(start: WizardStart): Pick<WizardState, 'api' | 'task'> {
  const file = start.spec ?? start.candidates[0];
  return {
    ...chooseSpec(start, file ?? ''),
    task: file === undefined ? undefined : { type: 'read', file },
  };
}

function chooseSpec({ candidates }: WizardStart, file: string): Pick<WizardState, 'api'> {
  const index = candidates.indexOf(file);
  return {
    api: {
      chosen: index < 0 ? candidates.length : index,
      path: textField(index < 0 ? file : ''),
      completions: [],
      problems: [],
    },
  };
}

function principalFields({ claims, groupType = '' }: InitAnswers): PrincipalState['fields'] {
  return {
    subject: textField(claims.subject),
    groups: textField(claims.groups),
    tenant: textField(claims.tenant),
    groupType: textField(groupType),
    userPoolId: textField(claims.userPoolId ?? ''),
  };
}

/** Where the keys are. */
export function modeOf(state: WizardState): WizardMode {
  if (state.overlay !== 'none') return state.overlay;
  switch (state.step) {
    case 'API':
      return state.api.chosen === state.start.candidates.length ? 'path' : 'api';
    case 'Namespace':
      return 'namespace';
    case 'Patterns':
      return state.patterns.typing === 'no' ? 'patterns' : state.patterns.typing;
    case 'Model':
      return 'model';
    case 'Principal':
      return 'principal';
    case 'Templates':
      return 'templates';
    case 'Summary':
      return SUMMARY_MODES[state.summary.phase];
  }
}

const SUMMARY_MODES = {
  planning: 'planning',
  ready: 'summary',
  writing: 'running',
  replaying: 'running',
  done: 'done',
} as const satisfies Record<SummaryState['phase'], WizardMode>;

/** Whether something else stands in the place of a file now. */
export function isReplacing({ before, text }: PlannedChange): boolean {
  return before !== undefined && before !== text;
}

/** How far the run has come, to be kept; `undefined` as long as there is nothing worth keeping. */
export function progressOf({ api, step, answers, patterns }: WizardState): Progress | undefined {
  return api.read && { step, spec: api.read.file, answers, accepted: [...patterns.accepted] };
}

/** What the answers make of the API now, if they fit it. */
export function classifiedApi({ api, answers }: WizardState): ClassifiedApi | undefined {
  const classified = api.read?.drafter.classify(answers);
  return classified?.ok ? classified.value : undefined;
}
