import { join } from 'node:path';
import { renderToString } from 'ink';
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { wizardReducer } from '../../../src/tui/wizard/reducer.ts';
import { reviewRows } from '../../../src/tui/wizard/review-rows.ts';
import { initialState, progressOf, type WizardState } from '../../../src/tui/wizard/state.ts';
import { endpointLines } from '../../../src/tui/wizard/views/endpoint-lines.ts';
import { summaryList } from '../../../src/tui/wizard/views/summary-lines.ts';
import { WizardScreen } from '../../../src/tui/wizard/wizard.tsx';
import { folderWith } from '../../helpers/cli.ts';
import { press, reading, START } from './helpers.ts';

const paths = ['/orders/{id}/archive', '/teams/{team_id}/archive', '/users/{id}/archive']
  .map((path) => `  "${path}": { post: { summary: Archive it } }`)
  .join('\n');
const description = `openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths:\n${paths}\n`;

/** The review of an API of three endpoints that look alike. */
async function review() {
  const folder = folderWith({ 'openapi.yaml': description });
  return press(await reading(join(folder, 'openapi.yaml')), 'enter', 'enter');
}

const textOf = (state: WizardState) => JSON.stringify(endpointLines(state, 200));

it('endpoints that look like a changed one are offered, and follow in one override', async () => {
  const begun = await review();
  expect(textOf(begun)).not.toContain('look like it');
  const changed = press(begun, '2');
  expect(textOf(changed)).toContain('2 more look like it');
  const followed = press(changed, 'm');
  expect([...followed.answers.overrides]).toEqual([['POST /*/*/archive', { pattern: 'creation' }]]);
  expect(reviewRows(followed).map(({ pattern }) => pattern)).toEqual(['creation', 'creation', 'creation']);
  expect(textOf(followed)).not.toContain('look like it');
});

it('all that were changed are counted', async () => {
  const screen = renderToString(createElement(WizardScreen, { state: press(await review(), '2', 'm') }), {
    columns: 80,
  });
  expect(screen).toContain('3 changed');
});

it('going back to the classifier, or undoing, takes the override of all away', async () => {
  const followed = press(await review(), '2', 'm');
  expect(press(followed, 'c').answers.overrides.size).toBe(0);
  expect([...press(followed, 'u').answers.overrides.keys()]).toEqual(['POST /orders/{id}/archive']);
});

it('going back to the classifier says of how many others the override is gone, and of none where it had one of its own', async () => {
  const followed = press(await review(), '2', 'm');
  expect(press(followed, 'c').notice).toBe(
    '2 more endpoints had the same override, and lost it, too: u takes that back',
  );
  expect(press(followed, 'c', 'u').answers.overrides).toEqual(followed.answers.overrides);
  expect(press(await review(), '2', 'c').notice).toBe('');
  const opened = press(await review(), '2', 'm', '5', 'y');
  expect([...opened.answers.overrides.keys()]).toHaveLength(2);
  expect(press(opened, 'c').notice).toContain('2 more endpoints');
});

it('without a change there is nothing to follow', async () => {
  const begun = await review();
  expect(press(begun, 'm').notice).toContain('Change it first');
  expect(press(begun, 'm').answers).toEqual(begun.answers);
});

it('where all that look like it have followed, no others do', async () => {
  const followed = press(await review(), '2', 'm');
  expect(press(followed, 'm').notice).toBe('No others look like it');
});

it('an override of many is still there when the description is read again', async () => {
  const followed = press(await review(), '2', 'm');
  const progress = progressOf(followed);
  if (!progress) throw new Error('nothing was kept');
  const offered = initialState({ ...START, unfinished: progress });
  const resumed = press(offered, 'y');
  const { api } = followed;
  if (!api.read) throw new Error('nothing was read');
  const again = wizardReducer(resumed, {
    type: 'read',
    file: api.read.file,
    outcome: { ok: true, value: api.read.documents, diagnostics: [] },
  });
  expect(again.answers.overrides).toEqual(followed.answers.overrides);
  expect(again.notice).not.toContain('dropped');
});

it('what only the changed endpoint can have stays with it when others follow', async () => {
  const moved = press(await review(), 't', 'ctrl+u', 'Order', 'enter', '2', 't', 'ctrl+u', 'Parcel', 'enter');
  const followed = press(moved, 'm');
  expect([...followed.answers.overrides]).toEqual([
    ['POST /*/*/archive', { pattern: 'creation' }],
    ['POST /orders/{id}/archive', { pattern: 'creation', type: 'Parcel' }],
  ]);
  expect(textOf(followed)).not.toContain('look like it');
});

it('a place that all of them have follows as well', async () => {
  const folder = folderWith({ 'openapi.yaml': description.replace('{team_id}', '{id}') });
  const begun = press(await reading(join(folder, 'openapi.yaml')), 'enter', 'enter');
  const moved = press(begun, 'r', 'r', '2', 'r', 'r');
  expect([...moved.answers.overrides.values()]).toEqual([{ pattern: 'creation', resource: 'path:id' }]);
  expect([...press(moved, 'm').answers.overrides]).toEqual([
    ['POST /*/{id}/archive', { pattern: 'creation', resource: 'path:id' }],
  ]);
});

it('opening all that look like one to everybody asks first', async () => {
  const asked = press(await review(), '5', 'y', 'm');
  expect(asked.overlay).toBe('open');
  expect(press(asked, 'n').answers.overrides.size).toBe(1);
  const opened = press(asked, 'y');
  expect([...opened.answers.overrides]).toEqual([['POST /*/*/archive', { pattern: 'open' }]]);
});

it('before anything is written, all that are open to everybody are counted', async () => {
  const opened = press(press(await review(), '5', 'y', 'm', 'y', 'A'), 'enter', 'enter', 'enter');
  if (opened.task?.type !== 'plan') throw new Error(`the task is ${opened.task?.type}`);
  const files = [{ name: 'authz.yaml', text: '' }];
  const { answers } = opened;
  const outcome = { ok: true, value: files, diagnostics: [] } as const;
  const ready = wizardReducer(opened, { type: 'planned', answers, outcome });
  expect(JSON.stringify(summaryList(ready, { width: 100, height: 30 }))).toContain(
    '3 endpoints open to everybody, 3 made so',
  );
});
