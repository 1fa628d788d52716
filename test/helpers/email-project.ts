import type { ProjectReport } from '../../src/core/replay/report.ts';
import { DEFAULT_CLAIMS } from '../../src/core/requests/principal.ts';
import type { VerifyOptions } from '../../src/core/verification/prepare-project.ts';
import { verify } from '../../src/core/verification/verify.ts';
import type { VerifyInput } from '../../src/core/verification/verify-input.ts';
import { emailEntities } from './email-entities.ts';
import { emailSchemaFile } from './email-model.ts';
import { policyFile } from './policies.ts';
import { sourceOf } from './source.ts';

/** The e-mail schema and entities with one policy that permits everything, and no fixtures yet. */
export const emailInput = {
  name: 'email',
  schema: emailSchemaFile,
  policies: [policyFile('@id("all") permit (principal, action, resource);')],
  claims: DEFAULT_CLAIMS,
  entities: sourceOf(JSON.stringify(emailEntities), 'entities.json'),
  fixtures: [],
} satisfies VerifyInput;

/** Verifies fixtures over the e-mail schema and entities; `ana` is an editor of acme, `eve` one of umbrella. */
export function verifyEmail(
  policies: string,
  fixtures: string,
  options?: VerifyOptions,
  principals: string = PRINCIPALS,
): ProjectReport {
  const input = {
    ...emailInput,
    policies: policies === '' ? [] : [policyFile(policies)],
    fixtures: [{ source: sourceOf(`principals: ${principals}\n${fixtures}`), shared: new Map() }],
  };
  return verify(input, options);
}

/** One line, so that what comes after it starts on line 2. */
const PRINCIPALS =
  '{ ana: { sub: ana, groups: [editor], tenant_id: acme }, eve: { sub: eve, groups: [editor], tenant_id: umbrella } }';
