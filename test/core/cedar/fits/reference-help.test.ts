import { describe, expect, it } from 'vitest';
import { type CedarValueJson, checkEntities, schemaToJson } from '../../../../src/core/cedar/cedar.ts';
import { firstMessage } from '../../../../src/core/cedar/engine-diagnostic.ts';
import { referenceHelp } from '../../../../src/core/cedar/fits/reference-help.ts';
import { valueIn } from '../../../helpers/outcome.ts';

const schema = valueIn(
  schemaToJson(`
    entity Badge;
    namespace App {
      type Home = { ward?: Ward, size?: Long };
      entity User { wards?: Set<Ward>, boss?: User, home?: Home, homes?: Set<Home>, badge?: Badge, level?: Level, age?: Long, ages?: Set<Long> };
      entity Level enum ["low"];
      entity Ward;
    }`),
);

/** What the engine refuses, and the help with it. */
function helpWith(attrs: Readonly<Record<string, CedarValueJson>>): string | undefined {
  const entity = { uid: { type: 'App::User', id: 'ana' }, attrs, parents: [] };
  const answer = checkEntities([entity], schema);
  if (answer.ok) throw new Error('the engine takes it');
  return referenceHelp(entity, firstMessage(answer.errors), schema);
}

const oneOf = (name: string, example: string) =>
  `attribute \`${name}\` has to be a reference to an entity, as in \`${example}\``;
const manyOf = (name: string, example: string) =>
  `attribute \`${name}\` has to hold references to entities, as in \`${example}\``;

describe('the help with an attribute that has to be a reference', () => {
  it.each([
    [{ wards: ['icu', 'er'] }, manyOf('wards', '[{"type": "App::Ward", "id": "icu"}]')],
    [{ wards: 'icu' }, manyOf('wards', '[{"type": "App::Ward", "id": "icu"}]')],
    [
      {
        wards: [
          { type: 'App::Ward', id: 'er' },
          { type: 'Ward', id: 'icu' },
        ],
      },
      manyOf('wards', '[{"type": "App::Ward", "id": "icu"}]'),
    ],
    [{ boss: 'eve' }, oneOf('boss', '{"type": "App::User", "id": "eve"}')],
    [{ boss: 'App::User::"eve"' }, oneOf('boss', '{"type": "App::User", "id": "eve"}')],
    [{ boss: 7 }, oneOf('boss', '{"type": "App::User", "id": "..."}')],
    [{ home: { ward: 'icu' } }, oneOf('home.ward', '{"type": "App::Ward", "id": "icu"}')],
    [{ homes: [{ ward: 'icu' }] }, oneOf('homes.ward', '{"type": "App::Ward", "id": "icu"}')],
    [{ badge: 'b1' }, oneOf('badge', '{"type": "Badge", "id": "b1"}')],
    [{ level: 'low' }, oneOf('level', '{"type": "App::Level", "id": "low"}')],
  ])('%j shows how one is written', (attrs, help) => {
    expect(helpWith(attrs)).toBe(help);
  });

  it.each([
    [{ age: '7' }],
    [{ ages: 7 }],
    [{ home: { size: '7' } }],
    [{ nothing: 'of the kind' }],
    [{ level: { type: 'App::Level', id: 'high' } }],
  ])('is none for %j, which is wrong in another way', (attrs) => {
    expect(helpWith(attrs)).toBeUndefined();
  });
});
