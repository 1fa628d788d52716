import type { Access, AccessRow } from '../../core/guarantees/access/access.ts';
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

const REFUSED = 'never (refused: the server cannot tell its calls from those of another endpoint)';

function whenWords({ needs, alternatives }: Extract<Access, { readonly kind: 'when' }>): string {
  const either = alternatives.map((words) => words.join(', '));
  const isOne = either.length < 2;
  const choice = isOne ? either : [either.map((words) => `(${words})`).join(' or ')];
  return [...needs, ...choice].join(', ');
}

/** `GET /campaigns/{id}`, with what it asks besides; or the action where no endpoint asks about it. */
export function rowWords(row: AccessRow): string {
  const { endpoint } = row;
  return endpoint ? `${endpoint.method} ${endpoint.path}${besidesWords(row)}` : actionName(row);
}
