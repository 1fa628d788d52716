import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const FLAGS = pathToFileURL(resolve(import.meta.dirname, '../../../src/cli/terminal/v8-flags.ts'));

/** V8 drops the code of expressions that were not used for some collections, and compiles them again by the flags of then. */
const PROGRAM = `
  const expressions = Array.from({ length: 2000 }, (_, index) => new RegExp('a' + index + '(b|c)+'));
  const findAll = (text) => expressions.filter((one) => one.exec(text)).length;
  findAll('a1bc');
  const { tuneForStartup } = await import(${JSON.stringify(FLAGS.href)});
  tuneForStartup();
  for (let times = 0; times < 20; times += 1) gc();
  for (let times = 0; times < 5; times += 1) {
    findAll('a1bc\\u1234');
    findAll('a1bc');
    gc();
  }
  console.log(findAll('a1bc'));
`;

it('what V8 is told at the start leaves regular expressions usable that ran before', () => {
  const flags = ['--expose-gc', '--input-type=module', '--eval', PROGRAM];
  // What went wrong did so once in ten times.
  for (let times = 0; times < 10; times += 1) {
    const { stdout, signal } = spawnSync(process.execPath, flags, { encoding: 'utf8' });
    expect({ stdout, signal }).toEqual({ stdout: '1\n', signal: null });
  }
});
