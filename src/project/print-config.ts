import { stringify } from 'yaml';
import { GROUP_TYPE, type Model } from '../core/model.ts';
import { DEFAULT_CLAIMS } from '../core/principal.ts';

/** The `authz.yaml` of a new project: every decision that was made, with what may be changed beside it. `editorSchema` is where editors find its JSON Schema. */
export function printConfig(spec: string, model: Model, editorSchema: string): string {
  const groups = model.groupType === GROUP_TYPE ? '' : `, type: ${model.groupType}`;
  const tenant = model.tenantType
    ? `\n  tenant: { claim: ${DEFAULT_CLAIMS.tenant} } # the ${model.tenantType} a caller belongs to`
    : '';
  return `\
# yaml-language-server: $schema=${editorSchema}
# What authz needs to know about this project. Paths are relative to this file.
${stringify({ spec, namespace: model.namespace, mappingType: model.mappingType }).trimEnd()}
attributes: scalar # which properties of the API become entity attributes: none, scalar or all
schema: v4.policyschema.json
policies: policies
fixtures: fixtures

principal: # which claims of a verified token say who calls
  subject: { claim: ${DEFAULT_CLAIMS.subject} }
  groups: { claim: ${DEFAULT_CLAIMS.groups}${groups} } # add \`userPoolId: ...\` when group ids have the form <pool>|<name>${tenant}

# Where the classifier is wrong, say so here, then run \`authz generate-schema\`:
# overrides:
#   POST /reports/search: { pattern: listing, resource: application }
`;
}
