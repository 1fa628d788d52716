import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cachingReader } from '../../../src/project/files/reader.ts';
import { folderWith } from '../../helpers/cli.ts';

describe('files that somebody has written to since they were read', () => {
  it('are told before anybody says that they have changed', async () => {
    const folder = folderWith({ 'a.cedar': 'one', 'b.cedar': 'one' });
    const paths = ['a.cedar', 'b.cedar', 'missing.cedar'].map((name) => join(folder, name));
    const [a = ''] = paths;
    const reader = cachingReader();
    for (const path of paths) await reader.text(path, path);
    expect(reader.takeWritten()).toEqual([]);
    await reader.text(a, a);
    writeFileSync(a, 'one and more');
    await reader.text(a, a);
    expect(reader.takeWritten()).toEqual([]);
    reader.changed([a]);
    await reader.text(a, a);
    writeFileSync(a, 'one and much more');
    expect(reader.takeWritten()).toEqual([a]);
  });

  it('are not those that were read earlier, nor those that are gone', async () => {
    const folder = folderWith({ 'a.cedar': 'one', 'b.cedar': 'one' });
    const [a, b] = [join(folder, 'a.cedar'), join(folder, 'b.cedar')];
    const reader = cachingReader();
    await reader.text(a, a);
    expect(reader.takeWritten()).toEqual([]);
    writeFileSync(a, 'one and more');
    await reader.text(b, b);
    rmSync(b);
    expect(reader.takeWritten()).toEqual([]);
  });
});
