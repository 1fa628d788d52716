import type { WrittenFixtures } from '../../../core/authoring/written-fixtures.ts';
import type { ExpectedExample } from '../../../core/guarantees/examples/example-fixtures.ts';
import type { PlannedFile } from '../../../project/files/write.ts';
import { printFixtures } from '../../../project/writing/print-fixtures.ts';
import { callWords } from '../../../reporters/words/example-words.ts';
import { visible } from '../../../reporters/words/wording.ts';

const HEAD = `\
 Calls that a change turned, found by \`authz diff\`. Each expects what was decided before: take the change back, or accept what it does
 with \`authz test --update\`.`;

/** The fixtures of what a change turned, each set in a file of its own: their entities contradict each other. */
export function counterexampleFiles(files: readonly WrittenFixtures[], path: string): readonly PlannedFile[] {
  return files.map((fixtures, index) => ({
    path: index === 0 ? path : path.replace(/(?:\.fixtures)?(\.\w+)$/, `-${index + 1}.fixtures$1`),
    text: printFixtures(fixtures, HEAD),
    ifExists: 'replace',
  }));
}

/** What a case is called. */
export function turnedName({ call, request }: ExpectedExample['example'], expect: 'allow' | 'deny'): string {
  return `${call ? callWords(call) : request.action.id} was ${expect === 'allow' ? 'allowed' : 'denied'}`;
}

/** An example that nothing was written for. */
export function withoutCase({ name }: ExpectedExample): string {
  return visible(`no fixture: ${name}: no call is known that fails now and passed before`);
}
