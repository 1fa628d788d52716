import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { policySetTextToParts } from '@cedar-policy/cedar-wasm/nodejs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuthorizationQuery,
  type PreparedPolicies,
  preparePolicies,
  schemaToJson,
} from '../../src/core/cedar.ts';
import type { PolicySet } from '../../src/core/policy.ts';
import { readPolicies } from '../../src/core/policy-set.ts';
import { valueIn } from '../helpers/outcome.ts';
import { policyFile } from '../helpers/policies.ts';

/** Policy sets of the Cedar project with requests and the answers that its own engine gives. */
const ARCHIVE = fileURLToPath(new URL('../../../shared/cedar-corpus/corpus-tests.tar.gz', import.meta.url));
/** All 7,809 take two minutes; every eighth takes a quarter of one. */
const EVERY = 8;

interface CorpusTest {
  readonly policies: string;
  readonly schema: string;
  readonly entities: string;
  readonly requests: readonly CorpusRequest[];
}

interface CorpusRequest extends Omit<AuthorizationQuery, 'entities'> {
  readonly decision: string;
  readonly reason: readonly string[];
  readonly errors: readonly string[];
}

describe.skipIf(!existsSync(ARCHIVE))(
  'the corpus of the Cedar project (skipped where the archive is not at hand)',
  () => {
    let folder = '';
    let tests: string[] = [];

    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'cedar-corpus-'));
      execFileSync('tar', ['xzf', ARCHIVE, '-C', folder]);
      const names = readdirSync(join(folder, 'corpus-tests')).filter((name) =>
        /^[0-9a-f]+\.json$/.test(name),
      );
      tests = names.sort().filter((_, index) => index % EVERY === 0);
    });

    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    function read(name: string): string {
      return readFileSync(join(folder, name), 'utf8');
    }

    it('splits into the policies that Cedar finds', () => {
      for (const name of tests) {
        const text = read(`corpus-tests/${name.replace('.json', '.cedar')}`);
        const parts = policySetTextToParts(text);
        const { policySet, diagnostics } = readPolicies([policyFile(text)]);
        const expected = parts.type === 'success' ? [...parts.policies].sort() : [];
        expect([name, diagnostics.filter((one) => one.code !== 'policy-id-duplicate')]).toEqual([name, []]);
        expect([name, policySet.policies.map((policy) => policy.text).sort()]).toEqual([name, expected]);
      }
      expect(tests.length).toBeGreaterThan(900);
    });

    it('is decided as Cedar decides it: decision, reason and errors', () => {
      let decided = 0;
      let refused = 0;
      for (const name of tests) {
        const test: CorpusTest = JSON.parse(read(`corpus-tests/${name}`));
        const prepared = prepare(
          read(test.schema),
          readPolicies([policyFile(read(test.policies))]).policySet,
        );
        const entities = JSON.parse(read(test.entities));
        for (const { principal, action, resource, context, ...expected } of test.requests) {
          const answer = prepared.authorize({ principal, action, resource, context, entities });
          if (answer.ok) {
            decided += 1;
            const { decision, reason, errors } = answer.value;
            const got = { decision, reason, errors: errors.map((error) => error.policyId) };
            const wanted = {
              decision: expected.decision,
              reason: expected.reason.toSorted(),
              errors: expected.errors.toSorted(),
            };
            expect([name, got]).toEqual([name, wanted]);
          } else {
            // Numbers beyond 2^53 are in the corpus, and are refused here rather than rounded.
            refused += 1;
            expect([name, answer.errors[0]?.message]).toEqual([
              name,
              expect.stringMatching(/^the number -?\d/),
            ]);
          }
        }
      }
      expect(decided).toBeGreaterThan(7000);
      expect(refused).toBeLessThan(decided / 50);
    });

    /** Under the ids that the corpus uses: by position in the file. */
    function prepare(schemaText: string, { policies }: PolicySet): PreparedPolicies {
      const schema = valueIn(schemaToJson(schemaText));
      const texts = Object.fromEntries(policies.map((policy, index) => [`policy${index}`, policy.text]));
      return valueIn(preparePolicies('corpus', schema, texts));
    }
  },
);
