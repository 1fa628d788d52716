import { stringify } from 'yaml';
import type { Override } from '../../core/classification/classify.ts';
import type { InitAnswers } from '../../core/generation/project-draft.ts';
import { GROUP_TYPE } from '../../core/model/model.ts';

/** The parts of a model that `authz.yaml` speaks of. */
export interface ConfigModel {
  readonly groupType?: string;
  readonly tenantType?: string;
}

/** The `authz.yaml` of a new project: every decision that was made, with what may be changed beside it. `editorSchema` is where editors find its JSON Schema. */
export function printConfig(
  spec: string,
  answers: InitAnswers,
  model: ConfigModel,
  editorSchema: string,
): string {
  const { namespace, mappingType, attributes, claims } = answers;
  return `\
# yaml-language-server: $schema=${editorSchema}
# What authz needs to know about this project. Paths are relative to this file.
${stringify({ spec, namespace, mappingType }).trimEnd()}
attributes: ${attributes} # which properties of the API become entity attributes: none, needed, scalar or all
${printLeftOut(answers.withoutAttributes)}${printBasePath(answers)}\
schema: v4.policyschema.json
policies: policies
fixtures: fixtures
${printFacts(model)}
principal: # the claims of a verified token that identify the caller
  subject: ${flow({ claim: claims.subject })}
  groups: ${flow(groupsOf(answers, model))}${claims.userPoolId ? '' : ' # add `userPoolId: ...` when group ids have the form <pool>|<name>'}
${printTenant(answers, model)}
${printTypes(answers)}${printContext(answers)}${printOverrides(answers)}`;
}

/** What only the application can make sure of; without it proofs about tenants find what never is. */
function printFacts({ tenantType }: ConfigModel): string {
  return tenantType === undefined
    ? ''
    : '# facts: [one-tenant-per-resource] # if your application puts every resource into one tenant at most: proofs rely on it\n';
}

function printBasePath({ basePath }: InitAnswers): string {
  return basePath === undefined ? '' : `basePath: ${flow(basePath)} # the prefix of every path in calls\n`;
}

function printLeftOut(paths: readonly string[]): string {
  return paths.length === 0
    ? ''
    : `withoutAttributes: # left out although attributes would include them\n${paths.map((path) => `  - ${flow(path)}\n`).join('')}`;
}

function groupsOf({ claims }: InitAnswers, { groupType = GROUP_TYPE }: ConfigModel) {
  return {
    claim: claims.groups,
    ...(groupType === GROUP_TYPE ? {} : { type: groupType }),
    ...(claims.userPoolId ? { userPoolId: claims.userPoolId } : {}),
  };
}

function printTenant({ claims, tenantType: type }: InitAnswers, { tenantType }: ConfigModel): string {
  if (tenantType === undefined) return '';
  const tenant = flow({ claim: claims.tenant, ...(type === undefined ? {} : { type }) });
  return `  tenant: ${tenant} # the ${tenantType} a caller belongs to\n`;
}

function printTypes({ types = {} }: InitAnswers): string {
  if (Object.keys(types).length === 0) return '';
  return `types: # what the API description does not say of entity types\n${printEntries(types)}`;
}

function printContext({ context = {} }: InitAnswers): string {
  if (Object.keys(context).length === 0) return '';
  return `context: # what every request may tell beside the call\n${printEntries(context)}`;
}

function printEntries(entries: Readonly<Record<string, unknown>>): string {
  return Object.entries(entries)
    .map(([name, value]) => `  ${flow(name)}: ${flow(value)}\n`)
    .join('');
}

function printOverrides({ overrides }: InitAnswers): string {
  if (overrides.size === 0)
    return `\
# Where the classifier is wrong, say so here, then run \`authz generate-schema\`:
# overrides:
#   POST /reports/search: { pattern: listing, resource: application }
`;
  const lines = [...overrides].map(
    ([endpoint, override]) => `  ${flow(endpoint)}: ${flow(inOrder(override))}\n`,
  );
  return `# Where the classifier is overruled; after a change run \`authz generate-schema\`.\noverrides:\n${lines.join('')}`;
}

/** Whatever was said first: the same answers are the same text. */
function inOrder({ pattern, resource, type, ...others }: Override): Override {
  return {
    ...(pattern === undefined ? {} : { pattern }),
    ...(resource === undefined ? {} : { resource }),
    ...(type === undefined ? {} : { type }),
    ...others,
  };
}

/** A value on one line. */
function flow(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trimEnd();
}
