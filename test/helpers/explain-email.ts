import { type Entity, entityStore } from '../../src/core/cedar/entity.ts';
import { createEngine, NOT_FOUND } from '../../src/core/engine/engine.ts';
import { createExplainer } from '../../src/core/explanation/explainer.ts';
import type { Explanation, PartExplanation } from '../../src/core/explanation/explanation.ts';
import type { Schema } from '../../src/core/model/read-schema.ts';
import { type Call, callMapper } from '../../src/core/requests/map-call.ts';
import { sliceMaker } from '../../src/core/requests/slice.ts';
import { emailEntities } from './email-entities.ts';
import { emailModel, emailSchema } from './email-model.ts';
import { valueIn } from './outcome.ts';
import { policySetOf } from './policies.ts';

/** Why a call over the e-mail schema and entities is decided as it is by these policies; of a batch, the first item. */
export function explainEmail(
  policies: string,
  call: Call,
  principal: Entity,
  entities = emailEntities,
): Explanation {
  return explainIn({ json: emailSchema, model: emailModel }, policies, call, principal, entities);
}

/** The same over any schema and its entities. */
export function explainIn(
  { json: schema, model }: Schema,
  policies: string,
  call: Call,
  principal: Entity,
  entities: readonly Entity[],
): Explanation {
  const policySet = policySetOf(policies);
  const engine = valueIn(createEngine('explained', schema, policySet));
  const explainer = createExplainer('explained parts', { schema, model, policySet, engine, mostChanges: 3 });
  const mapped = valueIn(callMapper(model)).map(call, principal);
  const request = mapped.type === 'requests' ? mapped.requests[0] : undefined;
  if (mapped.type !== 'requests' || !request) throw new Error(JSON.stringify(mapped));
  const slices = sliceMaker(entityStore(entities), model);
  const slice = slices.compose(principal, request.resource);
  const decision = slice.type === 'not-found' ? NOT_FOUND : engine.decide(request, slice.entities);
  return explainer.explain({ call, endpoint: mapped.endpoint, request, principal, slices, slice, decision });
}

/** Each part in a line: `false 1:64 resource.status == "draft" (resource.status is "sent", needed: "draft")`; inner parts follow, indented. */
export function toldParts(parts: readonly PartExplanation[], indent = ''): string[] {
  return parts.flatMap((part) => {
    const { line, column } = part.location;
    const seen = part.values.map(
      ({ expression, value, expected }) =>
        `${expression} is ${value}${expected === undefined ? '' : `, needed: ${expected}`}`,
    );
    const why = [...(part.error === undefined ? [] : [part.error]), ...seen].join('; ');
    const told = `${indent}${part.truth} ${line}:${column} ${part.text}${why === '' ? '' : ` (${why})`}`;
    return [told, ...toldParts(part.parts, `${indent}  `)];
  });
}
