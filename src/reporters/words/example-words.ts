import type { EntityUid } from '../../core/cedar/entity.ts';
import { printString } from '../../core/cedar/print-value.ts';
import type { DescribedEntity, Example } from '../../core/guarantees/examples/example.ts';
import type { Call } from '../../core/requests/map-call.ts';

/** `PUT /campaigns/c1 {"a":1}` */
export function callWords({ method, url, body }: Call): string {
  return body === undefined ? `${method} ${url}` : `${method} ${url} ${JSON.stringify(body)}`;
}

/** Who calls, and about what: one sentence each. */
export function exampleWords({ caller, resource }: Example): readonly string[] {
  return [`as ${describedWords(caller)}`, `about ${describedWords(resource)}`];
}

/** `User "ana" in Role "editor" and Tenant "acme", status = "draft"` */
function describedWords({ uid, parents, attributes }: DescribedEntity): string {
  const above = parents.length === 0 ? ' in nothing' : ` in ${parents.map(uidWords).join(' and ')}`;
  const values = attributes.map(({ name, value }) => `, ${name} = ${value}`).join('');
  return `${uidWords(uid)}${above}${values}`;
}

/** Types without their namespace, which is the same for all. */
function uidWords({ type, id }: EntityUid): string {
  return `${type.split('::').at(-1) ?? type} ${printString(id)}`;
}
