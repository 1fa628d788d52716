import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { configDefinition } from '../../../src/core/config/config.ts';
import { type JsonSchemaName, jsonSchemas } from '../../../src/core/config/json-schema.ts';
import {
  entitiesDefinition,
  fixtureFileDefinition,
  principalsDefinition,
} from '../../../src/core/fixtures/definition.ts';
import { EXAMPLE_FOLDER } from '../../helpers/cli.ts';
import fc from '../../helpers/fast-check.ts';
import { runs } from '../../helpers/runs.ts';
import { sourceOf } from '../../helpers/source.ts';

const DEFINITIONS: Readonly<Record<JsonSchemaName, v.GenericSchema>> = {
  'authz.schema.json': configDefinition,
  'fixtures.schema.json': fixtureFileDefinition,
  'principals.schema.json': principalsDefinition,
  'entities.schema.json': entitiesDefinition,
};

const ajv = new Ajv({ strict: true, strictRequired: false, allErrors: true, allowUnionTypes: true });
const schemas = jsonSchemas();

function validatorOf(name: JsonSchemaName) {
  return ajv.compile({ ...schemas[name] });
}

describe('the JSON Schemas', () => {
  it.each([
    ['authz.yaml', 'authz.schema.json'],
    ['principals.yaml', 'principals.schema.json'],
    ['entities.json', 'entities.schema.json'],
    ...readdirSync(join(EXAMPLE_FOLDER, 'fixtures'))
      .filter((name) => name.endsWith('.fixtures.yaml'))
      .map((name) => [`fixtures/${name}`, 'fixtures.schema.json'] as const),
  ] as const)('take %s of the worked example', (file, name) => {
    const validate = validatorOf(name);
    expect([validate(read(file)), validate.errors]).toEqual([true, null]);
  });

  it.each(Object.keys(DEFINITIONS) as JsonSchemaName[])(
    'refuse exactly what the definition refuses: %s, in a thousand variations',
    (name) => {
      const validate = validatorOf(name);
      const definition = DEFINITIONS[name];
      let refused = 0;
      fc.assert(
        fc.property(variations(SAMPLES[name]), (value) => {
          const isValid = v.safeParse(definition, value).success;
          if (!isValid) refused += 1;
          expect(validate(value)).toBe(isValid);
        }),
        runs(1000),
      );
      expect(refused).toBeGreaterThan(100);
    },
  );
});

/** Files with everything that can be written in them. */
const SAMPLES: Readonly<Record<JsonSchemaName, unknown>> = {
  'authz.schema.json': {
    spec: 'openapi.yaml',
    namespace: 'App',
    mappingType: 'ResourceRest',
    attributes: 'all',
    basePath: '',
    entities: 'e.json',
    principal: { subject: { claim: 'sub' }, groups: { claim: 'g', type: 'Role', userPoolId: 'p' } },
    overrides: { 'GET /a': { pattern: 'listing', resource: 'path:id', type: 'A', action: 'a' } },
  },
  'fixtures.schema.json': {
    tags: ['a'],
    principals: { ana: { sub: 'ana' }, all: ['ana'] },
    entities: [{ uid: { type: 'A', id: 'a' }, attrs: {}, parents: [{ type: 'B', id: 'b' }] }],
    cases: [
      {
        name: 'one',
        as: ['ana'],
        call: 'GET /a',
        body: {},
        headers: { a: 'b' },
        context: {},
        expect: 'allow',
      },
      { name: 'two', as: 'ana', call: 'GET /a', expect: { m1: 'allow', m2: { status: 404, because: [] } } },
      { name: 'three', as: 'ana', call: 'GET /a', expect: { items: { m1: 403 } }, skip: 'x', todo: 'y' },
      { name: 'four', as: 'ana', call: 'GET /a', expect: { decision: 'deny', because: { includes: ['p'] } } },
    ],
    tables: [{ name: 't', columns: ['ana'], rows: { 'GET /a': ['allow'], 'GET /b': ['unroutable'] } }],
  },
  'principals.schema.json': { ana: { sub: 'ana' }, all: ['ana'] },
  'entities.schema.json': [
    { uid: { type: 'A', id: 'a' }, attrs: { x: 1 }, parents: [{ type: 'B', id: 'b' }], tags: { y: 2 } },
  ],
};

const VALUES = [
  null,
  true,
  0,
  200,
  400,
  404,
  418,
  '',
  'allow',
  'deny',
  'unroutable',
  'x',
  [],
  ['x'],
  {},
  { x: 'allow' },
];
const KEYS = [
  'decision',
  'status',
  'because',
  'items',
  'includes',
  'errors',
  'name',
  'as',
  'x',
  '__proto__',
  'constructor',
];

/** The value with some parts of it replaced, taken away, repeated, or under another key. */
function variations(sample: unknown): fc.Arbitrary<unknown> {
  const change = fc.record({
    at: fc.nat(),
    how: fc.constantFrom('replace', 'remove', 'rename', 'add'),
    value: fc.constantFrom(...VALUES),
    key: fc.constantFrom(...KEYS),
  });
  return fc
    .array(change, { minLength: 0, maxLength: 3 })
    .map((changes) => changes.reduce((value, one) => changed(value, one), parsed(sample)));
}

interface Change {
  readonly at: number;
  readonly how: 'replace' | 'remove' | 'rename' | 'add';
  readonly value: unknown;
  readonly key: string;
}

function changed(root: unknown, { at, how, value, key }: Change): unknown {
  const places = placesIn(root);
  const place = places[at % places.length];
  if (!place) return how === 'replace' ? value : root;
  const copy = parsed(root);
  const parent = place.slice(0, -1).reduce<unknown>((node, step) => own(node, step), copy);
  const last = place.at(-1) ?? '';
  if (Array.isArray(parent)) {
    if (how === 'remove') parent.splice(Number(last), 1);
    else parent.splice(Number(last), how === 'add' ? 0 : 1, parsed(value));
    return copy;
  }
  const entries = Object.entries(parent as object).flatMap(([name, member]) => {
    if (name !== last) return [[name, member]];
    if (how === 'remove') return [];
    if (how === 'rename') return [[key, member]];
    return how === 'add'
      ? [
          [name, member],
          [key, value],
        ]
      : [[name, value]];
  });
  return withOwn(copy, place.slice(0, -1), entries as [string, unknown][]);
}

/** Rewrites one mapping inside a parsed value; through text, so that `__proto__` is a key as in a file. */
function withOwn(
  root: unknown,
  place: readonly string[],
  entries: readonly (readonly [string, unknown])[],
): unknown {
  const text = `{${entries.map(([name, member]) => `${JSON.stringify(name)}:${JSON.stringify(member)}`).join(',')}}`;
  const made: unknown = JSON.parse(text);
  if (place.length === 0) return made;
  const parent = place.slice(0, -1).reduce<unknown>((node, step) => own(node, step), root);
  Object.defineProperty(parent, place.at(-1) ?? '', {
    value: made,
    enumerable: true,
    writable: true,
    configurable: true,
  });
  return root;
}

function own(node: unknown, step: string): unknown {
  return Object.getOwnPropertyDescriptor(node, step)?.value;
}

function placesIn(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [[...at, key], ...placesIn(member, [...at, key])]);
}

function parsed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function read(file: string): unknown {
  return sourceOf(readFileSync(join(EXAMPLE_FOLDER, file), 'utf8'), file).value;
}
