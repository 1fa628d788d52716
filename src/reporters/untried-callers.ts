import type { UntriedCallers } from '../core/coverage/untried-callers.ts';
import type { CallerRelation } from '../core/endpoints/caller-relation.ts';
import { endpointKey } from '../core/endpoints/endpoint-key.ts';
import { type Paint, visible } from './words/wording.ts';

/** The callers that no fixture shows, endpoint by endpoint; nothing when there are none. */
export function printUntriedCallers(untried: readonly UntriedCallers[], paint: Paint): string {
  if (untried.length === 0) return '';
  const lines = untried.map(({ endpoint, missing }) => {
    const callers = missing.map((relation) => RELATION_WORDS[relation]).join(', ');
    return `  ${visible(endpointKey(endpoint))}  ${paint('quiet', `(${endpoint.pattern})`)}  ${callers}`;
  });
  return `${paint('doubt', 'untested callers:')} callers that no fixture tries\n${lines.join('\n')}\n`;
}

const RELATION_WORDS: Readonly<Record<CallerRelation, string>> = {
  anonymous: 'no identity',
  identified: 'any identity',
  owner: 'the owner',
  'other-owner': 'not the owner',
  'same-tenant': 'of its tenant',
  'other-tenant': 'of another tenant',
};
