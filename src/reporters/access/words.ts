import type { Access, AccessRow } from '../../core/guarantees/access/access.ts';
import { enclosed } from '../../core/guarantees/access/condition-words.ts';
import { actionName } from '../../core/guarantees/actions-of-schema.ts';
import { besidesWords } from '../besides-words.ts';
import { reasonWords } from '../reason-words.ts';

/** `always`, `never`, or `own tenant, resource.status == "draft"`; alternatives are joined by `or`. */
export function accessWords(access: Access): string {
  switch (access.kind) {
    case 'always':
      return access.isSkipped ? 'always (skipped: without a decision)' : access.kind;
    case 'never':
      return access.isRefused ? REFUSED : access.kind;
    case 'not-decided':
      return `not decided: ${reasonWords(access.reason)}`;
    case 'when':
      return whenWords(access);
  }
}

/** A condition with alternatives as a list of them, behind words for what all of them need; `undefined` for other answers. */
export function listedWords(
  access: Access,
): { readonly head: string; readonly alternatives: readonly string[] } | undefined {
  if (access.kind !== 'when' || access.alternatives.length < 2) return undefined;
  const head = [...access.needs.map(enclosed), 'any of these'].join(', ');
  return { head, alternatives: access.alternatives.map(allOf) };
}

const REFUSED = 'never (refused: the server cannot tell its calls from those of another endpoint)';

function whenWords({ needs, alternatives }: Extract<Access, { readonly kind: 'when' }>): string {
  const [only = []] = alternatives;
  if (alternatives.length < 2) return allOf([...needs, ...only]);
  const either = alternatives.map((words) => `(${allOf(words)})`).join(' or ');
  return [...needs.map(enclosed), either].join(', ');
}

/** Of several, one that has alternatives itself is enclosed: whoever reads a comma as weaker than `||` would read something else. */
function allOf(words: readonly string[]): string {
  return (words.length > 1 ? words.map(enclosed) : words).join(', ');
}

/** `GET /campaigns/{id}`, with what it asks besides; or the action where no endpoint asks about it. */
export function rowWords(row: AccessRow): string {
  const { endpoint } = row;
  return endpoint ? `${endpoint.method} ${endpoint.path}${besidesWords(row)}` : actionName(row);
}
