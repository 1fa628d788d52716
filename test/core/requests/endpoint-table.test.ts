import { describe, expect, it } from 'vitest';
import { callMapper } from '../../../src/core/requests/map-call.ts';
import { endpointTable } from '../../../src/core/requests/server/endpoint-table.ts';
import { emailModel } from '../../helpers/email-model.ts';
import fc from '../../helpers/fast-check.ts';
import { valueIn } from '../../helpers/outcome.ts';

const { endpoints } = valueIn(callMapper(emailModel));
const ROUTING = { caseSensitive: false, strict: false, help: '' };
const skipped = [{ httpVerb: 'get', path: '/docs/{page}' }];

describe('the table of endpoints', () => {
  it('finds the same where letter case cannot matter as where it may', () => {
    const plain = valueIn(endpointTable(endpoints, skipped, ROUTING));
    // One template with a capital letter, and every path is matched a second time.
    const shouting = { httpVerb: 'get', path: '/SHOUT/x' };
    const careful = valueIn(endpointTable(endpoints, [...skipped, shouting], ROUTING));
    const words = [
      'campaigns',
      'Campaigns',
      'messages',
      'tenants',
      'c1',
      'C1',
      '%63',
      '%C3%A4',
      '%2f',
      'İ',
      '',
    ];
    const path = fc
      .array(fc.oneof(fc.constantFrom(...words, 'docs', 'login', 'dashboard-data', 'move'), fc.string()), {
        maxLength: 5,
      })
      .map((segments) => `/${segments.join('/')}`);
    const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'get', 'QUERY');
    fc.assert(
      fc.property(method, path, (verb, target) => {
        expect(plain.find(verb, target)).toEqual(careful.find(verb, target));
      }),
      { numRuns: 1_000 },
    );
  });
});
