import { DEFAULT_CLAIMS } from '../../src/core/principal.ts';
import type { ProjectReport } from '../../src/core/report.ts';
import { verify } from '../../src/core/verify.ts';
import { emailEntities } from './email-entities.ts';
import { emailSchemaFile } from './email-model.ts';
import { policyFile } from './policies.ts';
import { sourceOf } from './source.ts';

/** Verifies fixtures over the e-mail schema and entities; `ana` is an editor of acme, `eve` one of umbrella. */
export function verifyEmail(policies: string, fixtures: string): ProjectReport {
  return verify({
    name: 'email',
    schema: emailSchemaFile,
    policies: policies === '' ? [] : [policyFile(policies)],
    claims: DEFAULT_CLAIMS,
    entities: sourceOf(JSON.stringify(emailEntities), 'entities.json'),
    fixtures: [{ source: sourceOf(`${PRINCIPALS}\n${fixtures}`), shared: new Map() }],
  });
}

/** One line, so that what comes after it starts on line 2. */
const PRINCIPALS =
  'principals: { ana: { sub: ana, groups: [editor], tenant_id: acme }, eve: { sub: eve, groups: [editor], tenant_id: umbrella } }';
