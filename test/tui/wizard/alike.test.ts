import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reviewRows } from '../../../src/tui/wizard/patterns.ts';
import type { WizardState } from '../../../src/tui/wizard/state.ts';
import { endpointLines } from '../../../src/tui/wizard/views/endpoint-lines.ts';
import { folderWith } from '../../helpers/cli.ts';
import { press, reading } from './helpers.ts';

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

it('going back to the classifier, or undoing, takes the override of all away', async () => {
  const followed = press(await review(), '2', 'm');
  expect(press(followed, 'c').answers.overrides.size).toBe(0);
  expect([...press(followed, 'u').answers.overrides.keys()]).toEqual(['POST /orders/{id}/archive']);
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
