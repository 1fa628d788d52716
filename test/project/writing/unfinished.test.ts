import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_ANSWERS, type InitAnswers } from '../../../src/core/generation/project-draft.ts';
import { type Unfinished, unfinishedStore } from '../../../src/project/writing/unfinished.ts';
import { folderWith } from '../../helpers/cli.ts';

const ANSWERS: InitAnswers = {
  ...DEFAULT_ANSWERS,
  namespace: 'Email::App',
  attributes: 'all',
  withoutAttributes: ['User.email'],
  overrides: new Map([['POST /a: {b}', { pattern: 'listing', resource: 'query:q#', type: 'Thing' }]]),
  claims: { subject: 'https://x/sub', groups: 'cognito:groups', tenant: 'org', userPoolId: 'p: 1' },
  groupType: 'Team',
  templates: ['members', 'viewers'],
};

const UNFINISHED: Unfinished = { step: 'Model', spec: '../api.yaml', answers: ANSWERS, accepted: ['GET /a'] };

describe('a run that was left', () => {
  it('comes back as it was', () => {
    const state = folderWith();
    const store = unfinishedStore(state, '/project');
    expect(store.load()).toBeUndefined();
    store.save(UNFINISHED);
    expect(store.load()).toMatchObject(UNFINISHED);
    store.forget();
    expect(store.load()).toBeUndefined();
  });

  it('belongs to its folder, and to its user', () => {
    const state = folderWith();
    unfinishedStore(state, '/project').save(UNFINISHED);
    expect(unfinishedStore(state, '/other').load()).toBeUndefined();
    const [file = ''] = readdirSync(join(state, 'authz'));
    expect(statSync(join(state, 'authz', file)).mode & 0o777).toBe(0o600);
  });

  it.each([
    '',
    '{',
    '{"step":"Model"}',
    'null',
    '[]',
    JSON.stringify({ folder: '/project', step: 'x', templates: [], accepted: [], config: 'spec: [' }),
  ])('is as if it had never been when its file says %j', (text) => {
    const state = folderWith();
    const store = unfinishedStore(state, '/project');
    store.save(UNFINISHED);
    const [file = ''] = readdirSync(join(state, 'authz'));
    writeFileSync(join(state, 'authz', file), text);
    expect(store.load()).toBeUndefined();
  });

  it('is not kept where nothing can be written, without a word', () => {
    const state = folderWith({ authz: 'a file' });
    const store = unfinishedStore(state, '/project');
    store.save(UNFINISHED);
    expect(store.load()).toBeUndefined();
  });
});
