import type { WizardHost } from './host.ts';
import type { WizardEvent } from './reducer.ts';
import type { Task } from './state.ts';

/** Has the host do a task; what comes of it is an event. */
export async function runTask(task: Task, host: WizardHost): Promise<WizardEvent> {
  switch (task.type) {
    case 'read':
      return { type: 'read', file: task.file, outcome: await host.read(task.file) };
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
