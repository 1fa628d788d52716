import { suggestNamespace } from '../../core/cedar/namespace.ts';
import { isTypeName, TYPE_HELP } from '../../core/classification/patterns/override.ts';
import { BASE_PATH, BASE_PATH_HELP } from '../../core/endpoints/path-template.ts';
import { type AttributeChoice, DEFAULT_ATTRIBUTES, type MappingType } from '../../core/model/model.ts';
import { titleOf } from '../../core/openapi/spec.ts';
import type { Project } from '../../project/loading/project.ts';
import { fail } from './inputs.ts';

export type SchemaFormat = 'json' | 'cedar';

/** The flags that decide what a generated schema contains; each has a setting in `authz.yaml`, too. */
export interface SchemaFlags {
  readonly namespace?: string;
  readonly mappingType?: MappingType;
  readonly format?: SchemaFormat;
  readonly basePath?: string;
  readonly attributes?: AttributeChoice;
  readonly groupType?: string;
}

/** The settings of schema generation: from the command line, else from the project. */
export function schemaOptions(options: SchemaFlags, project: Project | undefined, root: unknown) {
  const config = project?.config;
  const { basePath = config?.basePath, groupType = config?.groupType } = checkedFlags(options);
  return {
    namespace: options.namespace ?? config?.namespace ?? needNamespace(root),
    mappingType: options.mappingType ?? config?.mappingType ?? 'ResourceRest',
    attributes: options.attributes ?? config?.attributes ?? DEFAULT_ATTRIBUTES,
    withoutAttributes: config?.withoutAttributes ?? [],
    ...(config
      ? {
          types: config.types,
          placeOfType: config.placeOfType,
          context: config.context,
          placeOfContext: config.placeOfContext,
          placeOfSetting: config.placeOfSetting,
          tenantClaim: config.claims.tenant,
        }
      : {}),
    ...(config?.tenantType ? { tenantType: config.tenantType } : {}),
    format: options.format ?? 'json',
    overrides: config?.overrides ?? new Map(),
    ...(basePath === undefined ? {} : { basePath }),
    ...(groupType === undefined ? {} : { groupType }),
  };
}

/** Flags are checked here; `authz.yaml` is where it is read. */
export function checkedFlags<T extends Pick<SchemaFlags, 'basePath' | 'groupType'>>(flags: T): T {
  const { basePath, groupType } = flags;
  if (groupType !== undefined && !isTypeName(groupType))
    fail('usage', `\`${groupType}\` cannot be the name of an entity type: \`--group-type\``, TYPE_HELP);
  if (basePath !== undefined && !BASE_PATH.test(basePath))
    fail('usage', `\`${basePath}\` cannot be a base path: \`--base-path\``, BASE_PATH_HELP);
  return flags;
}

function needNamespace(root: unknown): never {
  fail(
    'namespace-missing',
    'no namespace was given',
    `add \`--namespace ${suggestNamespace(titleOf(root))}\`, or another identifier`,
  );
}
