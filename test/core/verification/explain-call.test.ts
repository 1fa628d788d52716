import { expect, it } from 'vitest';
import { DEFAULT_CLAIMS } from '../../../src/core/requests/principal.ts';
import { explainCall } from '../../../src/core/verification/explain-call.ts';
import { emailInput } from '../../helpers/email-project.ts';
import { told } from '../../helpers/outcome.ts';
import { rulesSkipping } from '../../helpers/rules-skipping.ts';
import { sourceOf } from '../../helpers/source.ts';

it('says of a skipped endpoint that it lacks the base path, so that the call is decided about', () => {
  const found = explainCall(
    {
      name: '.',
      schema: {
        file: 'schema',
        text: `namespace App {
          @principal entity User; entity Doc;
          @endpoint("GET /api/docs/{id} single-resource path:id")
          action read appliesTo { principal: [User], resource: [Doc] };
        }`,
      },
      policies: [{ file: 'p.cedar', name: 'p.cedar', text: 'permit (principal, action, resource);' }],
      rules: rulesSkipping('GET /docs/{id}'),
      claims: DEFAULT_CLAIMS,
      fixtures: [],
    },
    { method: 'GET', url: '/api/docs/1' },
    'anonymous',
  );
  expect(found).toMatchObject({ ok: true });
  expect(found.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
    'warning server-rule-unusable',
  ]);
});

it('says of a caller that it is a list of principals, which is no misspelt name', () => {
  const source = sourceOf('principals: { staff: { sub: staff }, staff2: [staff] }');
  const input = { ...emailInput, fixtures: [{ source, shared: new Map() }] };
  const { diagnostics } = explainCall(input, { method: 'GET', url: '/campaigns/c1' }, 'staff2');
  expect(told(diagnostics)).toEqual([' error `staff2` is a list of principals, expected one']);
  expect(diagnostics[0]?.help).toBe('the fixtures have anonymous, staff');
});
