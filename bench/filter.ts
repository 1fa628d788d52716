/**
 * How long `filter` takes for a list: one decision for each of 10,000 items that bring their attributes and parents along. The second figure
 * is the engine alone, asked the same questions. CPU time, since that is what a busy machine does not change much.
 * `node bench/filter.ts [items] [rounds]`.
 */
import type { AuthorizationInput } from '../src/core/engine/authorization-engine.ts';
import { serverAuthorization } from '../src/server/authorization.ts';
import { uid, user } from '../test/helpers/email-entities.ts';
import { ana, emailOptions } from '../test/helpers/express-server.ts';
import { median } from './measure.ts';
import { addRow, milliseconds } from './rows.ts';

const [count = '10000', rounds = '15'] = process.argv.slice(2);

const options = emailOptions(`
  permit (principal in EmailApp::Role::"editor", action, resource);
  forbid (principal, action, resource)
  unless { resource is EmailApp::Application || resource in context.tenants };
`);
const authorization = serverAuthorization<object>(
  {
    schema: options.schema,
    authorizationEngine: options.authorizationEngine,
    principalConfiguration: { type: 'custom', getPrincipalEntity: () => user('ana', 'editor', 'acme') },
    sliceBuilders: {
      Tenant: async () => ({ attrs: { planTier: 'free', maxUsers: 1 } }),
      EmailCampaign: () => undefined,
      EmailMessage: () => undefined,
    },
  },
  { caseSensitive: false, strict: false, help: '' },
);

const items = Array.from({ length: Number(count) }, (_, index) => ({
  id: `c${index}`,
  name: `campaign ${index}`,
  tenant: index % 2 === 0 ? 'acme' : 'umbrella',
}));
type Item = (typeof items)[number];
const entity = ({ name, tenant }: Item) => ({
  attrs: { name, status: 'draft' },
  parents: [uid('Tenant', tenant)],
});

const call = { method: 'GET', url: '/tenants/acme/campaigns', req: { user: ana } };
const filter = () => authorization.filter(call, 'getEmailCampaign', items, { entity });

const principal = user('ana', 'editor', 'acme');
const context = { tenants: [{ __entity: uid('Tenant', 'acme') }] };
const inputs = items.map((item): AuthorizationInput => {
  const resource = uid('EmailCampaign', item.id);
  const tenant = { uid: uid('Tenant', item.tenant), attrs: { planTier: 'free', maxUsers: 1 }, parents: [] };
  const entities = [principal, tenant, { uid: resource, ...entity(item) }];
  return {
    request: { principal: uid('User', 'ana'), action: uid('Action', 'getEmailCampaign'), resource, context },
    entities,
  };
});
const engine = async () => options.authorizationEngine.batchIsAuthorized?.(inputs);

const kept = (await filter()).length;
if (kept !== Math.ceil(items.length / 2)) throw new Error(`${kept} of ${items.length} items were kept`);
const [ofFilter, ofEngine] = [await cpuTime(filter), await cpuTime(engine)];
process.stdout.write(
  `filter of ${items.length} items: ${milliseconds(ofFilter)} of CPU; the engine alone: ${milliseconds(ofEngine)}\n`,
);
addRow({
  part: 'lists',
  what: `filter of ${items.length.toLocaleString('en')} items`,
  figure: `${milliseconds(ofFilter)} CPU`,
  beside: 'the engine alone',
  ratio: ofFilter / ofEngine,
});

/** The median of the second half of the rounds, in milliseconds. */
async function cpuTime(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < Number(rounds); round += 1) {
    const before = process.cpuUsage();
    await work();
    const { user: own, system } = process.cpuUsage(before);
    times.push((own + system) / 1000);
  }
  return median(times.slice(Math.floor(times.length / 2)));
}
