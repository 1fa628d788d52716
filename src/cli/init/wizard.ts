import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { createElement } from 'react';
import { type Diagnostic, InputError } from '../../core/diagnostics/diagnostic.ts';
import { DEFAULT_ANSWERS } from '../../core/generation/project-draft.ts';
import { buildReport } from '../../core/replay/report.ts';
import { withLineEndsOf } from '../../core/values/line-ends.ts';
import { findSpecs } from '../../project/files/find-specs.ts';
import { showPath } from '../../project/files/read-text.ts';
import { type WrittenFile, writeFiles } from '../../project/files/write.ts';
import { loadSpec } from '../../project/loading/load-spec.ts';
import { openProject } from '../../project/loading/project.ts';
import { projectFiles } from '../../project/project-files.ts';
import { allTemplates, chooseTemplates, DEFAULT_TEMPLATE } from '../../project/templates.ts';
import { type UnfinishedStore, unfinishedStore } from '../../project/writing/unfinished.ts';
import { type Screen, showApp } from '../../tui/shell.tsx';
import type {
  PlannedChange,
  WizardEnd,
  WizardHost,
  WizardStart,
  WrittenChange,
} from '../../tui/wizard/host.ts';
import { Wizard } from '../../tui/wizard/wizard.tsx';
import { unwrap } from '../projects/inputs.ts';
import { verifyProject } from '../projects/prepare-projects.ts';
import { atHome, completePath } from '../terminal/complete-path.ts';
import { inSilence } from '../terminal/progress.ts';
import type { Terminal } from '../terminal/terminal.ts';
import {
  answersFrom,
  type NewProjectOptions,
  onReplacing,
  projectFilesFor,
  relativeSpec,
} from './new-project.ts';

/** The flags of `authz init` that the wizard starts from. */
export type WizardOptions = NewProjectOptions & { readonly force?: boolean };

/** Shows the wizard until it has written a project, or is left. */
export async function showWizard(
  folder: string,
  options: WizardOptions,
  terminal: Terminal,
  screen: Screen,
): Promise<ShownEnd> {
  const store = unfinishedStore(stateFolder(), folder);
  const start = await wizardStart(folder, options, store, terminal);
  const host = wizardHost(folder, store, terminal);
  const end = await showApp<WizardEnd>(createElement(Wizard, { start, host, stop: screen.stop }), screen);
  if (end?.type !== 'written') return { type: 'left', isKept: store.load() !== undefined };
  store.forget();
  return end;
}

/** How the wizard ended; when it was left, whether there are answers to go on with. */
type ShownEnd =
  | Extract<WizardEnd, { readonly type: 'written' }>
  | { readonly type: 'left'; readonly isKept: boolean };

/** Where this user's programs keep what is between two runs, as the XDG rules and Windows have it. */
function stateFolder(): string {
  const { XDG_STATE_HOME, LOCALAPPDATA } = process.env;
  if (XDG_STATE_HOME) return XDG_STATE_HOME;
  return process.platform === 'win32' && LOCALAPPDATA ? LOCALAPPDATA : join(homedir(), '.local', 'state');
}

/** Flags are answers already; a run that was left is offered only when there are none. */
async function wizardStart(
  folder: string,
  options: WizardOptions,
  store: UnfinishedStore,
  terminal: Terminal,
): Promise<WizardStart> {
  const project = options.force ? await openProject(folder, terminal.cwd) : undefined;
  const known = project?.ok ? project.value.config : undefined;
  const templates = unwrap(chooseTemplates(options.template ?? [DEFAULT_TEMPLATE]), terminal);
  const names = templates.map(({ name }) => name);
  const answers = answersFrom(
    { ...options, template: names },
    { ...DEFAULT_ANSWERS, namespace: '', ...known, templates: names },
  );
  const spec = options.apiSpec === undefined ? known?.spec : relativeSpec(options.apiSpec, folder);
  const isAnswered = Object.keys(options).some((name) => name !== 'tui' && name !== 'force');
  const unfinished = isAnswered ? undefined : store.load();
  return {
    folder,
    candidates: findSpecs(folder),
    ...(spec === undefined ? {} : { spec }),
    namespaceGiven: answers.namespace !== '',
    templates: allTemplates(),
    answers,
    force: options.force === true,
    ...(unfinished ? { unfinished } : {}),
  };
}

function wizardHost(folder: string, store: UnfinishedStore, terminal: Terminal): WizardHost {
  const { cwd } = terminal;
  return {
    read: (file) => loadSpec(resolve(folder, atHome(file)), cwd),
    complete: (path) => completePath(path, folder),
    plan: async ({ documents, spec, answers }, heard) => {
      const named = relativeSpec(resolve(folder, atHome(spec)), folder);
      const files = await projectFilesFor({ documents, spec: named, answers, folder }, inSilence, heard);
      if (!files.ok) return files;
      return { ...files, value: files.value.map((file) => withContent(file, folder)) };
    },
    write: async (files, keep) => {
      const changed = files.filter((file) => withContent(file, folder).before !== file.before);
      if (changed.length > 0) return { ok: false, diagnostics: changed.map(changedMeanwhile) };
      const plan = files.map(({ name, text }) => ({
        path: resolve(folder, name),
        text,
        ifExists: keep.has(name) ? ('keep' as const) : onReplacing(name),
      }));
      const written = writeFiles(plan, cwd);
      if (!written.ok) return written;
      return { ...written, value: written.value.map((file) => shownBelow(folder, file)) };
    },
    replay: async (heard) => {
      const project = await openProject(folder, cwd);
      // The file was written a moment ago: a person who changed it since will see what is wrong with it.
      if (!project.ok) throw new InputError(project.diagnostics);
      return buildReport([await verifyProject(projectFiles(project.value, {}, cwd), terminal, heard)]);
    },
    save: store.save,
  };
}

function shownBelow(folder: string, { path, outcome, aside }: WrittenFile): WrittenChange {
  const name = showPath(path, folder);
  return { name, outcome, ...(aside === undefined ? {} : { aside: showPath(aside, folder) }) };
}

/** What nobody has seen is not replaced. */
function changedMeanwhile({ name }: PlannedChange): Diagnostic {
  return {
    severity: 'error',
    code: 'file-in-the-way',
    message: 'the file has changed since it was shown; nothing was written',
    help: 'press Esc and Enter to see it as it is now',
    file: name,
  };
}

/** What is there now, and what would be written in its place; a file that cannot be read as text is in the way all the same. */
function withContent({ name, text }: PlannedChange, folder: string): PlannedChange {
  try {
    const before = readFileSync(join(folder, name), 'utf8');
    return { name, text: withLineEndsOf(before, text), before };
  } catch {
    return { name, text };
  }
}
