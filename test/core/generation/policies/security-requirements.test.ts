import { describe, expect, it } from 'vitest';
import { entityStore } from '../../../../src/core/cedar/entity.ts';
import { createEngine } from '../../../../src/core/engine/engine.ts';
import { generatePolicies } from '../../../../src/core/generation/generate-policies.ts';
import { generateSchema } from '../../../../src/core/generation/generate-schema.ts';
import { readSchema } from '../../../../src/core/model/read-schema.ts';
import { checkPolicies } from '../../../../src/core/policies/check-policies.ts';
import { callMapper } from '../../../../src/core/requests/map-call.ts';
import { DEFAULT_CLAIMS, principalFromClaims } from '../../../../src/core/requests/principal.ts';
import { sliceMaker } from '../../../../src/core/requests/slice.ts';
import { allTemplates } from '../../../../src/project/templates.ts';
import fc from '../../../helpers/fast-check.ts';
import { valueIn } from '../../../helpers/outcome.ts';
import { policyFile } from '../../../helpers/policies.ts';
import { runs } from '../../../helpers/runs.ts';
import { sourceOf } from '../../../helpers/source.ts';

type Requirement = Readonly<Record<string, readonly string[]>>;

const SCHEMES = {
  oauth: { type: 'oauth2', flows: {} },
  login: { type: 'openIdConnect', openIdConnectUrl: 'https://a/' },
  bearer: { type: 'http', scheme: 'bearer' },
  key: { type: 'apiKey', in: 'header', name: 'k' },
  basic: { type: 'http', scheme: 'basic' },
};
const NAMES_GROUPS = new Set(['oauth', 'login', 'bearer']);

/** What the policies of the template `api-groups` decide about the one endpoint. */
function decideWith(security: readonly Requirement[]) {
  const decide = decideAbout({ '/reports/{id}': { delete: { operationId: 'deleteReport', security } } });
  return (groups: readonly string[]) => decide('/reports/1', groups);
}

/** What they decide about `DELETE` of a path. */
function decideAbout(paths: Record<string, unknown>) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    components: { securitySchemes: SCHEMES },
    paths,
  };
  const options = {
    namespace: 'App',
    mappingType: 'SimpleRest',
    attributes: 'none',
    format: 'json',
    overrides: new Map(),
  } as const;
  const root = sourceOf(JSON.stringify(document), 'openapi.json');
  const { text } = valueIn(generateSchema({ root, others: new Map() }, options));
  const { model, json } = valueIn(readSchema({ file: 'schema.json', text }));
  const templates = allTemplates().filter(({ name }) => name === 'api-groups');
  const files = valueIn(generatePolicies(templates, model)).map((file) => policyFile(file.text, file.name));
  const { policySet, diagnostics } = checkPolicies(files, json);
  expect(diagnostics).toEqual([]);
  const engine = valueIn(createEngine('test', json, policySet));
  const mapper = valueIn(callMapper(model));
  const slices = sliceMaker(entityStore([]), model);
  return (url: string, groups: readonly string[]) => {
    const principal = principalFromClaims({ sub: 'ana', groups }, DEFAULT_CLAIMS, model);
    if (!principal.ok) throw new Error(principal.reason);
    const mapped = mapper.map({ method: 'DELETE', url }, principal.principal);
    if (mapped.type !== 'requests' || !mapped.requests[0]) throw new Error('not mapped');
    const [request] = mapped.requests;
    const slice = slices.compose(principal.principal, request.resource);
    if (slice.type !== 'entities') throw new Error('no slice');
    return engine.decide(request, slice.entities).decision;
  };
}

/**
 * One requirement is enough; all scopes of it are needed. A requirement without a scope names nobody in particular, and one with a key of its
 * own is not known to be met: where all are so, whoever has the scopes of all of them meets each that can be met.
 */
