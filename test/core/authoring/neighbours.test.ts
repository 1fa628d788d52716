import { describe, expect, it } from 'vitest';
import { findNeighbours } from '../../../src/core/authoring/find-neighbours.ts';
import type { Model } from '../../../src/core/model/model.ts';
import { printSchema } from '../../../src/core/model/print-schema.ts';
import { emailModel } from '../../helpers/email-model.ts';
import { emailInput } from '../../helpers/email-project.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { sourceOf } from '../../helpers/source.ts';

const PEOPLE = `principals:
  ada: { sub: ada, groups: [admin], tenant_id: acme }
  ana: { sub: ana, groups: [editor], tenant_id: acme }
  vic: { sub: vic, groups: [viewer], tenant_id: acme }
`;

function found(fixtures: string, more: Partial<typeof emailInput> = {}) {
  const input = {
    ...emailInput,
    ...more,
    fixtures: [{ source: sourceOf(`${PEOPLE}${fixtures}`), shared: new Map() }],
  };
  return valueIn(findNeighbours(input));
}

/** Kind, caller and call of each neighbour, without the ways of writing a call. */
function callers(fixtures: string, more: Partial<typeof emailInput> = {}): string[] {
  const [file] = found(fixtures, more).files;
  const cases = file?.fixtures.cases ?? [];
  return cases.filter(({ expect: expected }) => expected === 'deny').map(({ name, as }) => `${as}: ${name}`);
}

const one = (as: string, call: string, expected = 'allow') =>
  `cases:\n  - { name: a, as: ${as}, call: ${call}, expect: ${expected} }`;

