import type { Relation } from '../core/classification/patterns/pattern.ts';
import type { OwedFixtures } from '../core/coverage/untried-callers.ts';
import { type Paint, visible } from './wording.ts';

/** The callers that no fixture shows, endpoint by endpoint; nothing when none is owed. */
export function printOwed(owed: readonly OwedFixtures[], paint: Paint): string {
  if (owed.length === 0) return '';
  const lines = owed.map(({ endpoint, missing }) => {
    const callers = missing.map((relation) => RELATION_WORDS[relation]).join(', ');
    return `  ${visible(`${endpoint.method} ${endpoint.path}`)}  ${paint('quiet', `(${endpoint.pattern})`)}  ${callers}`;
  });
  return `${paint('doubt', 'fixtures owed:')} callers that no fixture tries\n${lines.join('\n')}\n`;
}

const RELATION_WORDS: Readonly<Record<Relation, string>> = {
  anonymous: 'no identity',
  identified: 'any identity',
  owner: 'the owner',
  'other-owner': 'not the owner',
  'same-tenant': 'of its tenant',
  'other-tenant': 'of another tenant',
};
