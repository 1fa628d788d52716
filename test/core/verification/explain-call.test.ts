import { expect, it } from 'vitest';
import { DEFAULT_CLAIMS } from '../../../src/core/requests/principal.ts';
import { explainCall } from '../../../src/core/verification/explain-call.ts';
import { rulesSkipping } from '../../helpers/rules-skipping.ts';

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
