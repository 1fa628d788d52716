import { type Entity, entityStore, plainUid } from '../../cedar/entity.ts';
import { qualified } from '../../cedar/namespace.ts';
import { hasErrors, type Outcome } from '../../diagnostics/diagnostic.ts';
import { createEngine } from '../../engine/engine.ts';
import { checkEntityList } from '../../fixtures/check-entities.ts';
import type { FixtureFile } from '../../fixtures/fixture.ts';
import { makePrincipals } from '../../fixtures/match-principals.ts';
import { readSchema } from '../../model/read-schema.ts';
import { checkPolicies } from '../../policies/check-policies.ts';
import type { Call } from '../../requests/map-call.ts';
import { ANONYMOUS, anonymousPrincipal } from '../../requests/principal.ts';
import { serverMapper } from '../../requests/server/server-mapper.ts';
import { sliceMaker } from '../../requests/slice.ts';
import { compareText } from '../../values/compare-text.ts';
import { recordCalls } from './record-calls.ts';
import type { RecordInput } from './record-fixtures.ts';
import type { StarterFixtures } from './starter-fixtures.ts';

/** What the fixtures of a project have already. */
export interface KnownFixtures {
  /** The one whose people and entities the calls are recorded with. */
  readonly file: FixtureFile;
  readonly calls: readonly Call[];
}

export interface MissingFixtures extends Pick<StarterFixtures, 'tables' | 'cases'> {
  /** How many endpoints no fixture calls. */
  readonly endpoints: number;
}

/**
 * Records what the policies decide about the endpoints that no fixture calls, for the people and the entities that there are. Where these do
 * not fit the schema, everything would be denied, whatever the policies say: then nothing is recorded.
 */
export function recordMissing(input: RecordInput, { file, calls }: KnownFixtures): Outcome<MissingFixtures> {
  const schema = readSchema(input.schema);
  if (!schema.ok) return schema;
  const { json, model } = schema.value;
  const misfits = [
    ...makePrincipals(file, { schema: json, model, claims: input.claims }).diagnostics,
    ...(file.entities ? checkEntityList(file.entities, json) : []),
  ];
  if (hasErrors(misfits)) return { ok: false, diagnostics: misfits };
  const entities = file.entities?.entities ?? [];
  const mapper = serverMapper(model, input.rules);
  if (!mapper.ok) return mapper;
  const { policySet, diagnostics } = checkPolicies(input.policies, json);
  if (hasErrors(diagnostics)) return { ok: false, diagnostics };
  const engine = createEngine('record', json, policySet, { areChecked: false });
  if (!engine.ok) return engine;
  const called = new Set(
    calls.flatMap((call) => {
      const mapped = mapper.value.map(call, anonymousPrincipal(model));
      return mapped.type === 'requests' ? [mapped.endpoint] : [];
    }),
  );
  const missing = mapper.value.endpoints.filter((endpoint) => !called.has(endpoint));
  const idsOf = (type: string) => idsIn(entities, qualified(model.namespace, type));
  const recorded = recordCalls(missing, {
    model,
    mapper: mapper.value,
    engine: engine.value,
    claims: input.claims,
    principals: Object.fromEntries(file.principals),
    slices: sliceMaker(entityStore(entities), model),
    columns: [...file.principals.keys(), ANONYMOUS],
    idsOf,
  });
  return { ok: true, value: { ...recorded, endpoints: missing.length }, diagnostics };
}

function idsIn(entities: readonly Entity[], type: string): string[] {
  const ids = entities.map(({ uid }) => plainUid(uid)).filter((uid) => uid.type === type);
  return ids.map(({ id }) => id).sort(compareText);
}
