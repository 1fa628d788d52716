import { previewPolicies } from '../../core/generation/preview-policies.ts';
import type { WizardHost } from './host.ts';
import type { WizardEvent } from './reducer.ts';
import type { Task } from './state.ts';

/** Has the host do a task; what comes of it is an event. */
export async function runTask(task: Task, host: WizardHost): Promise<WizardEvent> {
  switch (task.type) {
    case 'read':
      return { type: 'read', file: task.file, outcome: await host.read(task.file) };
    case 'complete':
      return { type: 'completed', path: task.path, candidates: host.complete(task.path) };
    case 'preview':
      // The step is on the screen first.
      await new Promise<void>((drawn) => setTimeout(drawn));
      return {
        type: 'previewed',
        answers: task.answers,
        outcome: previewPolicies(task.read.drafter, task.answers, task.templates),
      };
    case 'plan': {
      const { documents, file } = task.read;
      return { type: 'planned', outcome: await host.plan(documents, file, task.answers) };
    }
    case 'write':
      return { type: 'written', outcome: await host.write(task.files, task.keep) };
    case 'replay':
      return { type: 'replayed', report: await host.replay() };
  }
}
