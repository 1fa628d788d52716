import { type GroupRequirement, groupRequirement } from '../endpoints/group-requirement.ts';
import { isRecord } from '../values/record.ts';
import { type DocumentPlace, placeAlong, placeAt, textOf, textsOf, valueAt } from './place.ts';
import type { OpenApiReader } from './reader.ts';

/**
 * Whom an operation is reserved for. `x-authz-groups` lists groups of which one is enough; a list in it means all of its groups. Else the
 * security requirements count as OpenAPI means them: one requirement of the list is enough, and all schemes and scopes of it are needed.
 */
export function groupsOf(
  operation: DocumentPlace,
  item: DocumentPlace,
  reader: OpenApiReader,
): GroupRequirement {
  const named = [operation, item]
    .map((holder) => valueAt(holder.value, 'x-authz-groups'))
    .find(Array.isArray);
  if (named)
    return groupRequirement(named.map((entry) => (Array.isArray(entry) ? textsOf(entry) : textsOf([entry]))));
  const requirements = [operation, reader.root]
    .map((holder) => valueAt(holder.value, 'security'))
    .find(Array.isArray);
  return groupRequirement((requirements ?? []).map((requirement) => scopesOf(requirement, reader)));
}

function scopesOf(requirement: unknown, reader: OpenApiReader): readonly string[] {
  if (!isRecord(requirement)) return [];
  return Object.entries(requirement).flatMap(([scheme, scopes]) =>
    namesNoGroup(scheme, reader) ? [] : textsOf(scopes),
  );
}

/** An API key and a password say who calls, and nothing of groups. */
function namesNoGroup(scheme: string, { root, follow }: OpenApiReader): boolean {
  const place = [placeAlong(root, ['components', 'securitySchemes']), placeAt(root, 'securityDefinitions')]
    .map((schemes) => follow(placeAt(schemes, scheme))?.value)
    .find(isRecord);
  const type = textOf(valueAt(place, 'type'));
  if (/^(?:apiKey|basic|mutualTLS)$/i.test(type)) return true;
  return /^http$/i.test(type) && !/^bearer$/i.test(textOf(valueAt(place, 'scheme')));
}
