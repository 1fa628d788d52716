import { toJsonSchema } from '@valibot/to-json-schema';
import { behind, equivalentOf, type Form, type JsonSchema, type v } from '../diagnostics/definition.ts';
import {
  entitiesDefinition,
  expectation,
  fixtureFileDefinition,
  itemExpectation,
  principalsDefinition,
} from '../fixtures/definition.ts';
import { configDefinition } from './config.ts';

/**
 * The definitions that check what people write, as JSON Schemas for editors. A schema refuses nothing that the definition takes, and lets
 * pass only what it has no words for.
 */
export function jsonSchemas(): Readonly<Record<JsonSchemaName, JsonSchema>> {
  return {
    'authz.schema.json': titled(configDefinition, 'authz.yaml'),
    'fixtures.schema.json': {
      ...titled(fixtureFileDefinition, 'Fixtures of authz'),
      definitions: sharedDefinitions(),
    },
    'principals.schema.json': titled(principalsDefinition, 'Principals of fixtures'),
    'entities.schema.json': titled(entitiesDefinition, 'Entities of fixtures'),
  };
}

const JSON_SCHEMA_NAMES = [
  'authz.schema.json',
  'fixtures.schema.json',
  'principals.schema.json',
  'entities.schema.json',
] as const;
export type JsonSchemaName = (typeof JSON_SCHEMA_NAMES)[number];

function titled(definition: v.GenericSchema, title: string): JsonSchema {
  return { $schema: 'http://json-schema.org/draft-07/schema#', title, ...convert(definition) };
}

/** What stands in many places, and is said once. */
const SHARED: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [expectation, 'expectation'],
  [itemExpectation, 'itemExpectation'],
]);

function sharedDefinitions(): JsonSchema {
  return { expectation: anyForm(formsOf(expectation)), itemExpectation: anyForm(formsOf(itemExpectation)) };
}

function formsOf(schema: v.GenericSchema): readonly Form[] {
  const equivalent = equivalentOf(schema);
  return equivalent && isForms(equivalent) ? equivalent : [];
}

function convert(definition: v.GenericSchema): JsonSchema {
  const {
    $schema: _,
    $defs: __,
    ...schema
  } = toJsonSchema(definition, {
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema, jsonSchema, errors }) => {
      const name = SHARED.get(valibotSchema);
      if (name) return { $ref: `#/definitions/${name}` };
      const slow = behind(valibotSchema);
      if (slow) return convert(slow);
      const equivalent = equivalentOf(valibotSchema);
      if (equivalent && isForms(equivalent)) return anyForm(equivalent);
      if (equivalent) return { ...jsonSchema, ...equivalent };
      if (errors) throw new Error(`no JSON Schema for \`${valibotSchema.type}\`: ${errors.join('; ')}`);
      return undefined;
    },
  });
  return schema;
}

function isForms(equivalent: JsonSchema | readonly Form[]): equivalent is readonly Form[] {
  return Array.isArray(equivalent);
}

/** Exactly one of the conditions holds: its own, and none of those before it. */
function anyForm(forms: readonly Form[]): JsonSchema {
  return {
    anyOf: forms.map(({ when, use }, index) => {
      const earlier = forms.slice(0, index).map((form) => form.when.equivalent);
      const not = earlier.length > 0 ? [{ not: { anyOf: earlier } }] : [];
      const own = Object.keys(when.equivalent).length > 0 ? [when.equivalent] : [];
      const parts = [...own, ...not, convert(use)];
      return parts.length === 1 ? convert(use) : { allOf: parts };
    }),
  };
}
