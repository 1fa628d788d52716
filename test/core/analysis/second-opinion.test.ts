import { describe, expect, it } from 'vitest';
import { createAnalysis } from '../../../src/core/analysis/analysis.ts';
import type { AnalysedPolicy, Claim } from '../../../src/core/analysis/questions/claim.ts';
import { createConfirmer } from '../../../src/core/analysis/questions/confirm.ts';
import { secondOpinions } from '../../../src/core/analysis/questions/second-opinion.ts';
import { translateEnvironment } from '../../../src/core/analysis/questions/translated-environment.ts';
import { environmentsOf, readAnalysisSchema } from '../../../src/core/analysis/schema/analysis-schema.ts';
import { lastOf } from '../../../src/core/values/last-of.ts';
import { permitWhen, policiesOf, schemaOf, smallSchema } from '../../helpers/analysis.ts';

const SCHEMA = smallSchema({ context: '{ a: Bool, b: Bool, n: Long, name: String, address: String }' });

/** What the engine says of a claim as though it had been proven. */
function opinionOn(claim: Claim, mostRequests = 1024, text = SCHEMA) {
  const schema = readAnalysisSchema(schemaOf(text));
  const [environment] = environmentsOf(schema);
  if (!environment) throw new Error('no environment');
  const confirmer = createConfirmer(schema.json);
  confirmer.see([claim]);
  const requests = { left: mostRequests };
  const subject = { schema, environment, options: {}, requests };
  const opinion = lastOf(secondOpinions(translateEnvironment(subject), [claim], confirmer)).get(claim);
  return { kind: opinion?.kind, asked: mostRequests - requests.left, opinion };
}

const never = (condition: string): Claim => ({ kind: 'never-allowed', policies: permitWhen(condition) });

describe('a second opinion', () => {
  it('is asked for every combination that there is', () => {
    const impossible = 'context.a && context.b && context.n < 3 && context.n > 5';
    expect(opinionOn(never(impossible))).toMatchObject({
      kind: 'agrees',
      asked: 12,
    });
    expect(opinionOn(never('context.n < 3 && context.n > 5'))).toMatchObject({ kind: 'agrees', asked: 3 });
  });

  it('contradicts what is not so, whatever was said to be proven', () => {
    const { kind, opinion } = opinionOn(never('context.a && context.name like "x*"'));
    expect(kind).toBe('contradicts');
    expect(JSON.stringify(opinion)).toContain('the engine refutes what was proven');
  });

  it('sees an error as one outcome more', () => {
    expect(opinionOn({ kind: 'never-errs', policy: one('context.n + 1 > 0') }).kind).toBe('contradicts');
    expect(opinionOn({ kind: 'never-errs', policy: one('context.n > 0') }).kind).toBe('agrees');
  });

  it('contradicts where the engine makes something else of a policy, though that is not against the claim', () => {
    const overflow = '9007199254740991 * 9007199254740991 > 0';
    const misread = [
      ['never-errs', 'context.a', '!context.a'],
      ['never-errs', 'context.a', 'context.b'],
      ['never-applies', 'false', overflow],
      ['never-applies', 'context.a && !context.a', `!context.b && ${overflow}`],
    ] as const;
    for (const [kind, read, written] of misread) {
      const policy = { ...one(read), text: one(written).text };
      const { opinion } = opinionOn({ kind, policy });
      expect(opinion).toMatchObject({
        kind: 'contradicts',
        message: expect.stringContaining(`the engine evaluates policy ${policy.id} in another way`),
      });
    }
  });

  it('is not asked for where there may be too many combinations', () => {
    const many = Array.from({ length: 11 }, (_, index) => `context.n == ${index}`).join(' || ');
    expect(opinionOn(never(many))).toMatchObject({ kind: 'none', asked: 0 });
    expect(opinionOn(never('context.a && context.b'), 3)).toMatchObject({ kind: 'none', asked: 0 });
  });

  it('leaves to the engine what a function gives that is not worked out', () => {
    expect(opinionOn(never('ip(context.address).isIpv4() && !ip(context.address).isIpv4()')).kind).toBe(
      'agrees',
    );
  });
});

describe('a proof', () => {
  const analysis = () => createAnalysis(schemaOf(SCHEMA));
  const [environment] = analysis().environments;
  if (!environment) throw new Error('no environment');

  it('says whether the engine has gone through all combinations', () => {
    const [small, large] = [
      'context.a && !context.a || context.b && context.n < 0 && context.n > 0',
      `${'context.a && '.repeat(2)}context.n < 0 && context.n > 0 && (${Array.from({ length: 20 }, (_, index) => `context.n == ${index}`).join(' || ')})`,
    ];
    expect(analysis().prove(environment, [never(small)])).toEqual([{ kind: 'proven', isSeconded: true }]);
    expect(analysis().prove(environment, [never(large)])).toEqual([{ kind: 'proven', isSeconded: false }]);
  });

  it('is taken back where the engine does not agree', () => {
    // The engine keeps the first policy that it hears of under a text: the second one is evaluated as something that it does not say.
    const always = one('true');
    const isNever: AnalysedPolicy = { ...one('false'), text: always.text };
    const asked = analysis();
    expect(asked.prove(environment, [{ kind: 'never-applies', policy: always }])[0]?.kind).toBe('refuted');
    const [verdict] = asked.prove(environment, [{ kind: 'never-applies', policy: isNever }]);
    expect(verdict).toMatchObject({ kind: 'not-decided', reason: { what: 'a defect of authz' } });
    expect(JSON.stringify(verdict)).toContain('please report it');
    expect(asked.areProven(environment, [{ kind: 'never-applies', policy: isNever }])).toEqual([false]);
  });
});

function one(condition: string): AnalysedPolicy {
  const [policy] = policiesOf(`permit (principal, action, resource) when { ${condition} };`);
  if (!policy) throw new Error('no policy');
  return policy;
}
