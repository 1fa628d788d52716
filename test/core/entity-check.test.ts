import { describe, expect, it } from 'vitest';
import { checkEntityList } from '../../src/core/entity-check.ts';
import { readEntities } from '../../src/core/fixture-file.ts';
import { emailEntities } from '../helpers/email-entities.ts';
import { emailModel, emailSchema } from '../helpers/email-model.ts';
import { told, valueIn } from '../helpers/outcome.ts';
import { sourceOf } from '../helpers/source.ts';

const CAMPAIGN = '{ "name": "a", "status": "draft" }';

/** Each line is one entity: type, id, attributes, parents. */
function check(...entities: [type: string, id: string, attrs: string, parents?: string][]): string[] {
  const lines = entities.map(
    ([type, id, attrs, parents = '']) =>
      `{ "uid": { "type": "EmailApp::${type}", "id": "${id}" }, "attrs": ${attrs}, "parents": [${parents}] }`,
  );
  const list = valueIn(readEntities(sourceOf(`[\n${lines.join(',\n')}\n]`, 'entities.json')));
  return told(checkEntityList(list, emailSchema, emailModel)).map((line) =>
    line.replace('entities.json:', ''),
  );
}

describe('checkEntityList', () => {
  it('finds nothing in entities that fit, in whatever order', () => {
    const list = valueIn(readEntities(sourceOf(JSON.stringify(emailEntities.toReversed()))));
    expect(checkEntityList(list, emailSchema, emailModel)).toEqual([]);
    expect(
      check(['EmailCampaign', 'c1', CAMPAIGN, '{ "type": "EmailApp::Tenant", "id": "elsewhere" }']),
    ).toEqual([]);
  });

  it('tells every entity of an unknown type, with the nearest known one', () => {
    expect(check(['Campaign', 'c1', '{}'], ['Tenant', 't', '{}'], ['EmailMesage', 'm1', '{}'])).toEqual([
      '2:20 error unknown entity type `EmailApp::Campaign`: did you mean `EmailApp::EmailCampaign`?',
      '4:20 error unknown entity type `EmailApp::EmailMesage`: did you mean `EmailApp::EmailMessage`?',
    ]);
  });

  it('tells an entity that is listed twice, at the second place', () => {
    expect(
      check(
        ['EmailCampaign', 'c1', CAMPAIGN],
        ['EmailCampaign', 'c2', CAMPAIGN],
        ['EmailCampaign', 'c1', CAMPAIGN],
      ),
    ).toEqual(['4:1 error entity `EmailApp::EmailCampaign::"c1"` is listed twice']);
  });

  it('tells every entity that the schema does not allow, each at its place', () => {
    expect(
      check(
        ['EmailCampaign', 'c1', '{ "name": 5, "status": "draft" }'],
        ['EmailCampaign', 'c2', CAMPAIGN],
        ['EmailCampaign', 'c3', '{ "name": "a" }'],
        ['Tenant', 't', '{ "maxUsers": 1.5, "planTier": "free" }'],
        ['EmailCampaign', 'c4', CAMPAIGN, '{ "type": "EmailApp::Role", "id": "r" }'],
      ).map((line) => line.replace(/ error .*/, '')),
    ).toEqual(['2:1', '4:1', '5:1', '6:1']);
  });

  it('tells a problem that only the whole list has, such as parents in a circle', () => {
    const schema = structuredClone(emailSchema);
    const types = schema.EmailApp?.entityTypes as Record<string, object>;
    types.Role = { memberOfTypes: ['Role'] };
    const text = `[${['a:b', 'b:a']
      .map((pair) => pair.split(':'))
      .map(
        ([id, parent]) =>
          `{ "uid": { "type": "EmailApp::Role", "id": "${id}" }, "attrs": {}, "parents": [{ "type": "EmailApp::Role", "id": "${parent}" }] }`,
      )
      .join(',\n')}]`;
    const list = valueIn(readEntities(sourceOf(text, 'entities.json')));
    expect(told(checkEntityList(list, schema, emailModel))).toEqual([
      expect.stringMatching(/^entities\.json:1:1 error .*cycle/),
    ]);
  });
});
