import { expect, it } from 'vitest';
import { DEFAULT_CLAIMS } from '../../../src/core/requests/principal.ts';
import { lastOf } from '../../../src/core/values/last-of.ts';
import { checkProject } from '../../../src/core/verification/check-project.ts';
import { callersOf } from '../../../src/core/watching/callers.ts';
import { untestedCalls } from '../../../src/core/watching/untested-calls.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { policyFile } from '../../helpers/policies.ts';
import { sourceOf } from '../../helpers/source.ts';

const SCHEMA = `
  @principal entity User; entity Doc;
  @endpoint("GET /docs/{id} single-resource path:id")
  action read appliesTo { principal: [User], resource: [Doc], context: {} };`;

it.each([
  ['', ''],
  ['namespace App { ', 'App::'],
])(
  'untested calls name the entities that there are, also where the schema has no namespace: "%s"',
  (head, prefix) => {
    const entities = ['d', 'e'].map((id) => ({ uid: { type: `${prefix}Doc`, id }, attrs: {}, parents: [] }));
    const cases = [{ name: 'a', as: 'ana', call: 'GET /docs/d', expect: 'allow' }];
    const principals = { ana: { sub: 'ana' }, bob: { sub: 'bob' } };
    const project = valueIn(
      checkProject({
        name: '.',
        schema: { file: 'a.cedarschema', text: `${head}${SCHEMA}${head === '' ? '' : '}'}` },
        policies: [policyFile('permit (principal, action, resource);')],
        claims: DEFAULT_CLAIMS,
        fixtures: [{ source: sourceOf(JSON.stringify({ principals, entities, cases })), shared: new Map() }],
      }),
    );
    const calls = lastOf(untestedCalls(project, callersOf(project)));
    const urls = calls.map(
      ({ fixture: { as, asks } }) => `${as}: ${asks.type === 'call' ? asks.call.url : ''}`,
    );
    expect(urls).toEqual(expect.arrayContaining(['bob: /docs/d', 'bob: /docs/e']));
  },
);
