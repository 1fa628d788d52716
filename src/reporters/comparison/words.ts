import type { EntityUid } from '../../core/cedar/entity.ts';
import { printString } from '../../core/cedar/print-value.ts';
import type { Decision } from '../../core/engine/engine.ts';
import type { ChangeKind, Comparison, EndpointChange } from '../../core/guarantees/comparison/comparison.ts';
import { countChanges } from '../../core/guarantees/comparison/comparison.ts';
import type { Described, Example } from '../../core/guarantees/examples/example.ts';
import type { Call } from '../../core/requests/map-call.ts';
import { counted } from '../wording.ts';

/** What a kind of change is called. */
export const CHANGE_WORDS: Readonly<Record<ChangeKind, string>> = {
  opened: 'opened',
  closed: 'closed',
  both: 'opened and closed',
  'not-decided': 'not decided',
  unchanged: 'unchanged (proven)',
};

/** `2 endpoints opened, 1 closed, 10 unchanged (proven)` */
export function countWords(comparison: Comparison): string {
  const counts = countChanges(comparison);
  const kinds: readonly ChangeKind[] = ['opened', 'closed', 'both', 'not-decided', 'unchanged'];
  const told = kinds.filter((kind) => counts[kind] > 0 || kind === 'opened' || kind === 'closed');
  return told
    .map((kind, index) =>
      index === 0
        ? `${counted(counts[kind], 'endpoint')} ${CHANGE_WORDS[kind]}`
        : `${counts[kind]} ${CHANGE_WORDS[kind]}`,
    )
    .join(', ');
}

/** `PUT /campaigns/{campaign_id}`, or the action where no endpoint asks about it. */
export function endpointWords({ endpoint, action, presence }: EndpointChange): string {
  const name = endpoint ? `${endpoint.method} ${endpoint.path}` : `action ${printString(action)}`;
  return presence === 'both' ? name : `${name} (${presence})`;
}

/** `PUT /campaigns/c1 {"a":1}` */
export function callWords({ method, url, body }: Call): string {
  return body === undefined ? `${method} ${url}` : `${method} ${url} ${JSON.stringify(body)}`;
}

/** Who calls, and about what: one sentence each. */
export function exampleWords({ caller, resource }: Example): readonly string[] {
  return [`as ${describedWords(caller)}`, `about ${describedWords(resource)}`];
}

/** `User "ana" in Role "editor" and Tenant "acme", status = "draft"` */
function describedWords({ uid, parents, attributes }: Described): string {
  const above = parents.length === 0 ? ' in nothing' : ` in ${parents.map(uidWords).join(' and ')}`;
  const values = attributes.map(({ name, value }) => `, ${name} = ${value}`).join('');
  return `${uidWords(uid)}${above}${values}`;
}

/** Types without their namespace, which is the same for all. */
function uidWords({ type, id }: EntityUid): string {
  return `${type.split('::').at(-1) ?? type} ${printString(id)}`;
}

/** What a side decides. */
export function decisionWords(decision: Decision | undefined): string {
  return decision === undefined ? 'there was no such endpoint' : DECISION_WORDS[decision.kind];
}

const DECISION_WORDS: Readonly<Record<Decision['kind'], string>> = {
  allowed: 'allowed',
  forbidden: 'denied: a policy forbids it',
  'not-permitted': 'denied: no policy permits it',
  errored: 'denied: a policy cannot be evaluated',
  'not-found': 'denied: there is no such resource',
};
