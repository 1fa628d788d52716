import { matchEndpoints } from '../classification/path-pattern.ts';
import type { Override } from '../classification/patterns/override.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { nearestName } from '../diagnostics/nearest-operation.ts';
import { APPLICATION_TYPE } from '../endpoints/application.ts';
import { endpointKey } from '../endpoints/endpoint-key.ts';
import { type Action, type ActionEndpoint, hasEndpoints, type Model } from '../model/model.ts';
import { sharedStarts } from '../requests/server/skipped-elsewhere.ts';
import type { Config } from './config.ts';
import { type AttributeSettings, attributesNotFollowed } from './outdated-attributes.ts';

/**
 * The mapping type, overrides and attributes that the schema does not follow, since they were written after it was generated: the endpoints are still
 * decided about as before. Told from the schema alone, so it costs no reading of the API description. An override that is gone again cannot be told by it.
 */
export function outdatedSettings(
  config: Pick<Config, 'mappingType' | 'overrides' | 'basePath' | 'groupType' | 'tenantType'> &
    AttributeSettings,
  model: Model,
): Diagnostic[] {
  if (!hasEndpoints(model)) return [];
  if (config.mappingType === model.mappingType)
    return [
      ...outdatedTypes(config, model),
      ...outdatedOverrides(config, model),
      ...outdatedAttributes(config, model),
    ];
  // Everything that overrides say comes out otherwise, too.
  return [
    {
      severity: 'warning',
      code: 'schema-outdated',
      message: `the schema does not follow \`mappingType: ${config.mappingType}\`: it was made with \`${model.mappingType}\``,
      help: HELP,
      ...config.placeOfSetting(['mappingType'], 'value'),
    },
  ];
}

const HELP = 'run `authz generate-schema`, which says what changed';

/** The types of groups and tenants. Where everything applies to the application, there are no tenants. */
function outdatedTypes(
  { groupType, tenantType, placeOfSetting }: Pick<Config, 'groupType' | 'tenantType' | 'placeOfSetting'>,
  model: Model,
): Diagnostic[] {
  const settings = [
    { key: 'groups', written: groupType, had: model.groupType },
    ...(model.mappingType === 'SimpleRest'
      ? []
      : [{ key: 'tenant', written: tenantType, had: model.tenantType }]),
  ];
  return settings.flatMap(({ key, written, had }): Diagnostic[] => {
    if (written === undefined || written === had) return [];
    const near = had === undefined ? undefined : nearestName(written, [had]);
    return [
      {
        severity: 'warning',
        code: 'schema-outdated',
        message: `the schema does not follow \`principal.${key}.type\`: it has ${had === undefined ? 'no such type' : `\`${had}\``}`,
        help: `${near === undefined ? '' : `did you mean \`${near}\`? Else `}${HELP}; in a schema of your own, \`@${key === 'groups' ? 'group' : 'tenant'}\` marks the type`,
        ...placeOfSetting(['principal', key, 'type'], 'value'),
      },
    ];
  });
}

function outdatedOverrides(
  { overrides, basePath, placeOfSetting }: Pick<Config, 'overrides' | 'basePath' | 'placeOfSetting'>,
  model: Model,
): Diagnostic[] {
  if (overrides.size === 0) return [];
  const known = model.actions.flatMap((action) => action.endpoints.map((endpoint) => ({ action, endpoint })));
  const starts =
    basePath === undefined
      ? ['', ...sharedStarts(known.map(({ endpoint }) => endpoint.path))]
      : [basePath.replace(/\/+$/, '')];
  const found = starts.map((start) => ({
    start,
    ...matchEndpoints(
      known.map(({ endpoint }) => below(start, endpoint)),
      overrides,
    ),
  }));
  const [first, ...others] = found;
  if (first === undefined) return [];
  const best = others.reduce((one, other) => (other.byKey.size > one.byKey.size ? other : one), first);
  return known.flatMap(({ action, endpoint }) => {
    const said = best.byKey.get(endpointKey(below(best.start, endpoint)));
    if (said === undefined) return [];
    return partsNotFollowed(said.value, { action, endpoint, model }).map(
      ({ part, instead }): Diagnostic => ({
        severity: 'warning',
        code: 'schema-outdated',
        message: `the schema does not follow the override \`${part}: ${said.value[part]}\`: it has ${instead} for \`${endpointKey(endpoint)}\``,
        help: HELP,
        ...placeOfSetting(['overrides', said.key, part], 'value'),
      }),
    );
  });
}

function outdatedAttributes(settings: AttributeSettings, model: Model): Diagnostic[] {
  return attributesNotFollowed(settings, model).map(
    ({ setting, instead, place }): Diagnostic => ({
      severity: 'warning',
      code: 'schema-outdated',
      message: `the schema does not follow \`${setting}\`: it has ${instead}`,
      help: HELP,
      ...place,
    }),
  );
}

/** The endpoint as overrides name it: without the base path. */
function below(start: string, { method, path }: ActionEndpoint): Pick<ActionEndpoint, 'method' | 'path'> {
  return { method, path: path.startsWith(`${start}/`) ? path.slice(start.length) : path };
}

interface SchemaEndpoint {
  readonly action: Action;
  readonly endpoint: ActionEndpoint;
  readonly model: Model;
}

interface NotFollowed {
  readonly part: keyof Override;
  /** What the schema has instead. */
  readonly instead: string;
}

function partsNotFollowed(
  { pattern, resource, type, action: name, also }: Override,
  { action, endpoint, model }: SchemaEndpoint,
): NotFollowed[] {
  const { resourceType } = action;
  // Where everything applies to the application, neither a place nor a type is followed.
  const isApplication = model.mappingType === 'SimpleRest';
  // Of two endpoints of one name and of different types, the second is called otherwise.
  const isElsewhere = name !== undefined && !model.actions.some((one) => one.name === name);
  return [
    ...(pattern !== undefined && pattern !== endpoint.pattern
      ? [{ part: 'pattern', instead: `the pattern \`${endpoint.pattern}\`` } as const]
      : []),
    ...(resource !== undefined && !isApplication && resource !== endpoint.from
      ? [{ part: 'resource', instead: `\`${endpoint.from}\`` } as const]
      : []),
    ...(type !== undefined &&
    !isApplication &&
    resourceType !== APPLICATION_TYPE &&
    !model.entityTypes.some((one) => one.name === type)
      ? [{ part: 'type', instead: `the type \`${resourceType}\`` } as const]
      : []),
    ...(also !== undefined && also !== secondAs(endpoint)
      ? [{ part: 'also', instead: `\`${secondAs(endpoint)}\`` } as const]
      : []),
    ...(isElsewhere ? [{ part: 'action', instead: `the action \`${action.name}\`` } as const] : []),
  ];
}

/** As `also` of an override says it. */
function secondAs({ second }: ActionEndpoint): string {
  return second === undefined ? 'none' : `${second.action} ${second.from}${second.optional ? '?' : ''}`;
}
