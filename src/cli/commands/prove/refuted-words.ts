import type { Example } from '../../../core/guarantees/examples/example.ts';
import { callWords } from '../../../reporters/words/example-words.ts';
import { visible } from '../../../reporters/words/wording.ts';

/** What stands above the fixtures. */
export const HEAD = `\
 Calls that refute an invariant, found by \`authz prove\`. Each expects what the invariant says, and so fails until the policies do as it
 says.`;

/** What a case is called. */
export function refutedName(invariant: string, { call, request }: Example): string {
  return `${invariant}: ${call ? callWords(call) : request.action.id}`;
}

/** A refutation that nothing was written for. */
export function withoutFixture({ name }: { readonly name: string }): string {
  return visible(`no fixture: ${name}: no call is known that is decided against it`);
}
