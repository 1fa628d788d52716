import { expect, it } from 'vitest';
import { sentEntities } from '../../../src/core/analysis/models/sent-entities.ts';
import {
  type Entity,
  type EntityUid,
  entityKey,
  entityStore,
  plainUid,
} from '../../../src/core/cedar/entity.ts';
import { sliceMaker } from '../../../src/core/requests/slice.ts';
import { uid } from '../../helpers/email-entities.ts';
import { emailModel } from '../../helpers/email-model.ts';
import fc from '../../helpers/fast-check.ts';
import { runs } from '../../helpers/runs.ts';

const UIDS = ['User', 'Role', 'Tenant', 'EmailCampaign', 'EmailMessage'].flatMap((type) =>
  ['a', 'b', 'c'].map((id) => uid(type, id)),
);

const keysOf = (entities: readonly Entity[]) =>
  entities.map((entity) => entityKey(plainUid(entity.uid))).sort();

it('policies see in proofs what is sent in replay, where everything exists', () => {
  const parents = fc.array(fc.array(fc.constantFrom(...UIDS), { maxLength: 2 }), {
    minLength: UIDS.length,
    maxLength: UIDS.length,
  });
  const anyUid = fc.constantFrom<EntityUid>(...UIDS);
  fc.assert(
    fc.property(parents, anyUid, anyUid, (above, principal, resource) => {
      const entities = UIDS.map(
        (one, index): Entity => ({ uid: one, attrs: {}, parents: above[index] ?? [] }),
      );
      const store = entityStore(entities);
      const caller = store.get(principal);
      const slice = caller && sliceMaker(store, emailModel).compose(caller, resource);
      const sent = sentEntities({ principal, resource, entities, isSlice: true });
      expect(keysOf(sent)).toEqual(slice?.type === 'entities' && keysOf(slice.entities));
      expect(sentEntities({ principal, resource, entities })).toEqual(entities);
    }),
    runs(500),
  );
});
