import { type Entity, entityStore, plainUid } from '../../cedar/entity.ts';
import { qualified } from '../../cedar/namespace.ts';
import { hasErrors, type Outcome } from '../../diagnostics/diagnostic.ts';
import { createEngine } from '../../engine/engine.ts';
import { readSchema } from '../../model/read-schema.ts';
import { checkPolicies } from '../../policies/check-policies.ts';
import type { Call } from '../../requests/map-call.ts';
import { ANONYMOUS, anonymousPrincipal, type Claims } from '../../requests/principal.ts';
import { serverMapper } from '../../requests/server/server-mapper.ts';
import { sliceMaker } from '../../requests/slice.ts';
import { compareText } from '../../values/compare-text.ts';
import { recordCalls } from './record-calls.ts';
import type { RecordInput } from './record-fixtures.ts';
import type { StarterFixtures } from './starter-fixtures.ts';

/** What the fixtures of a project have already. */
export interface KnownFixtures {
  readonly principals: Readonly<Record<string, Claims>>;
  readonly entities: readonly Entity[];
  readonly calls: readonly Call[];
}

export interface MissingFixtures extends Pick<StarterFixtures, 'tables' | 'cases'> {
  /** How many endpoints no fixture calls. */
  readonly endpoints: number;
}

/** Records what the policies decide about the endpoints that no fixture calls, for the people and the entities that there are. */
export function recordMissing(input: RecordInput, known: KnownFixtures): Outcome<MissingFixtures> {
  const schema = readSchema(input.schema);
  if (!schema.ok) return schema;
  const { json, model } = schema.value;
  const mapper = serverMapper(model, input.rules);
  if (!mapper.ok) return mapper;
  const { policySet, diagnostics } = checkPolicies(input.policies, json);
  if (hasErrors(diagnostics)) return { ok: false, diagnostics };
  const engine = createEngine('record', json, policySet, { areChecked: false });
  if (!engine.ok) return engine;
  const called = new Set(
    known.calls.flatMap((call) => {
      const mapped = mapper.value.map(call, anonymousPrincipal(model));
      return mapped.type === 'requests' ? [mapped.endpoint] : [];
    }),
  );
  const missing = mapper.value.endpoints.filter((endpoint) => !called.has(endpoint));
  const idsOf = (type: string) => idsIn(known.entities, qualified(model.namespace, type));
  const recorded = recordCalls(missing, {
    model,
    mapper: mapper.value,
    engine: engine.value,
    claims: input.claims,
    principals: known.principals,
    slices: sliceMaker(entityStore(known.entities), model),
    columns: [...Object.keys(known.principals), ANONYMOUS],
    idsOf,
  });
  return { ok: true, value: { ...recorded, endpoints: missing.length }, diagnostics };
}

function idsIn(entities: readonly Entity[], type: string): string[] {
  const ids = entities.map(({ uid }) => plainUid(uid)).filter((uid) => uid.type === type);
  return ids.map(({ id }) => id).sort(compareText);
}
