import { endpointKey } from '../../endpoints/endpoint-key.ts';
import { alsoAsks } from '../../endpoints/second-check.ts';
import { compareText } from '../../values/compare-text.ts';
import { groupBy } from '../../values/group.ts';
import type { Attribute, AttributeType, EntityType, Model } from '../model.ts';
import {
  type Endpoints,
  endpointsOf,
  movedEndpoints,
  type NamedEndpoint,
  placeKind,
} from './moved-endpoints.ts';
import { changedReservations } from './reservations.ts';

/** What became different between two models of an API, as sentences a person would say, in the order endpoints, contexts, types. */
export function describeChanges(before: Model, after: Model): string[] {
  return [
    ...settingChanges(before, after),
    ...endpointChanges(endpointsOf(before), endpointsOf(after)),
    ...changedReservations(before, after).map(({ label, text }) => `${label}: ${text}`),
    ...contextChanges(before, after),
    ...typeChanges(before, after),
  ];
}

// ---- settings ----

const SETTINGS = ['namespace', 'mappingType', 'groupType', 'tenantType'] as const;

function settingChanges(before: Model, after: Model): string[] {
  return SETTINGS.filter((setting) => before[setting] !== after[setting]).map(
    (setting) => `${setting} is now \`${after[setting] ?? 'none'}\`, was \`${before[setting] ?? 'none'}\``,
  );
}

// ---- endpoints ----

function endpointChanges(before: Endpoints, after: Endpoints): string[] {
  const moved = movedEndpoints(before, after);
  const origins = new Set(moved.values());
  const added = [...after].filter(([key]) => !before.has(key) && !moved.has(key));
  const removed = [...before].filter(([key]) => !after.has(key) && !origins.has(key));
  const kept = [...after].filter(([key]) => before.has(key));
  return [
    ...[...moved].flatMap(([key, was]) => endpointMoved(key, was, { before, after })),
    ...added.map(([key, endpoint]) => `endpoint added: \`${key}\`, ${describeEndpoint(endpoint)}`),
    ...removed.map(([key, endpoint]) => `endpoint removed: \`${key}\`, was ${describeEndpoint(endpoint)}`),
    ...kept.flatMap(([key, endpoint]) => endpointChange(key, before.get(key), endpoint)),
  ];
}

function describeEndpoint({ pattern, action, resourceType, from, second }: NamedEndpoint): string {
  return `${pattern}, action \`${action}\` on \`${resourceType}\` (${from})${alsoAsks(second)}`;
}

function endpointMoved(
  key: string,
  was: string,
  { before, after }: { readonly before: Endpoints; readonly after: Endpoints },
): string[] {
  const [old, now] = [before.get(was), after.get(key)];
  if (old === undefined || now === undefined) return [];
  // Where the name of a parameter is new, the path says so.
  const place = placeKind(old) === placeKind(now) ? now.from : old.from;
  return [
    `endpoint moved: \`${key}\`, was \`${was}\`, action \`${now.action}\``,
    ...endpointChange(key, { ...old, from: place }, now),
  ];
}

function endpointChange(key: string, before: NamedEndpoint | undefined, after: NamedEndpoint): string[] {
  if (!before || describeEndpoint(before) === describeEndpoint(after)) return [];
  if (describeEndpoint({ ...before, action: after.action }) === describeEndpoint(after))
    return [`action renamed: \`${key}\` is now \`${after.action}\`, was \`${before.action}\``];
  return [
    `endpoint reclassified: \`${key}\` is now ${describeEndpoint(after)}; it was ${describeEndpoint(before)}`,
  ];
}

// ---- contexts ----

/** What requests of an action carry besides, where that changed; each sentence once, with the actions of which it is true. */
function contextChanges(before: Model, after: Model): string[] {
  const old = new Map(before.actions.map(({ name, context }) => [name, context]));
  const kept = after.actions.filter(({ name }) => old.has(name));
  const told = kept.flatMap(({ name, context }) =>
    attributeChanges('context', withoutTenants(old.get(name)), withoutTenants(context)).map((change) => ({
      change,
      name,
    })),
  );
  return [...groupBy(told, ({ change }) => change)].map(([change, { length, 0: first }]) => {
    const of =
      length === kept.length ? 'every action' : length === 1 ? `\`${first?.name}\`` : `${length} actions`;
    return `${change}, for ${of}`;
  });
}

/** The settings say what becomes of the tenant. */
function withoutTenants(context: readonly Attribute[] = []): readonly Attribute[] {
  return context.filter(({ name }) => name !== 'tenants');
}

/** By the name of an action that is no more: what became of its first endpoint. */
export function actionsGone(before: Model, after: Model): ReadonlyMap<string, string> {
  const now = endpointsOf(after);
  const placeNow = movedTo(endpointsOf(before), now);
  const kept = new Set(after.actions.map(({ name }) => name));
  return new Map(
    before.actions
      .filter(({ name }) => !kept.has(name))
      .flatMap(({ name, endpoints }) => {
        const [first] = endpoints;
        if (first === undefined) return [];
        const key = endpointKey(first);
        const found = now.get(placeNow.get(key) ?? key);
        return [
          [
            name,
            found
              ? `its endpoint \`${key}\` is now action \`${found.action}\``
              : `its endpoint \`${key}\` is gone: take the action out`,
          ],
        ];
      }),
  );
}

