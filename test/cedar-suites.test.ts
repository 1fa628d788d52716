import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type CedarValueJson,
  type EntityJson,
  isAuthorized,
  type PolicySet,
  policySetTextToParts,
  type Schema,
  templateToJson,
} from '@cedar-policy/cedar-wasm/nodejs';
import { describe, expect, it } from 'vitest';
import { hasErrors } from '../src/core/diagnostics/diagnostic.ts';
import type { Fixture } from '../src/core/fixtures/fixture.ts';
import { verify } from '../src/core/verification/verify.ts';
import { loadProject } from '../src/project/loading/load.ts';
import { testsWithOwnParts } from '../src/project/loading/own-parts.ts';
import { type FileOverrides, looseFiles } from '../src/project/project-files.ts';
import { told, valueIn } from './helpers/outcome.ts';

const SUITES = resolve(import.meta.dirname, 'cedar-suites');

/** What Cedar's own command line would be given, and the same in the words of the plain engine. */
interface Suite {
  readonly tests: string;
  readonly files: FileOverrides & { readonly policies: readonly string[] };
  readonly plain: {
    readonly policies: () => PolicySet;
    readonly schema?: Schema;
    /** Those of the folder; tests may bring their own. */
    readonly entities?: EntityJson[];
  };
  readonly decisions: number;
}

const read = (path: string) => readFileSync(join(SUITES, path), 'utf8');
const json = (path: string) => JSON.parse(read(path));
const uid = (type: string, id: string) => ({ type, id });

const BY: Readonly<Record<string, CedarValueJson>> = {
  author: { __entity: uid('Blog::User', 'lou') },
  words: 120,
};

const SUITE_TABLE: Readonly<Record<string, Suite>> = {
  'without a schema, policies without ids': {
    tests: 'without-schema/tests.json',
    files: { policies: ['without-schema/policy.cedar'] },
    plain: { policies: () => policiesOf('without-schema/policy.cedar') },
    decisions: 4,
  },
  'no namespace, groups of actions, several types, tags, enumerations, folders ALLOW and DENY': {
    tests: 'request-folders',
    files: { policies: ['request-folders/policies.cedar'], schema: 'request-folders/schema.cedarschema' },
    plain: {
      policies: () => policiesOf('request-folders/policies.cedar'),
      schema: read('request-folders/schema.cedarschema'),
      entities: json('request-folders/entities.json'),
    },
    decisions: 9,
  },
  'templates and links': {
    tests: 'links',
    files: {
      policies: ['links/templates.cedar'],
      templateLinked: 'links/linked',
      schema: 'links/depot.cedarschema',
    },
    plain: {
      policies: () => ({
        ...policiesOf('links/templates.cedar'),
        templateLinks: [
          {
            templateId: 'share',
            newId: 'staff-box1',
            values: { '?principal': uid('Depot::Crew', 'staff'), '?resource': uid('Depot::Box', 'box1') },
          },
          {
            templateId: 'template 1',
            newId: 'boss-locked',
            values: { '?principal': uid('Depot::Person', 'boss'), '?resource': uid('Depot::Hall', 'h') },
          },
        ],
      }),
      schema: read('links/depot.cedarschema'),
    },
    decisions: 5,
  },
  'policies and schema in JSON': {
    tests: 'json-policies/pay.tests.json',
    files: { policies: ['json-policies/policies.json'], schema: 'json-policies/schema.json' },
    plain: { policies: () => json('json-policies/policies.json'), schema: json('json-policies/schema.json') },
    decisions: 3,
  },
  'several namespaces, several files of policies': {
    tests: 'namespaces/requests',
    files: {
      policies: ['namespaces/rules/docs.cedar', 'namespaces/rules/mail.cedar'],
      schema: 'namespaces/all.cedarschema',
    },
    plain: {
      policies: () => policiesOf('namespaces/rules/docs.cedar', 'namespaces/rules/mail.cedar'),
      schema: read('namespaces/all.cedarschema'),
      entities: json('namespaces/requests/office.cedarentities.json'),
    },
    decisions: 3,
  },
  'policies that the schema does not allow, as `cedar authorize` takes them': {
    tests: 'invalid-policies',
    files: { policies: ['invalid-policies/policies.cedar'], schema: 'invalid-policies/ship.cedarschema' },
    plain: {
      policies: () => policiesOf('invalid-policies/policies.cedar'),
      schema: read('invalid-policies/ship.cedarschema'),
      entities: json('invalid-policies/entities.json'),
    },
    decisions: 3,
  },
  'as Amazon Verified Permissions has them': {
    tests: 'verified-permissions',
    files: {
      policies: ['verified-permissions/store.json'],
      schema: 'verified-permissions/schema.cedarschema.json',
    },
    plain: {
      policies: () => ({
        staticPolicies: {
          authors:
            'permit (principal, action in [Blog::Action::"edit"], resource) when { resource.author == principal };',
        },
        templates: {
          t: 'permit (principal == ?principal, action == Blog::Action::"read", resource in ?resource);',
        },
        templateLinks: [
          {
            templateId: 't',
            newId: 'l',
            values: { '?principal': uid('Blog::User', 'kai'), '?resource': uid('Blog::Series', 's1') },
          },
        ],
      }),
      schema: json('verified-permissions/schema.cedarschema.json'),
      entities: [
        { uid: uid('Blog::Post', 'p1'), attrs: BY, parents: [uid('Blog::Series', 's1')] },
        { uid: uid('Blog::User', 'kai'), attrs: {}, parents: [] },
      ],
    },
    decisions: 3,
  },
};

