import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { createAnalysis } from '../../../src/core/analysis/analysis.ts';
import { type Claim, violationOf } from '../../../src/core/analysis/questions/claim.ts';
import { meaningsIn } from '../../../src/core/analysis/questions/meanings.ts';
import { readAnalysisSchema } from '../../../src/core/analysis/schema/analysis-schema.ts';
import { TermTable } from '../../../src/core/analysis/terms/term.ts';
import { scopeOf } from '../../../src/core/analysis/translation/scope.ts';
import { policyToJson } from '../../../src/core/cedar/cedar.ts';
import { describeWith, pathTo } from '../../helpers/needs.ts';
import { conditionSource } from '../../helpers/random-conditions.ts';
import { randomSchema } from '../../helpers/random-schema.ts';
import { randomSource } from '../../helpers/random-source.ts';
import { NotWritten, SET_DIALECTS, smtLib } from '../../helpers/smt-lib.ts';

/** How each is run: limited by its own units of work, so that no machine is too slow for an answer. */
const SOLVERS: readonly (readonly [SolverName, readonly string[]])[] = [
  ['cvc5', ['--lang=smt2', '--incremental', '--strings-exp', '--rlimit-per=100000']],
  ['z3', ['-in', 'rlimit=1000000']],
];

type SolverName = keyof typeof SET_DIALECTS;

/** A verdict on a random policy, and the question as each solver reads it. */
interface Question {
  readonly own: string;
  readonly scripts: Readonly<Record<SolverName, string>>;
}

/** Nothing where there is no verdict, or the question cannot be written. */
function questionOf(seed: number): Question[] {
  const random = randomSource(seed);
  const schema = randomSchema(random);
  const text = conditionSource(random, schema, 'User').policy();
  const json = policyToJson(text);
  if (!json.ok) return [];
  const claim: Claim = { kind: 'never-applies', policy: { id: 'p', text, json: json.value } };
  const analysed = readAnalysisSchema(schema.json);
  const analysis = createAnalysis(schema.json, { mostEffort: 5_000_000, mostRequests: 0 });
  const environment = analysis.environments.find(({ principalType }) => principalType === 'User');
  const [verdict] = environment ? analysis.prove(environment, [claim]) : [];
  if (!environment || !verdict || verdict.kind === 'not-decided') return [];
  const scope = scopeOf(new TermTable(), analysed, environment, {
    presence: { entitiesExist: true, isSlice: false },
  });
  const violation = violationOf(claim, meaningsIn(scope), scope.table);
  const script = (name: SolverName) =>
    smtLib(analysed, violation, [scope.principal, scope.resource], SET_DIALECTS[name]);
  try {
    const scripts = { cvc5: script('cvc5'), z3: script('z3') };
    return [{ own: verdict.kind === 'proven' ? 'unsat' : 'sat', scripts }];
  } catch (error) {
    if (error instanceof NotWritten) return [];
    throw error;
  }
}

let made: readonly Question[] | undefined;

/** The same for all solvers. */
function allQuestions(): readonly Question[] {
  made ??= Array.from({ length: 120 }, (_, seed) => questionOf(seed)).flat();
  return made;
}

for (const [name, args] of SOLVERS)
  describeWith(name)('an SMT solver', () => {
    it('comes to the same about random policies, where it comes to an answer', () => {
      const questions = allQuestions();
      // One process for all of them, as starting it takes longer than most answers.
      const input = questions.map(({ scripts }) => `${scripts[name]}\n(reset)\n`).join('');
      const run = spawnSync(pathTo(name), args, { input, encoding: 'utf8' });
      const answers = run.stdout.trim().split('\n');
      expect(answers.filter((answer) => !['sat', 'unsat', 'unknown'].includes(answer))).toEqual([]);
      expect(answers.length).toBe(questions.length);
      const compared = questions
        .map(({ own, scripts }, index) => ({ own, solver: answers[index], script: scripts[name] }))
        .filter(({ solver }) => solver !== 'unknown');
      expect(compared.length).toBeGreaterThan(80);
      expect(new Set(compared.map(({ own }) => own)).size).toBe(2);
      expect(compared.filter(({ own, solver }) => own !== solver)).toEqual([]);
    });
  });
