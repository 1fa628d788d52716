import { type Entity, plainUid } from '../cedar/entity.ts';
import { qualified } from '../cedar/namespace.ts';
import type { JsonSchema } from '../diagnostics/definition.ts';
import type { Source } from '../diagnostics/source.ts';
import { canonicalPath, PARAMETER, pathOf } from '../endpoints/path-template.ts';
import { placeOfIdentifier } from '../endpoints/resource-from.ts';
import { readEntities } from '../fixtures/read-entities.ts';
import type { Model } from '../model/model.ts';
import type { ModelEndpoint } from '../requests/map-call.ts';
import type { SkippedEndpoint } from '../requests/server/server-rules.ts';
import { compareText } from '../values/compare-text.ts';
import { readFixtureInput } from '../verification/check-fixtures.ts';
import type { FixtureInput } from '../verification/verify-input.ts';
import { jsonSchemas } from './json-schema.ts';

/** What an editor may offer in the fixtures files of one project. */
export interface ProjectNames {
  readonly model: Model;
  /** Principals and groups of principals. */
  readonly principals: readonly string[];
  readonly entities: readonly Entity[];
  /** Endpoints that the server skips: calls to them are let through. */
  readonly skipped?: readonly SkippedEndpoint[];
}

/**
 * The JSON Schema of fixtures for one project: it offers its principals and calls about its entities, and refuses a call that no endpoint
 * answers, unless that is what is expected.
 */
export function projectFixturesSchema(names: ProjectNames): JsonSchema {
  const schema = structuredClone(jsonSchemas()['fixtures.schema.json']) as unknown as FixturesSchema;
  const endpoints = names.model.actions.flatMap((action) =>
    action.endpoints.map((endpoint) => ({ ...endpoint, action })),
  );
  const { cases, tables } = schema.properties;
  const principals = [...new Set([...names.principals, 'anonymous'])].sort(compareText);
  const calls = [...new Set(endpoints.flatMap((endpoint) => callsOf(endpoint, names)))].sort(compareText);
  offer(cases.items.properties, 'as', principals);
  offer(tables.items.properties.columns, 'items', principals);
  offer(cases.items.properties, 'call', calls);
  const skipped = (names.skipped ?? []).map(({ httpVerb, path }) => ({
    method: httpVerb.toUpperCase(),
    path,
  }));
  const routable = routablePattern([...endpoints, ...skipped]);
  Object.assign(cases.items, {
    anyOf: [
      { properties: { call: { pattern: routable } } },
      { properties: { expect: { enum: REFUSED } }, required: ['expect'] },
    ],
  });
  const { rows } = tables.items.properties;
  Object.assign(rows, {
    properties: Object.fromEntries(calls.map((call) => [call, {}])),
    patternProperties: { ...rows.patternProperties, [routable]: rows.additionalProperties },
    additionalProperties: { type: 'array', items: { enum: REFUSED } },
  });
  return schema as unknown as JsonSchema;
}

/** The parts of the schema that are filled with names; the definition of fixtures files has them. */
interface FixturesSchema {
  readonly properties: {
    readonly cases: { readonly items: { readonly properties: Record<string, unknown> } };
    readonly tables: {
      readonly items: {
        readonly properties: {
          readonly columns: Record<string, unknown>;
          readonly rows: Readonly<Record<'patternProperties' | 'additionalProperties', object>>;
        };
      };
    };
  };
}

/** The expectations of a call that no endpoint answers. */
const REFUSED = ['unroutable', 400, 414];

/** What is offered is not all that is right: a file may have principals of its own. */
function offer(parts: Record<string, unknown>, key: string, words: readonly string[]): void {
  if (words.length > 0) parts[key] = { anyOf: [{ enum: words }, parts[key]] };
}

// ---- calls ----

/** So many entities of each type are offered: a list that people still read. */
const MOST_ENTITIES = 20;

function callsOf(endpoint: ModelEndpoint, { model, entities }: ProjectNames): string[] {
  const { method, path, from, action } = endpoint;
  const type = qualified(model.namespace, action.resourceType);
  const ids = entities.map(({ uid }) => plainUid(uid)).filter((uid) => uid.type === type);
  const template = canonicalPath(pathOf(path).replaceAll(PARAMETER, '%7B$1%7D'));
  const place = placeOfIdentifier(from);
  switch (place.in) {
    case 'path':
      return some(ids).map(
        (id) => `${method} ${template.replace(`%7B${place.name}%7D`, () => encodeURIComponent(id))}`,
      );
    case 'query':
      return some(ids).map(
        (id) => `${method} ${template}?${encodeURIComponent(place.name)}=${encodeURIComponent(id)}`,
      );
    case 'application':
    case 'body':
      return [`${method} ${template}`];
  }
}

function some(ids: readonly { readonly id: string }[]): string[] {
  const named = new Set(ids.map(({ id }) => id).filter((id) => id !== ''));
  return named.size === 0 ? ['1'] : [...named].sort(compareText).slice(0, MOST_ENTITIES);
}

/** Every call that some endpoint answers, by the same rules as the router, only less strict where a segment may be encoded. */
function routablePattern(endpoints: readonly { readonly method: string; readonly path: string }[]): string {
  const calls = new Set(endpoints.map(({ method, path }) => `${methodPattern(method)} ${pathPattern(path)}`));
  return `^\\s*(?:${[...calls].sort(compareText).join('|')})(?:\\?\\S*)?\\s*$`;
}

/** `HEAD` is answered by what answers `GET`. */
function methodPattern(method: string): string {
  return method === 'GET' ? '(?:GET|HEAD)' : method;
}

const OPEN = '[^/?\\s]+';

function pathPattern(path: string): string {
  const segments = pathOf(path).split('/');
  return segments.map((segment) => (isPlain(segment) ? segmentPattern(segment) : OPEN)).join('/');
}

/** Whether there is one way only to write its fixed text. */
function isPlain(segment: string): boolean {
  const fixed = segment.replaceAll(/[{}]/g, '');
  return canonicalPath(fixed) === fixed && !fixed.includes('%');
}

function segmentPattern(segment: string): string {
  return segment
    .split(/\{[^{}]*\}/)
    .map((literal) => literal.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join(OPEN);
}

// ---- names ----

/** The names that the fixtures files of a project give, as far as they can be read. */
export function namesInFixtures(
  files: readonly FixtureInput[],
  entities: Source | undefined,
): Omit<ProjectNames, 'model'> {
  const read = files.map(readFixtureInput).flatMap((file) => (file.ok ? [file.value] : []));
  const shared = entities && readEntities(entities);
  const lists = new Set([...read.map((file) => file.entities), shared?.ok ? shared.value : undefined]);
  return {
    principals: read.flatMap((file) => [...file.principals.keys(), ...file.groups]),
    entities: [...lists].flatMap((list) => list?.entities ?? []),
  };
}
