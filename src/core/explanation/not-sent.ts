import { type EntityUid, isSameUid, plainUid } from '../cedar/entity.ts';
import { localName } from '../cedar/namespace.ts';
import { parseUid } from '../cedar/parse-uid.ts';
import { printUid } from '../cedar/print-value.ts';
import type { Model } from '../model/model.ts';
import type { SliceMaker } from '../requests/slice.ts';
import type { PartExplanation } from './explanation.ts';
import type { MappedRequest } from './mapping-steps.ts';

/**
 * Of a policy that reads an entity which the entities have and the slice has not: that it is so, and how to have it sent. To the engine it
 * does not exist, which baffles whoever sees it in the file. `undefined` where the policy failed for another reason.
 */
export function whyNotSent(
  parts: readonly PartExplanation[],
  decided: MappedRequest & { readonly slices: SliceMaker },
  model: Model,
): string | undefined {
  const missing = missingIn(parts);
  if (!missing || !isKnown(missing, decided)) return undefined;
  return `\`${printUid(missing)}\` is among the entities, but not sent: a request has the principal, the resource, and what each is in; ${remedy(missing, decided, model)}`;
}

function missingIn(parts: readonly PartExplanation[]): EntityUid | undefined {
  for (const { error, parts: inner } of parts) {
    const [, uid] = /^entity `(.+)` does not exist$/s.exec(error ?? '') ?? [];
    const missing = (uid === undefined ? undefined : parseUid(uid)) ?? missingIn(inner);
    if (missing) return missing;
  }
  return undefined;
}

/** Whether it would be sent with a request about itself. */
function isKnown(missing: EntityUid, { principal, slices }: Parameters<typeof whyNotSent>[1]): boolean {
  const own = slices.compose(principal, missing);
  return own.type === 'entities' && own.entities.some(({ uid }) => isSameUid(plainUid(uid), missing));
}

function remedy({ type }: EntityUid, { request }: MappedRequest, { namespace, entityTypes }: Model): string {
  const holders = [request.resource, request.principal];
  const child = holders.find((holder) =>
    entityTypes
      .find(({ name }) => name === localName(namespace, holder.type))
      ?.parents.includes(localName(namespace, type)),
  );
  return child
    ? `name it among the \`parents\` of \`${printUid(child)}\``
    : `neither can be in it, so give one of them an attribute that says what the policy asks`;
}
