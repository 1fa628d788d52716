import { NO_PREVIEW, type PolicyPreview, previewPolicies } from '../../core/generation/preview-policies.ts';
import type { CountedProgress, WizardHost } from './host.ts';
import type { WizardEvent } from './reducer.ts';
import type { Task } from './state.ts';

/** Whoever waits for a task. */
export interface TaskListener {
  /** Hears what there is so far. */
  readonly hear: (event: WizardEvent) => void;
  /** Whether somebody still waits for it. */
  readonly isWanted: () => boolean;
}

/** Has the host do a task; what comes of it is an event, and nothing where nobody waits for it any more. */
export async function runTask(
  task: Task,
  host: WizardHost,
  listener: TaskListener,
): Promise<WizardEvent | undefined> {
  try {
    return await doTask(task, host, listener);
  } catch (error) {
    if (error instanceof GivenUp) return undefined;
    throw error;
  }
}

/** Ends work of which only the progress can be heard: whoever has left, or gone back, does not wait for it. */
class GivenUp extends Error {}

async function doTask(task: Task, host: WizardHost, listener: TaskListener): Promise<WizardEvent> {
  switch (task.type) {
    case 'read':
      return { type: 'read', file: task.file, outcome: await host.read(task.file) };
    case 'complete':
      return { type: 'completed', path: task.path, candidates: host.complete(task.path) };
    case 'preview':
      return await preview(task, listener);
    case 'plan':
      return await plan(task, host, listener);
    case 'write':
      return { type: 'written', outcome: await host.write(task.files, task.keep) };
    case 'replay':
      return await replay(host, listener);
  }
}

/** A large API takes seconds: keys are heard in between, and what is known is shown from the first second on. */
async function preview(
  { read, answers, templates }: Extract<Task, { type: 'preview' }>,
  { hear, isWanted }: TaskListener,
): Promise<WizardEvent> {
  const event = (known: PolicyPreview): WizardEvent => ({ type: 'previewed', answers, preview: known });
  const steps = previewPolicies(read.drafter, answers, templates);
  let known: PolicyPreview = NO_PREVIEW;
  let shownAt = performance.now() + FIRST_SHOWN - SHOWN_EACH;
  // The step is on the screen first.
  await drawn();
  for (let from = performance.now(); isWanted(); ) {
    const { done, value } = steps.next();
    if (done) return event({ ...known, isWhole: true });
    known = value;
    const now = performance.now();
    if (now - from < SLICE) continue;
    if (now - shownAt > SHOWN_EACH) {
      hear(event(known));
      shownAt = now;
    }
    await drawn();
    from = performance.now();
  }
  return event(known);
}

async function plan(
  { read, answers }: Extract<Task, { type: 'plan' }>,
  host: WizardHost,
  { hear, isWanted }: TaskListener,
): Promise<WizardEvent> {
  await drawn();
  const heard = nowAndThen((progress) => hear({ type: 'planning', answers, progress }), isWanted);
  const outcome = await host.plan({ documents: read.documents, spec: read.file, answers }, heard);
  // A key that was pressed before the files could be seen is not about them: it is heard while there are none.
  await drawn();
  await new Promise((heardAll) => setImmediate(heardAll));
  return { type: 'planned', answers, outcome };
}

async function replay(host: WizardHost, { hear, isWanted }: TaskListener): Promise<WizardEvent> {
  await drawn();
  const report = await host.replay(nowAndThen((progress) => hear({ type: 'replaying', progress }), isWanted));
  return { type: 'replayed', report };
}

/** Nothing of what takes less than a second is told. */
function nowAndThen(
  tell: (progress: CountedProgress) => void,
  isWanted: () => boolean,
): (progress: CountedProgress) => void {
  let shownAt = performance.now() + FIRST_SHOWN - SHOWN_EACH;
  return ({ done, total }) => {
    if (!isWanted()) throw new GivenUp();
    if (performance.now() - shownAt < SHOWN_EACH) return;
    tell({ done, total });
    shownAt = performance.now();
  };
}

/** In milliseconds: how long keys may wait, from when on there is something to be seen, and how often it is another. */
const SLICE = 20;
const FIRST_SHOWN = 1000;
const SHOWN_EACH = 250;

function drawn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
