import type { EntityUid } from '../../core/cedar/entity.ts';
import { lastPart } from '../../core/cedar/namespace.ts';
import { printString } from '../../core/cedar/print-value.ts';
import type { DescribedEntity, DescribedValue, Example } from '../../core/guarantees/examples/example.ts';
import type { Call } from '../../core/requests/map-call.ts';

/** `PUT /campaigns/c1 {"a":1}` */
export function callWords({ method, url, body }: Call): string {
  return body === undefined ? `${method} ${url}` : `${method} ${url} ${JSON.stringify(body)}`;
}

/** Who calls, about what, and what else matters: one sentence each. */
export function exampleWords({ caller, resource, besides, context }: Example): readonly string[] {
  return [
    `as ${describedWords(caller)}`,
    `about ${describedWords(resource)}`,
    ...besides.map(
      ({ isUnsent, ...entity }) =>
        `where ${uidWords(entity.uid)}${isUnsent ? ', which is not sent,' : ''} has ${valueWords(entity).join(' and ')}`,
    ),
    ...(context.length > 0 ? [`where the context has ${context.map(named).join(' and ')}`] : []),
  ];
}

/** `User "ana" in Role "editor" and Tenant "acme", status = "draft"` */
function describedWords(entity: DescribedEntity): string {
  const { uid, parents } = entity;
  const above = parents.length === 0 ? ' in nothing' : ` in ${parents.map(uidWords).join(' and ')}`;
  return [`${uidWords(uid)}${above}`, ...valueWords(entity)].join(', ');
}

function valueWords({ attributes, tags }: DescribedEntity): string[] {
  return [
    ...attributes.map(named),
    ...tags.map((tag) => `tag ${named({ ...tag, name: printString(tag.name) })}`),
  ];
}

function named({ name, value }: DescribedValue): string {
  return `${name} = ${value}`;
}

/** Types without their namespace, which is the same for all. */
function uidWords({ type, id }: EntityUid): string {
  return `${lastPart(type)} ${printString(id)}`;
}
