import { describe, expect, it } from 'vitest';
import type { Entity } from '../../../src/core/cedar/entity.ts';
import type { Example } from '../../../src/core/guarantees/examples/example.ts';
import { exampleFixtures } from '../../../src/core/guarantees/examples/example-fixtures.ts';
import { DEFAULT_CLAIMS } from '../../../src/core/requests/principal.ts';
import { emailModel } from '../../helpers/email-model.ts';

const CALLER = { type: 'EmailApp::User', id: 'ana' };
const TENANT = { type: 'EmailApp::Tenant', id: 'acme' };
const CAMPAIGN = { type: 'EmailApp::EmailCampaign', id: 'c1' };

/** Somebody reads the campaign, which is in the tenant. */
function example(besides: readonly Entity[], context: Example['request']['context'] = {}): Example {
  const campaign = { uid: CAMPAIGN, attrs: { name: 'Spring' }, parents: [TENANT] };
  return {
    call: { method: 'GET', url: '/campaigns/c1' },
    request: {
      principal: CALLER,
      action: { type: 'EmailApp::Action', id: 'getEmailCampaign' },
      resource: CAMPAIGN,
      context,
    },
    entities: [campaign, { uid: CALLER, attrs: {}, parents: [] }, ...besides],
    caller: { uid: CALLER, parents: [], attributes: [], tags: [] },
    resource: { uid: CAMPAIGN, parents: [TENANT], attributes: [], tags: [] },
    besides: [],
    context: [],
  };
}

function filesOf(...examples: readonly Example[]) {
  const expected = examples.map((one) => ({ example: one, expect: 'deny' as const, name: 'read' }));
  return exampleFixtures(expected, emailModel, DEFAULT_CLAIMS);
}

describe('fixtures of examples', () => {
  const there = (maxUsers: number): Entity => ({ uid: TENANT, attrs: { maxUsers }, parents: [] });

  it('share a file where their entities agree', () => {
    expect(filesOf(example([there(1)]), example([there(1)])).map(({ cases }) => cases.length)).toEqual([2]);
  });

  it('lie in files of their own where one entity has other attributes, or is there for one of them only', () => {
    expect(filesOf(example([there(1)]), example([there(2)]))).toHaveLength(2);
    expect(filesOf(example([there(1)]), example([]))).toHaveLength(2);
    expect(filesOf(example([]), example([there(1)]))).toHaveLength(2);
  });

  it('state the context, but for what follows from the call and its caller', () => {
    const [file] = filesOf(example([], { tenants: [], hour: 9 }), example([], { tenants: [] }));
    expect(file?.cases.map(({ context }) => context)).toEqual([{ hour: 9 }, undefined]);
  });
});