function isPermitted(security: readonly Requirement[], groups: readonly string[]): boolean {
  const scopesIn = (requirement: Requirement) =>
    Object.entries(requirement).flatMap(([scheme, named]) => (NAMES_GROUPS.has(scheme) ? named : []));
  const withScopes = security.filter((requirement) => scopesIn(requirement).length > 0);
  const certain = withScopes.filter((requirement) =>
    Object.keys(requirement)
      .filter((scheme) => !NAMES_GROUPS.has(scheme))
      .every((key) => security.every((other) => Object.hasOwn(other, key))),
  );
  const has = (scope: string) => groups.includes(scope);
  if (certain.length > 0) return certain.some((requirement) => scopesIn(requirement).every(has));
  return withScopes.length > 0 && withScopes.flatMap(scopesIn).every(has);
}

const scope = fc.constantFrom('read', 'write', 'admin', 'a&b', 'a b', 'x%26', 'Read');
const requirement = fc.dictionary(
  fc.constantFrom(...Object.keys(SCHEMES)),
  fc.array(scope, { maxLength: 3 }),
  { maxKeys: 3 },
);

describe('the policies for groups of the API', () => {
  it('ask for all scopes of one requirement', () => {
    const decide = decideWith([{ oauth: ['invoices', 'delete'] }]);
    expect(decide(['invoices'])).toBe('deny');
    expect(decide(['delete', 'other'])).toBe('deny');
    expect(decide(['delete', 'invoices'])).toBe('allow');
  });

  it('take either of two requirements', () => {
    const decide = decideWith([{ oauth: ['invoices'] }, { oauth: ['delete'] }]);
    expect(decide(['invoices'])).toBe('allow');
    expect(decide(['delete'])).toBe('allow');
    expect(decide([])).toBe('deny');
  });

  it('take no scopes alone for those that are enough with a key', () => {
    const decide = decideWith([{ oauth: ['write', 'delete'] }, { key: [], oauth: ['delete'] }]);
    expect(decide(['delete'])).toBe('deny');
    expect(decide(['delete', 'write'])).toBe('allow');
  });

  it('ask for the scopes beside a key that is needed in any case', () => {
    const decide = decideWith([
      { key: [], oauth: ['write'] },
      { key: [], oauth: ['delete'] },
    ]);
    expect(decide(['delete'])).toBe('allow');
    expect(decide([])).toBe('deny');
  });

  it('ask for all scopes where each is enough with a key of its own only', () => {
    const decide = decideWith([
      { key: [], oauth: ['write'] },
      { basic: [], oauth: ['delete'] },
    ]);
    expect(decide(['delete'])).toBe('deny');
    expect(decide(['write'])).toBe('deny');
    expect(decide(['write', 'delete'])).toBe('allow');
  });

  it('ask for what each endpoint of a shared action asks', () => {
    const decide = decideAbout({
      '/reports/{id}': { delete: { operationId: 'deleteReport', security: [{ oauth: ['one'] }] } },
      '/drafts/{id}': {
        delete: {
          operationId: 'deleteDraft',
          security: [{ oauth: ['all'] }, { oauth: ['root'] }],
          'x-authz': { pattern: 'single-resource', action: 'deleteReport' },
        },
      },
    });
    expect(decide('/drafts/1', ['one'])).toBe('deny');
    expect(decide('/reports/1', ['all'])).toBe('deny');
    expect(decide('/reports/1', ['all', 'one'])).toBe('allow');
    expect(decide('/drafts/1', ['root', 'one'])).toBe('allow');
  });

  it('permit what a direct reading of the requirements permits, to everybody', () => {
    fc.assert(
      fc.property(
        fc.array(requirement, { maxLength: 3 }),
        fc.array(fc.uniqueArray(scope), { minLength: 1, maxLength: 5 }),
        (security, callers) => {
          if (!security.some((one) => Object.values(one).flat().length > 0)) return;
          const decide = decideWith(security);
          for (const groups of callers)
            expect(decide(groups)).toBe(isPermitted(security, groups) ? 'allow' : 'deny');
        },
      ),
      runs(60),
    );
  });
});
