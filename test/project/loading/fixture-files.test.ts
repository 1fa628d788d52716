import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixtureFilesAt, kindOf } from '../../../src/project/loading/fixture-files.ts';
import { folderWith } from '../../helpers/cli.ts';

const REQUEST = { principal: 'User::"a"', action: 'Action::"read"', resource: 'Doc::"d"' };
const TEXT = JSON.stringify(REQUEST);

describe('requests in folders that are called like the decision', () => {
  it('are found in their subfolders as well, as deep as entities are looked for', () => {
    const folder = folderWith({
      'ALLOW/staff/a.json': TEXT,
      'deny_requests/staff/night/b.json': TEXT,
      'DENY/staff/entities.json': '[]',
      'other/c.json': TEXT,
    });
    const found = fixtureFilesAt(folder);
    expect(found).toEqual([
      join(folder, 'ALLOW/staff/a.json'),
      join(folder, 'deny_requests/staff/night/b.json'),
    ]);
    expect(found.map((file) => kindOf(file, REQUEST))).toEqual(['allow', 'deny']);
  });

  it('get the decision of the nearest such folder', () => {
    expect(kindOf('/p/ALLOW/staff/DENY/a.json', REQUEST)).toBe('deny');
    expect(kindOf('/p/DENY/ALLOW/staff/a.json', REQUEST)).toBe('allow');
  });

  it('are not what else lies in a checkout that is in such a folder', () => {
    const folder = folderWith({
      'deny/project/.git/HEAD': '',
      'deny/project/tests/tests.json': '[]',
      'deny/project/settings.json': '{}',
    });
    const project = join(folder, 'deny/project');
    expect(fixtureFilesAt(project)).toEqual([join(project, 'tests/tests.json')]);
    expect(kindOf('/deny/project/tests.json', [])).toBe('cedar-tests');
    expect(kindOf('/deny/project/tests.json', { tests: [] })).toBe('cedar-tests');
    expect(kindOf('/deny/project/calls.json', { cases: [] })).toBe('fixtures');
  });
});
