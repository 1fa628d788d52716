// The least that deciding anything about the worked example takes: load cedar-wasm, read schema and policies, and decide once.
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { setFlagsFromString } = require('node:v8');

setFlagsFromString('--wasm-lazy-validation');
setFlagsFromString('--wasm-tiering-budget=300000000');
const cedar = require('@cedar-policy/cedar-wasm/nodejs');

const folder = join(__dirname, '../fixtures/email-app');
const policies = readdirSync(join(folder, 'policies')).map((name) =>
  readFileSync(join(folder, 'policies', name), 'utf8'),
);
const uid = (type, id) => ({ type: `EmailApp::${type}`, id });
cedar.preparsePolicySet('p', { staticPolicies: policies.join('\n') });
cedar.preparseSchema('s', JSON.parse(readFileSync(join(folder, 'v4.policyschema.json'), 'utf8')));
const answer = cedar.statefulIsAuthorized({
  principal: uid('User', 'u'),
  action: uid('Action', 'listEmailCampaigns'),
  resource: uid('Tenant', 't'),
  context: { tenants: [] },
  entities: [],
  preparsedPolicySetId: 'p',
  preparsedSchemaName: 's',
  validateRequest: true,
});
if (answer.type !== 'success') throw new Error(JSON.stringify(answer));
