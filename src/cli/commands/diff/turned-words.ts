import type { ExpectedExample } from '../../../core/guarantees/examples/example-fixtures.ts';
import { callWords } from '../../../reporters/words/example-words.ts';
import { visible } from '../../../reporters/words/wording.ts';

/** What stands above the fixtures. */
export const HEAD = `\
 Calls that a change turned, found by \`authz diff\`. Each expects what was decided before: take the change back, or accept what it does
 with \`authz test --update\`.`;

/** What a case is called. */
export function turnedName({ call, request }: ExpectedExample['example'], expect: 'allow' | 'deny'): string {
  return `${call ? callWords(call) : request.action.id} was ${expect === 'allow' ? 'allowed' : 'denied'}`;
}

/** An example that nothing was written for. */
export function withoutCase({ name }: ExpectedExample): string {
  return visible(`no fixture: ${name}: no call is known that fails now and passed before`);
}
