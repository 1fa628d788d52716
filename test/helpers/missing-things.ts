import type { Reporter, TestModule } from 'vitest/node';
import { NEEDS, type Need } from './needed-things.ts';

/** Says in the last lines of a run which tests were skipped since something is missing, and what brings it. */
export default class MissingThings implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = missingThings(modules.flatMap(skippedNames));
    if (lines.length > 0) process.stdout.write(`\n${lines.join('\n')}\n`);
  }
}

/** One line for each thing that the names of skipped tests say they need. */
export function missingThings(skipped: readonly string[]): string[] {
  return (Object.keys(NEEDS) as Need[]).flatMap((need) => {
    const count = skipped.filter((name) => name.includes(`(needs ${need})`)).length;
    const tests = count === 1 ? '1 test' : `${count} tests`;
    return count === 0 ? [] : [`skipped: ${tests} without ${need}. To have them run: ${NEEDS[need].bring}`];
  });
}

function skippedNames(module: TestModule): string[] {
  return [...module.children.allTests('skipped')].map((test) => test.fullName);
}
