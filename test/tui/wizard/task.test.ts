import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WizardHost } from '../../../src/tui/wizard/host.ts';
import type { WizardEvent } from '../../../src/tui/wizard/reducer.ts';
import { wizardReducer } from '../../../src/tui/wizard/reducer.ts';
import { runTask } from '../../../src/tui/wizard/task.ts';
import { EXAMPLE_FOLDER } from '../../helpers/cli.ts';
import { press, reading } from './helpers.ts';

const host = undefined as never;

async function atTemplates() {
  const read = await reading(join(EXAMPLE_FOLDER, 'openapi.yaml'));
  return press(read, 'enter', 'enter', 'A', 'enter', 'enter');
}

describe('the preview in the wizard', () => {
  it('is worked out until it is whole, and then no task is left', async () => {
    const state = await atTemplates();
    if (state.task?.type !== 'preview') throw new Error(`the task is ${state.task?.type}`);
    const heard: WizardEvent[] = [];
    const hear = (event: WizardEvent) => void heard.push(event);
    const end = await runTask(state.task, host, { hear, isWanted: () => true });
    const after = [...heard, ...(end ? [end] : [])].reduce(wizardReducer, state);
    expect(after.task).toBeUndefined();
    expect(after.templates.preview).toMatchObject({ isWhole: true, done: 13, total: 13, problems: [] });
  });

  it('stops when nobody waits for it any more, and is not shown for other answers', async () => {
    const state = await atTemplates();
    if (state.task?.type !== 'preview') throw new Error(`the task is ${state.task?.type}`);
    const nobody = { hear: () => undefined, isWanted: () => false };
    const end = await runTask(state.task, host, nobody);
    expect(end).toMatchObject({ type: 'previewed', preview: { isWhole: false, done: 0 } });
    const others = press(state, 'space');
    expect(others.answers.templates).not.toEqual(state.answers.templates);
    const whole = await runTask(state.task, host, { ...nobody, isWanted: () => true });
    if (!whole) throw new Error('nothing came of it');
    expect(wizardReducer(others, whole).templates.preview).toBeUndefined();
  });
});

it('the files of somebody who has left or gone back are not made to their end', async () => {
  const read = await reading(join(EXAMPLE_FOLDER, 'openapi.yaml'));
  if (!read.api.read) throw new Error('nothing was read');
  const tried: number[] = [];
  const host = {
    plan: async (_: unknown, heard: (progress: { done: number; total: number }) => void) => {
      for (let done = 0; done < 50; done += 1) {
        tried.push(done);
        heard({ done, total: 50 });
      }
      return { ok: true, value: [], diagnostics: [] };
    },
  } as unknown as WizardHost;
  const task = { type: 'plan', read: read.api.read, answers: read.answers } as const;
  const listener = { hear: () => undefined, isWanted: () => tried.length < 3 };
  expect(await runTask(task, host, listener)).toBeUndefined();
  expect(tried).toEqual([0, 1, 2]);
});