describe('projects of users of Cedar, as they come', () => {
  it.each(Object.entries(SUITE_TABLE))('%s', async (_, { tests, files, plain, decisions }) => {
    const input = valueIn(await loadProject(looseFiles(files, [tests], SUITES), SUITES));
    const { results, diagnostics } = verify(input);
    expect(hasErrors(diagnostics) ? told(diagnostics) : []).toEqual([]);
    expect(results.filter(({ status }) => status !== 'passed').map(({ fixture }) => fixture.name)).toEqual(
      [],
    );
    expect(results).toHaveLength(decisions);
    for (const { fixture, decisions: decided } of results) {
      const [ours] = decided;
      expect([fixture.name, ours && outcomeOf(ours.actual)]).toEqual([
        fixture.name,
        askPlainly(fixture, plain),
      ]);
    }
  });

  it('tests that name their own policies, schema and entities', async () => {
    const { projects } = testsWithOwnParts([join(SUITES, 'own-parts')], SUITES);
    const [project, ...others] = projects;
    expect(others).toEqual([]);
    if (!project) throw new Error('no tests were found');
    const { results } = verify(valueIn(await loadProject(project, SUITES)));
    expect(results.map(({ status }) => status)).toEqual(['passed', 'passed', 'passed']);
  });
});

interface Outcome {
  readonly decision: 'allow' | 'deny';
  readonly policies: number;
  readonly errors: number;
}

function outcomeOf(actual: {
  decision: 'allow' | 'deny';
  determining: readonly unknown[];
  errors: readonly unknown[];
}): Outcome {
  return { decision: actual.decision, policies: actual.determining.length, errors: actual.errors.length };
}

/** The same request to the engine itself, with the files as they are. */
function askPlainly({ asks }: Fixture, { policies, schema, entities }: Suite['plain']): Outcome {
  if (asks.type !== 'request') throw new Error('not a request');
  const own = asks.entities?.entities;
  const answer = isAuthorized({
    ...asks.request,
    context: { ...asks.request.context },
    policies: policies(),
    ...(schema === undefined ? {} : { schema, validateRequest: true }),
    entities: plainEntities(own, entities),
  });
  if (answer.type === 'failure') throw new Error(JSON.stringify(answer.errors));
  const { decision, diagnostics } = answer.response;
  return { decision, policies: diagnostics.reason.length, errors: diagnostics.errors.length };
}

function plainEntities(own: readonly EntityJson[] | undefined, near: EntityJson[] | undefined): EntityJson[] {
  const isNear = own === undefined || (near !== undefined && own.length === near.length);
  return isNear ? (near ?? []) : [...own];
}

/** Policies and templates of files in Cedar syntax, under ids of their own. */
function policiesOf(...files: readonly string[]): PolicySet {
  const parts = policySetTextToParts(files.map(read).join('\n'));
  if (parts.type === 'failure') throw new Error(JSON.stringify(parts.errors));
  const named = parts.policies.map((text, index) => [`policy ${index}`, text]);
  const templates = parts.policy_templates.map((text, index) => [idOf(text) ?? `template ${index}`, text]);
  return { staticPolicies: Object.fromEntries(named), templates: Object.fromEntries(templates) };
}

function idOf(template: string): string | undefined {
  const answer = templateToJson(template);
  return answer.type === 'success' ? (answer.json.annotations?.id ?? undefined) : undefined;
}
