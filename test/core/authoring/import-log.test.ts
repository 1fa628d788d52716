import { describe, expect, it } from 'vitest';
import type { LoggedDecision } from '../../../src/core/authoring/decision-log.ts';
import { importLog } from '../../../src/core/authoring/import-log.ts';
import type { Model } from '../../../src/core/model/model.ts';
import { readSchema } from '../../../src/core/model/read-schema.ts';
import { DEFAULT_CLAIMS } from '../../../src/core/requests/principal.ts';
import { serverMapper } from '../../../src/core/requests/server/server-mapper.ts';
import { emailModel } from '../../helpers/email-model.ts';
import { valueIn } from '../../helpers/outcome.ts';

const READ: LoggedDecision = {
  requestId: 'r',
  endpoint: 'GET /campaigns/{campaign_id}',
  method: 'GET',
  principal: { type: 'EmailApp::User', id: 'ana' },
  action: 'getEmailCampaign',
  resource: { type: 'EmailApp::EmailCampaign', id: 'c1' },
  decision: 'allow',
  kind: 'allowed',
  duration: 1,
};

const ANA = { sub: 'ana', groups: ['editor'] };

function imported(
  decisions: readonly Partial<LoggedDecision>[],
  { model = emailModel, known = [['ana', ANA]] }: { model?: Model; known?: [string, object][] } = {},
) {
  const mapper = valueIn(serverMapper(model));
  const log = decisions.map((one) => ({ ...READ, ...one }));
  return importLog(log, {
    model,
    mapper,
    claims: DEFAULT_CLAIMS,
    known: known as [string, Record<string, unknown>][],
  });
}

/** The model, with more in the context of the action that reads a campaign. */
function modelWith(name: string, required: boolean, path?: string): Model {
  return {
    ...emailModel,
    actions: emailModel.actions.map((action) =>
      action.name === 'getEmailCampaign'
        ? {
            ...action,
            context: [...action.context, { name, required, type: { kind: 'String' } }],
            endpoints: action.endpoints.map((one) => ({ ...one, ...(path ? { path } : {}) })),
          }
        : action,
    ),
  };
}

describe('importLog', () => {
  it('takes the last of two decisions, and says so', () => {
    const { fixtures, changed, duplicates } = imported([
      {},
      { requestId: 's' },
      { requestId: 't', decision: 'deny', kind: 'forbidden' },
    ]);
    expect(fixtures.cases).toEqual([
      { name: 'GET /campaigns/c1 as ana', as: 'ana', call: 'GET /campaigns/c1', expect: 'deny' },
    ]);
    expect(fixtures.principals).toEqual({ ana: ANA });
    expect(changed).toEqual(['GET /campaigns/c1 as ana']);
    expect(duplicates).toBe(1);
  });

  it('expects no allow of two things with one id of which only one is permitted', () => {
    const text = `namespace App { @principal entity User; entity Doc; entity Folder;
      @endpoint("PUT /docs/{id} single-resource path:id addTo body:folder")
      action put appliesTo { principal: User, resource: Doc };
      @endpoint("POST /docs batch body:ids addTo body:folder")
      action putMany appliesTo { principal: User, resource: Doc };
      action addTo appliesTo { principal: User, resource: Folder }; }`;
    const { model } = valueIn(readSchema({ file: 'schema', text }));
    const asked = (endpoint: string, action: string, folder: string) => {
      const method = endpoint.split(' ')[0] ?? '';
      const principal = { type: 'App::User', id: 'ana' };
      const doc = { type: 'App::Doc', id: 'x' };
      const denied = { decision: 'deny', kind: 'forbidden' } as const;
      const second = { action: 'addTo', resource: { type: 'App::Folder', id: folder } };
      return [
        { endpoint, method, principal, action, resource: doc, ...denied },
        { endpoint, method, principal, ...second },
      ];
    };
    const expected = (...of: Parameters<typeof asked>) => {
      const { fixtures, skipped } = imported(asked(...of), { model });
      return fixtures.cases[0]?.expect ?? skipped;
    };
    expect(expected('PUT /docs/{id}', 'put', 'f')).toEqual({ x: 'deny', f: 'allow' });
    expect(expected('PUT /docs/{id}', 'put', 'x')).toBe('deny');
    expect(expected('POST /docs', 'putMany', 'f')).toEqual({ x: 'deny', f: 'allow' });
    expect(expected('POST /docs', 'putMany', 'x')).toEqual(
      new Map([['POST /docs: of two things with one id only one was permitted', 1]]),
    );
  });

  it('gives people a name that fixtures can have, whatever their ids are', () => {
    const ids = ['__proto__', 'constructor', 'eve', 'a: b'];
    const { fixtures } = imported(
      ids.map((id, index) => ({ requestId: `r${index}`, principal: { type: 'EmailApp::User', id } })),
    );
    expect(Object.entries(fixtures.principals)).toEqual([
      ['caller', { sub: '__proto__' }],
      ['caller-2', { sub: 'constructor' }],
      ['eve', { sub: 'eve' }],
      ['caller-3', { sub: 'a: b' }],
    ]);
  });

  it('does not guess which of two people with one id called', () => {
    const { fixtures, opaque } = imported([{}], {
      known: [
        ['ana', ANA],
        ['ana2', { sub: 'ana', groups: [] }],
      ],
    });
    expect(fixtures.principals).toEqual({ ana: { sub: 'ana' } });
    expect(opaque).toEqual(['ana']);
  });

  it('makes nothing up that the log does not hold', () => {
    const path = '/of/{owner}/campaigns/{campaign_id}';
    const reasons = (...args: Parameters<typeof imported>) => {
      const { fixtures, skipped } = imported(...args);
      expect(fixtures.cases).toEqual([]);
      return [...skipped.keys()];
    };
    expect(reasons([{ endpoint: `GET ${path}` }], { model: modelWith('hour', false, path) })).toEqual([
      `GET ${path}: the log does not hold \`{owner}\` of the path`,
    ]);
    expect(reasons([{}], { model: modelWith('hour', true) })).toEqual([
      'GET /campaigns/{campaign_id}: the log does not hold `context.hour`, which decides',
    ]);
    expect(reasons([{ resource: { type: 'EmailApp::EmailCampaign', id: 'ey[token]' } }])).toEqual([
      'GET /campaigns/{campaign_id}: an id held a token, which was not logged',
    ]);
    expect(reasons([{}, { resource: { type: 'EmailApp::EmailCampaign', id: 'c2' } }])).toEqual([
      'GET /campaigns/{campaign_id}: the log does not hold all that the call said',
    ]);
    expect(reasons([{ action: 'updateEmailCampaign' }])).toHaveLength(1);
  });

  it('names what a decision may have depended on besides', () => {
    const { fixtures, unknown } = imported([{}], { model: modelWith('hour', false) });
    expect(fixtures.cases).toHaveLength(1);
    expect(unknown).toContain('GET /campaigns/{campaign_id}: context.hour');
  });
});