describe('the neighbours of an allowed call', () => {
  it('are made by nobody, with an expired identity, from another tenant, and in no group', () => {
    expect(callers(one('ana', 'PUT /campaigns/c1'))).toEqual([
      'anonymous: anonymous, next to PUT /campaigns/c1 as ana',
      'ana-expired: expired identity, next to PUT /campaigns/c1 as ana',
      'ana-of-umbrella: other tenant, next to PUT /campaigns/c1 as ana',
      'ana-in-no-group: lesser group (none), next to PUT /campaigns/c1 as ana',
    ]);
  });

  it('are made by each group that the fixtures allow less, where they do not allow it this', () => {
    const table = `tables:
  - name: t
    columns:             [ada,   ana,   vic]
    rows:
      GET /campaigns/c1: [allow, allow, allow]
      PUT /campaigns/c1: [allow, allow, deny]
      GET /messages/m1:  [allow, deny,  deny]`;
    const lesser = callers(table).filter((line) => line.includes('lesser'));
    expect(lesser.filter((line) => line.includes('GET /campaigns/c1'))).toEqual([
      'ada-in-no-group: lesser group (none), next to GET /campaigns/c1 as ada',
    ]);
    expect(lesser.filter((line) => line.includes('PUT /campaigns/c1'))).toEqual([
      'ada-in-no-group: lesser group (none), next to PUT /campaigns/c1 as ada',
    ]);
    expect(lesser.filter((line) => line.includes('GET /messages/m1'))).toEqual([
      'ada-in-no-group: lesser group (none), next to GET /messages/m1 as ada',
    ]);
  });

  it('name the group that is less', () => {
    const cases = `cases:
  - { name: a, as: ada, call: GET /messages/m1, expect: allow }
  - { name: b, as: ada, call: GET /campaigns/c1, expect: allow }
  - { name: c, as: vic, call: GET /campaigns/c1, expect: allow }`;
    const lesser = callers(cases).filter((line) => line.includes('lesser'));
    expect(lesser).toEqual([
      'ada-as-viewer: lesser group (viewer), next to GET /messages/m1 as ada',
      'ada-in-no-group: lesser group (none), next to GET /messages/m1 as ada',
      'ada-in-no-group: lesser group (none), next to GET /campaigns/c1 as ada',
    ]);
  });

  it('are left out where a fixture speaks of such a caller already', () => {
    const stated = `tables:
  - { name: t, columns: [ana, anonymous], rows: { PUT /campaigns/c1: [allow, deny] } }`;
    expect(callers(stated).some((line) => line.startsWith('anonymous'))).toBe(false);
  });

  it('are written so that routers may take them for another, once for each endpoint', () => {
    const cases = `cases:
  - { name: a, as: ana, call: GET /campaigns/c1, expect: allow }
  - { name: b, as: ana, call: GET /campaigns/c2, expect: allow }`;
    const [file] = found(cases).files;
    const written = (file?.fixtures.cases ?? []).filter(({ tags }) => tags?.[0] === 'trailing-slash');
    expect(written.map(({ call, expect: expected }) => [call, expected])).toEqual([
      ['GET /campaigns/c1/', 'unroutable'],
    ]);
    const head = (file?.fixtures.cases ?? []).filter(({ tags }) => tags?.[0] === 'head-for-get');
    expect(head.map(({ as, call, expect: expected }) => [as, call, expected])).toEqual([
      ['anonymous', 'HEAD /campaigns/c1', 'deny'],
    ]);
  });

  it('are not written as calls of other endpoints, which may be allowed with good reason', () => {
    const callsWith = (path: string) => {
      const text = JSON.stringify(printSchema(emailModel)).replace(
        'GET /campaigns/{campaign_id}/messages ',
        `GET ${path} `,
      );
      const [file] = found(one('ana', 'GET /campaigns/c1/messages'), {
        schema: { file: 's.json', text },
      }).files;
      return (file?.fixtures.cases ?? []).map(({ call, expect: expected }) => `${expected} ${call}`);
    };
    const ofOther = callsWith('/campaigns/{campaign_id}/{list}');
    expect(ofOther).toContain('unroutable GET /campaigns/c1//messages');
    expect(ofOther.filter((line) => line.includes('%2Fmessages'))).toEqual([]);
    // To servers that take the encoded slash for one, it is a call of the endpoint itself.
    const own = callsWith('/campaigns/{campaign_id}/messages');
    expect(own).toContain('400 GET /campaigns/c1%2Fmessages');
  });

  it('of an open endpoint are other ways of writing it only', () => {
    expect(callers(one('anonymous', 'POST /login'))).toEqual([]);
    expect(found(one('anonymous', 'POST /login')).files[0]?.fixtures.cases.length).toBeGreaterThan(4);
  });

  it('are none where nothing is allowed, or the fixture does not count', () => {
    expect(found(one('ana', 'PUT /campaigns/c1', 'deny')).files).toEqual([]);
    expect(found(one('ana', 'PUT /campaigns/c1', 'allow, skip: later')).files).toEqual([]);
  });

  it('are made by others than the owner, where there is one', () => {
    const owned: Model = {
      ...emailModel,
      entityTypes: emailModel.entityTypes.map((type) =>
        type.name === 'EmailCampaign'
          ? {
              ...type,
              attributes: [{ name: 'owner', required: true, type: { kind: 'Entity', type: 'User' } }],
            }
          : type,
      ),
    };
    const campaign = {
      uid: { type: 'EmailApp::EmailCampaign', id: 'c1' },
      attrs: { owner: { __entity: { type: 'EmailApp::User', id: 'ana' } } },
      parents: [],
    };
    const more = {
      schema: { file: 's.json', text: JSON.stringify(printSchema(owned)) },
      entities: sourceOf(JSON.stringify([campaign]), 'e.json'),
    };
    const ownOnly = callers(one('ana', 'GET /campaigns/c1'), more);
    expect(ownOnly).toContain('ana-other: other owner, next to GET /campaigns/c1 as ana');
    expect(callers(one('vic', 'GET /campaigns/c1'), more).some((line) => line.includes('other owner'))).toBe(
      false,
    );
    const untried = found(one('ana', 'GET /campaigns/c1'), more).untriedCallers.find(
      ({ endpoint }) => endpoint.path === '/campaigns/{campaign_id}' && endpoint.method === 'GET',
    );
    expect(untried?.missing).toEqual(['anonymous', 'other-owner', 'same-tenant', 'other-tenant']);
  });
});

describe('the callers that a pattern has to see tried', () => {
  it('are the callers that no fixture tries at an endpoint', () => {
    const { untriedCallers: untried } = found(one('ana', 'GET /campaigns/c1'));
    const missing = new Map(
      untried.map(({ endpoint, missing: callersMissing }) => [
        `${endpoint.method} ${endpoint.path}`,
        callersMissing,
      ]),
    );
    expect(missing.get('GET /campaigns/{campaign_id}')).toEqual(['anonymous', 'other-tenant']);
    expect(missing.get('POST /login')).toEqual(['anonymous']);
    expect(missing.get('GET /dashboard-data')).toEqual(['anonymous', 'identified']);
    expect(missing.get('DELETE /messages')).toEqual(['anonymous', 'same-tenant', 'other-tenant']);
  });

  it('are of other tenants as well where a type is in a tenant only by way of another', () => {
    const entityTypes = emailModel.entityTypes.map((type) =>
      type.name === 'EmailMessage' ? { ...type, parents: ['EmailCampaign'] } : type,
    );
    const text = JSON.stringify(printSchema({ ...emailModel, entityTypes }));
    const { untriedCallers: untried } = found(one('ana', 'GET /campaigns/c1'), {
      schema: { file: 's.json', text },
    });
    const batch = untried.find(
      ({ endpoint: { path, method } }) => `${method} ${path}` === 'DELETE /messages',
    );
    expect(batch?.missing).toEqual(['anonymous', 'same-tenant', 'other-tenant']);
  });
});
