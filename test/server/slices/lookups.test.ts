import { describe, expect, it } from 'vitest';
import {
  type Entity,
  type EntityUid,
  entityKey,
  entityStore,
  plainUid,
} from '../../../src/core/cedar/entity.ts';
import { MOST_ANCESTORS, type Slice, sliceMaker } from '../../../src/core/requests/slice.ts';
import { lookups } from '../../../src/server/slices/lookups.ts';
import { buildersByType, type SliceBuilders } from '../../../src/server/slices/slice-builder.ts';
import { timeLimit } from '../../../src/server/waiting/in-time.ts';
import { uid } from '../../helpers/email-entities.ts';
import { emailModel } from '../../helpers/email-model.ts';
import fc from '../../helpers/fast-check.ts';

const TYPES = ['Tenant', 'EmailCampaign', 'EmailMessage'];

/** What a call looks up by these builders; a long limit, which no test waits for. */
function lookupsBy(builders: SliceBuilders<object>) {
  return lookups(buildersByType(builders, emailModel, 0), emailModel, {}, timeLimit(1_000_000));
}

/** One builder for every type. */
function buildersOf(build: SliceBuilders<object>[string]): SliceBuilders<object> {
  return Object.fromEntries(
    TYPES.map((type) => [type, (id: string, req: object) => build(`${type} ${id}`, req)]),
  );
}

const anyUid = fc
  .tuple(fc.constantFrom(...TYPES), fc.constantFrom('a', 'b'))
  .map(([type, id]) => uid(type, id));
const anyEntities = fc.uniqueArray(
  fc.record({ uid: anyUid, parents: fc.array(anyUid, { maxLength: 3 }), attrs: fc.constant({}) }),
  { selector: (entity) => entityKey(entity.uid) },
);

describe('what a call looks up', () => {
  it('makes the slices of a maker over the same entities, each looked up once, however builders answer', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyEntities,
        fc.array(anyUid, { minLength: 1, maxLength: 4 }),
        fc.func(fc.boolean()),
        async (entities, resources, isLate) => {
          const byName = new Map(entities.map((entity) => [nameOf(entity.uid), entity]));
          const asked: string[] = [];
          const looked = lookupsBy(
            buildersOf((name) => {
              asked.push(name);
              const found = byName.get(name);
              return isLate(name) ? Promise.resolve(found && partsOf(found)) : found && partsOf(found);
            }),
          );
          const principal: Entity = { uid: uid('User', 'ana'), attrs: {}, parents: [uid('Tenant', 'a')] };
          await looked.gather([...principal.parents.map(plainUid), ...resources]);
          expect(new Set(asked).size).toBe(asked.length);
          const maker = sliceMaker(entityStore(entities), emailModel);
          for (const resource of resources) {
            const isWhole = !lostAbove(resource, byName);
            if (isWhole)
              expect(inOrder(looked.slice(principal, resource))).toEqual(
                inOrder(maker.compose(principal, resource)),
              );
            else expect(() => looked.slice(principal, resource)).toThrow('does not exist');
          }
        },
      ),
    );
  });

  it.each([
    ['at once', (id: string) => ({ parents: [uid('Tenant', `${id}+`)] })],
    ['later', async (id: string) => ({ parents: [uid('Tenant', `${id}+`)] })],
  ])('has an end, also where builders that answer %s find something above everything', async (_, Tenant) => {
    const looked = lookupsBy({ Tenant });
    const gathered = async () => looked.gather([uid('Tenant', 'a'), uid('Tenant', 'b')]);
    await expect(gathered()).rejects.toThrow(`more than ${MOST_ANCESTORS} entities`);
  });

  it('fails with the first failure, whatever comes of the others, and asks nobody any more', async () => {
    const asked: string[] = [];
    const late: (() => void)[] = [];
    const builders = buildersOf((name) => {
      asked.push(name);
      if (name === 'EmailCampaign now') throw new Error('at once');
      return new Promise((resolve, reject) =>
        late.push(() =>
          name.endsWith('bad') ? reject(new Error(name)) : resolve({ parents: [uid('Tenant', 'never')] }),
        ),
      );
    });
    const first = lookupsBy(builders);
    const thrown = async () =>
      first.gather([uid('Tenant', 'good'), uid('Tenant', 'bad'), uid('EmailCampaign', 'now')]);
    await expect(thrown()).rejects.toThrow('at once');
    for (const end of late.splice(0)) end();
    const second = lookupsBy(builders);
    const waiting = second.gather([uid('Tenant', 'bad'), uid('EmailMessage', 'bad'), uid('Tenant', 'good')]);
    for (const end of late.splice(0)) end();
    await expect(waiting).rejects.toThrow('Tenant bad');
    // What was let go has come, and nobody was asked about what is above it.
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).not.toContain('Tenant never');
  });
});

function nameOf({ type, id }: EntityUid): string {
  return `${type.split('::')[1]} ${id}`;
}

function partsOf({ attrs, parents }: Entity) {
  return { attrs, parents: parents.map(plainUid) };
}

/** Whether something above an entity that is there is not. */
function lostAbove(start: EntityUid, byName: ReadonlyMap<string, Entity>, seen = new Set<string>()): boolean {
  const entity = byName.get(nameOf(start));
  if (!entity || seen.has(nameOf(start))) return false;
  seen.add(nameOf(start));
  return entity.parents
    .map(plainUid)
    .some((parent) => !byName.has(nameOf(parent)) || lostAbove(parent, byName, seen));
}

function inOrder(slice: Slice): readonly Entity[] | string {
  if (slice.type !== 'entities') return slice.type;
  const keyOf = ({ uid: one }: Entity) => entityKey(plainUid(one));
  return slice.entities.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