/** By the key of an endpoint that moved: where it is now. */
function movedTo(before: Endpoints, after: Endpoints): ReadonlyMap<string, string> {
  return new Map([...movedEndpoints(before, after)].map(([key, was]) => [was, key]));
}

/** What became of an endpoint that is no more, by its key: calls of the same action may have another path now. */
export function endpointsGone(before: Model, after: Model): (key: string) => string {
  const [old, now] = [endpointsOf(before), endpointsOf(after)];
  const placeNow = movedTo(old, now);
  return (key) => {
    const moved = placeNow.get(key);
    if (moved !== undefined) return `\`${key}\` is \`${moved}\` now: call that`;
    const { action, pattern } = old.get(key) ?? {};
    const others = [...now].filter(([one, endpoint]) => endpoint.action === action && !old.has(one));
    const [other] = others.find(([, endpoint]) => endpoint.pattern === pattern) ?? others[0] ?? [];
    return other === undefined
      ? `\`${key}\` is gone: take what calls it out`
      : `\`${key}\` is gone, and its action \`${action}\` has \`${other}\` now: call that, or take the call out`;
  };
}

/** What became of an entity type that is no more, by its name; nothing for others. */
export function typeGone(name: string, before: Model, after: Model): string | undefined {
  const [old, now] = [before, after].map(({ entityTypes }) => entityTypes.map((type) => type.name));
  if (!old?.includes(name) || now?.includes(name)) return undefined;
  const come = (now ?? []).filter((one) => !old.includes(one)).map((one) => `\`${one}\``);
  const instead = come.length === 0 ? '' : `, or name the type that took its place (new: ${come.join(', ')})`;
  return `the API has no \`${name}\` any more: take it out${instead}`;
}

/** Endpoints that were not there before, with their actions. */
export function endpointsAdded(
  before: Model,
  after: Model,
): readonly { readonly key: string; readonly action: string }[] {
  const [old, now] = [endpointsOf(before), endpointsOf(after)];
  const moved = movedEndpoints(old, now);
  return [...now]
    .filter(([key]) => !old.has(key) && !moved.has(key))
    .map(([key, { action }]) => ({ key, action }));
}

/** Endpoints with an action that others had before, as where a tool numbers names anew: policies that name it mean these now. */
export function actionsTakenOver(
  before: Model,
  after: Model,
): readonly { readonly action: string; readonly text: string }[] {
  const [old, now] = [endpointsOf(before), endpointsOf(after)];
  const moved = movedEndpoints(old, now);
  const names = new Set(before.actions.map(({ name }) => name));
  return [...now].flatMap(([key, { action }]) => {
    const was = old.get(moved.get(key) ?? key)?.action;
    if (was === action || !names.has(action)) return [];
    const from = was === undefined ? 'and is new' : `and had \`${was}\` before`;
    return [{ action, text: `\`${key}\` has that action now, ${from}` }];
  });
}

// ---- entity types ----

function typeChanges(before: Model, after: Model): string[] {
  const old = new Map(before.entityTypes.map((type) => [type.name, type]));
  const now = new Map(after.entityTypes.map((type) => [type.name, type]));
  return [
    ...[...now.keys()].filter((name) => !old.has(name)).map((name) => `entity type added: \`${name}\``),
    ...[...old.keys()].filter((name) => !now.has(name)).map((name) => `entity type removed: \`${name}\``),
    ...[...now.values()].flatMap((type) => typeChange(old.get(type.name), type)),
  ];
}

function typeChange(before: EntityType | undefined, after: EntityType): string[] {
  if (!before) return [];
  const parents = differences(before.parents, after.parents);
  return [
    ...parents.added.map((parent) => `\`${after.name}\` may now be in \`${parent}\``),
    ...parents.gone.map((parent) => `\`${after.name}\` can no longer be in \`${parent}\``),
    ...attributeChanges(after.name, before.attributes, after.attributes),
  ];
}

function attributeChanges(type: string, before: readonly Attribute[], after: readonly Attribute[]): string[] {
  const old = new Map(before.map((attribute) => [attribute.name, describeType(attribute)]));
  const now = new Map(after.map((attribute) => [attribute.name, describeType(attribute)]));
  const names = differences([...old.keys()], [...now.keys()]);
  const changed = [...now].filter(([name, described]) => old.has(name) && old.get(name) !== described);
  return [
    ...names.added.map((name) => `attribute added: \`${type}.${name}\`, ${now.get(name)}`),
    ...names.gone.map((name) => `attribute removed: \`${type}.${name}\``),
    ...changed.map(
      ([name, described]) =>
        `attribute changed: \`${type}.${name}\` is now ${described}, was ${old.get(name)}`,
    ),
  ];
}

function describeType({ type, required }: Attribute): string {
  return `${required ? '' : 'optional '}${typeName(type)}`;
}

function typeName(type: AttributeType): string {
  switch (type.kind) {
    case 'Set':
      return `Set<${typeName(type.element)}>`;
    case 'Record':
      return `{ ${type.attributes.map((one) => `${one.name}${one.required ? '' : '?'}: ${typeName(one.type)}`).join(', ')} }`;
    case 'Entity':
      return type.type;
    default:
      return type.kind;
  }
}

function differences(
  before: readonly string[],
  after: readonly string[],
): { added: string[]; gone: string[] } {
  return {
    added: after.filter((name) => !before.includes(name)).sort(compareText),
    gone: before.filter((name) => !after.includes(name)).sort(compareText),
  };
}
