import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type PlannedFile, writeFiles } from '../../../src/project/files/write.ts';
import { contentsOf, folderWith } from '../../helpers/cli.ts';
import { told } from '../../helpers/outcome.ts';

function plan(folder: string, name: string, ifExists: PlannedFile['ifExists'] = 'replace'): PlannedFile {
  return { path: join(folder, name), text: `new ${name}`, ifExists };
}

function outcomes(files: readonly PlannedFile[], folder: string): string[] {
  const written = writeFiles(files, folder);
  return written.ok ? written.value.map(({ outcome }) => outcome) : told(written.diagnostics);
}

describe('writing', () => {
  it('makes folders, and says what became of each file', () => {
    const folder = folderWith({ same: 'new same', kept: 'old', replaced: 'old' });
    const files = [
      plan(folder, 'a/b/created'),
      plan(folder, 'same'),
      plan(folder, 'kept', 'keep'),
      plan(folder, 'replaced'),
    ];
    expect(outcomes(files, folder)).toEqual(['created', 'unchanged', 'kept', 'replaced']);
    expect(contentsOf(folder)).toEqual({
      'a/b/created': 'new a/b/created',
      same: 'new same',
      kept: 'old',
      replaced: 'new replaced',
    });
  });

  it('keeps the line ends that Git on Windows gives a file', () => {
    const folder = folderWith({ same: 'a\r\nb\r\n', other: 'a\r\n' });
    const files = ['same', 'other'].map((name) => ({ ...plan(folder, name), text: 'a\nb\n' }));
    expect(outcomes(files, folder)).toEqual(['unchanged', 'replaced']);
    expect(contentsOf(folder)).toEqual({ same: 'a\r\nb\r\n', other: 'a\r\nb\r\n' });
  });

  it('sets aside what a file said, and never what was set aside before', () => {
    const folder = folderWith({ edited: 'by hand', 'edited.bak': 'by hand, before', same: 'new same' });
    const files = [plan(folder, 'edited', 'set-aside'), plan(folder, 'same', 'set-aside')];
    expect(writeFiles(files, folder)).toMatchObject({
      value: [
        { outcome: 'replaced', aside: join(folder, 'edited.bak2') },
        { path: join(folder, 'same'), outcome: 'unchanged' },
      ],
    });
    expect(contentsOf(folder)).toEqual({
      edited: 'new edited',
      'edited.bak': 'by hand, before',
      'edited.bak2': 'by hand',
      same: 'new same',
    });
    const failing = [plan(folder, 'edited', 'set-aside'), plan(folder, 'edited/below')];
    expect(
      writeFiles([{ ...failing[0], text: 'newer' } as PlannedFile, ...failing.slice(1)], folder).ok,
    ).toBe(false);
    expect(Object.keys(contentsOf(folder)).sort()).toEqual(['edited', 'edited.bak', 'edited.bak2', 'same']);
  });

  it('removes a file and sets aside what it said, or leaves all as it was', () => {
    const folder = folderWith({ old: 'by hand' });
    const removal = plan(folder, 'old', 'remove');
    expect(writeFiles([plan(folder, 'new'), removal, plan(folder, 'old/below')], folder).ok).toBe(false);
    expect(contentsOf(folder)).toEqual({ old: 'by hand' });
    expect(outcomes([removal, plan(folder, 'absent', 'remove')], folder)).toEqual(['removed', 'unchanged']);
    expect(contentsOf(folder)).toEqual({ 'old.bak': 'by hand' });
  });

  it('writes nothing when one file is in the way, and names all that are', () => {
    const folder = folderWith({ one: 'old', two: 'old', same: 'new same' });
    const files = ['fresh', 'one', 'same', 'two'].map((name) => plan(folder, name, 'refuse'));
    expect(outcomes(files, folder)).toEqual([
      'one error the file exists with other content; nothing was written',
      'two error the file exists with other content; nothing was written',
    ]);
    expect(contentsOf(folder)).toEqual({ one: 'old', two: 'old', same: 'new same' });
  });

  it.each([
    [
      'a parent is a file',
      'file/x',
      'file/x error a part of the path is a file, not a folder; nothing was changed',
    ],
    ['a folder has the name', 'taken', 'taken error there is a folder of that name; nothing was changed'],
    [
      'the name is too long',
      'x'.repeat(300),
      `${'x'.repeat(300)} error the name is too long; nothing was changed`,
    ],
  ])('puts everything back when %s', (_, name, message) => {
    const folder = folderWith({ file: 'a file', replaced: 'old' });
    mkdirSync(join(folder, 'taken'));
    const files = [plan(folder, 'new/created'), plan(folder, 'replaced'), plan(folder, name)];
    expect(outcomes(files, folder)).toEqual([message]);
    expect(contentsOf(folder)).toEqual({ file: 'a file', replaced: 'old' });
    expect(() => statSync(join(folder, 'new'))).toThrow('ENOENT');
  });

  it('names what it was to write, and no file that it made on the way', () => {
    const [problem = ''] = outcomes([{ path: '/', text: 'a', ifExists: 'replace' }], '/tmp');
    expect(problem).toMatch(
      /error (no permission to write there|it is in use, or something is mounted there)/,
    );
    expect(problem).not.toContain('.tmp');
  });

  it('writes through a link, and keeps the permissions of a file', () => {
    const folder = folderWith({ target: 'old' });
    chmodSync(join(folder, 'target'), 0o640);
    symlinkSync('target', join(folder, 'link'));
    expect(outcomes([plan(folder, 'link')], folder)).toEqual(['replaced']);
    expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('new link');
    expect(statSync(join(folder, 'target')).mode & 0o777).toBe(0o640);
  });

  it.skipIf(process.platform === 'win32')('neither waits for a pipe nor puts a file in its place', () => {
    const folder = folderWith({ replaced: 'old' });
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    symlinkSync('pipe', join(folder, 'link'));
    const files = [plan(folder, 'replaced'), plan(folder, 'pipe'), plan(folder, 'link')];
    expect(outcomes(files, folder)).toEqual([
      'pipe error this is a device, a pipe or a socket, expected a file; nothing was written',
      'link error this is a device, a pipe or a socket, expected a file; nothing was written',
    ]);
    expect(lstatSync(join(folder, 'pipe')).isFIFO()).toBe(true);
    expect(readFileSync(join(folder, 'replaced'), 'utf8')).toBe('old');
  });
});
