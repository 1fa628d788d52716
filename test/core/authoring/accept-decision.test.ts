import { describe, expect, it } from 'vitest';
import { recordedExpectation } from '../../../src/core/authoring/accept-decision.ts';
import { DEFAULT_CLAIMS } from '../../../src/core/requests/principal.ts';
import { verify } from '../../../src/core/verification/verify.ts';
import { emailEntities } from '../../helpers/email-entities.ts';
import { emailSchemaFile } from '../../helpers/email-model.ts';
import { sourceOf } from '../../helpers/source.ts';

const POLICIES = `
  permit (principal, action, resource);
  forbid (principal, action == EmailApp::Action::"updateEmailCampaign", resource);
`;

/** The decisions about a call of a batch that may name the campaign that its messages go to. */
function decisionsOn(body: object, expected: string) {
  const text = emailSchemaFile.text.replace(
    'DELETE /messages batch query:messagelist',
    '$& updateEmailCampaign body:campaign_id?',
  );
  const call = { call: 'DELETE /messages?messagelist=m1', body, expect: expected };
  const fixtures = {
    principals: { ana: { sub: 'ana', groups: ['editor'], tenant_id: 'acme' } },
    entities: emailEntities,
    cases: [{ name: 'a', as: 'ana', ...call }],
  };
  const { results } = verify({
    name: '.',
    schema: { file: emailSchemaFile.file, text },
    policies: [{ file: 'all.cedar', name: 'all.cedar', text: POLICIES }],
    claims: { ...DEFAULT_CLAIMS },
    fixtures: [{ source: sourceOf(JSON.stringify(fixtures)), shared: new Map() }],
  });
  return results[0]?.decisions ?? [];
}

describe('an expectation that is written again', () => {
  it('names each of a batch whose items are allowed, and whose second thing is not', () => {
    const each = [{ at: [], value: { m1: 'allow', c1: 'deny' } }];
    expect(recordedExpectation('deny', decisionsOn({ campaign_id: 'c1' }, 'deny'))).toEqual(each);
    expect(recordedExpectation('allow', decisionsOn({ campaign_id: 'c1' }, 'allow'))).toEqual(each);
  });

  it('is one word where the batch names no second thing', () => {
    expect(recordedExpectation('deny', decisionsOn({}, 'deny'))).toEqual([{ at: [], value: 'allow' }]);
  });
});
