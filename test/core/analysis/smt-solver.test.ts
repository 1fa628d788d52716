import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createAnalysis } from '../../../src/core/analysis/analysis.ts';
import { type Claim, violationOf } from '../../../src/core/analysis/questions/claim.ts';
import { meaningsIn } from '../../../src/core/analysis/questions/meanings.ts';
import { readAnalysisSchema } from '../../../src/core/analysis/schema/analysis-schema.ts';
import { TermTable } from '../../../src/core/analysis/terms/term.ts';
import { scopeOf } from '../../../src/core/analysis/translation/scope.ts';
import { policyToJson } from '../../../src/core/cedar/cedar.ts';
import { conditionSource } from '../../helpers/random-conditions.ts';
import { randomSchema } from '../../helpers/random-schema.ts';
import { randomSource } from '../../helpers/random-source.ts';
import { NotWritten, smtLib } from '../../helpers/smt-lib.ts';

/** Debian's package `cvc5`; without it, the test is skipped. */
const hasSolver = spawnSync('cvc5', ['--version']).status === 0;
if (!hasSolver) process.stderr.write('cvc5 is not installed: the comparison with an SMT solver is skipped\n');

/** The verdict on one random policy, and what the solver says. */
function compare(seed: number): { readonly own: string; readonly solver: string } | undefined {
  const random = randomSource(seed);
  const schema = randomSchema(random);
  const text = conditionSource(random, schema, 'User').policy();
  const json = policyToJson(text);
  if (!json.ok) return undefined;
  const claim: Claim = { kind: 'never-applies', policy: { id: 'p', text, json: json.value } };
  const analysed = readAnalysisSchema(schema.json);
  const analysis = createAnalysis(schema.json, { mostEffort: 5_000_000 });
  const environment = analysis.environments.find(({ principalType }) => principalType === 'User');
  if (!environment) return undefined;
  const [verdict] = analysis.prove(environment, [claim]);
  if (!verdict || verdict.kind === 'not-decided') return undefined;
  try {
    const table = new TermTable();
    const scope = scopeOf(table, analysed, environment, true);
    const script = smtLib(analysed, violationOf(claim, meaningsIn(scope), table), [
      scope.principal,
      scope.resource,
    ]);
    const run = spawnSync('cvc5', ['--lang=smt2', '--tlimit=2000'], { input: script, encoding: 'utf8' });
    return { own: verdict.kind === 'proven' ? 'unsat' : 'sat', solver: run.stdout.trim() };
  } catch (error) {
    if (error instanceof NotWritten) return undefined;
    throw error;
  }
}

describe.skipIf(!hasSolver)('an SMT solver', () => {
  it('comes to the same about random policies, where it comes to an answer', { timeout: 600_000 }, () => {
    const compared = Array.from({ length: 240 }, (_, seed) => ({ seed, ...compare(seed) })).filter(
      ({ solver }) => solver === 'sat' || solver === 'unsat',
    );
    expect(compared.length).toBeGreaterThan(60);
    expect(new Set(compared.map(({ own }) => own)).size).toBe(2);
    expect(compared.filter(({ own, solver }) => own !== solver)).toEqual([]);
  });
});
