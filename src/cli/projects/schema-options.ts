import { suggestNamespace } from '../../core/cedar/namespace.ts';
import { isTypeName, TYPE_HELP } from '../../core/classification/patterns/override.ts';
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
  const basePath = options.basePath ?? config?.basePath;
  const groupType = options.groupType ?? config?.groupType;
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
    ...(groupType === undefined ? {} : { groupType: checkedType(groupType) }),
  };
}

/** A flag is checked here; `authz.yaml` is where it is read. */
function checkedType(type: string): string {
  if (isTypeName(type)) return type;
  return fail('usage', `\`${type}\` cannot be the name of an entity type`, TYPE_HELP);
}

function needNamespace(root: unknown): never {
  fail(
    'namespace-missing',
    'no namespace was given',
    `add \`--namespace ${suggestNamespace(titleOf(root))}\`, or another identifier`,
  );
}
