import { expect, it } from 'vitest';
import { createAnalysis } from '../../../../src/core/analysis/analysis.ts';
import type { Attempt } from '../../../../src/core/analysis/questions/attempt.ts';
import { permitWhen, policiesOf, schemaOf } from '../../../helpers/analysis.ts';

const SCHEMA = `
  entity Team;
  entity User in [Team] { level: Long };
  entity Robot;
  entity Doc { owner: User, n: Long };
  action read appliesTo { principal: [User], resource: [Doc], context: { n: Long, m: Long } };
  action copy appliesTo { principal: [User, Robot], resource: [Doc, Team], context: { n: Long, m: Long } };
  action clean appliesTo { principal: [Robot], resource: [Doc], context: {} };`;

const ANY = policiesOf('permit (principal, action, resource);');

interface Question {
  readonly first: string;
  readonly second: string;
  readonly unless?: readonly [first: string, second: string];
  readonly other?: string;
  readonly mostEffort?: number;
}

/** Whether it is proven that nobody who asks to read one thing under the first condition may ask another question under the second. */
function proven({ first, second, unless, other = 'copy', mostEffort }: Question): Attempt<boolean> {
  const analysis = createAnalysis(schemaOf(SCHEMA), mostEffort === undefined ? {} : { mostEffort });
  const environment = analysis.environments.find(({ action }) => action.id === 'read');
  if (!environment) throw new Error('no environment');
  const sides = (a: string, b: string) => ({ first: permitWhen(a), second: permitWhen(b) });
  return analysis.isProvenOfTwo(
    environment,
    { type: 'Action', id: other },
    { permitted: sides(first, second), ...(unless ? { unless: sides(...unless) } : {}) },
  );
}

it.each<[why: string, question: Question, expected: boolean]>([
  [
    'one caller is not two',
    { first: 'principal.level > 3', second: 'principal is User && principal.level < 3' },
    true,
  ],
  [
    'two callers are',
    { first: 'principal.level > 3', second: 'principal is User && principal.level < 5' },
    false,
  ],
  ['the things may differ', { first: 'resource.n > 3', second: 'resource is Doc && resource.n < 3' }, false],
  ['the contexts may differ', { first: 'context.n > 3', second: 'context.n < 3' }, false],
  [
    'the entities are the same',
    {
      first: 'resource == Doc::"d" && resource.n > 3',
      second: 'resource is Doc && resource == Doc::"d" && resource.n < 3',
    },
    true,
  ],
  [
    'the second question is never permitted',
    { first: 'true', second: 'context.n < 3 && context.n > 3' },
    true,
  ],
  [
    'the first question is never permitted',
    { first: 'context.n < 3 && context.n > 3', second: 'true' },
    true,
  ],
  ['it is the second about one kind of resource alone', { first: 'true', second: 'resource is Team' }, false],
  ['this caller cannot ask it', { first: 'true', second: 'true', other: 'clean' }, true],
  [
    'nothing is permitted but what was',
    { first: 'context.n > 5', second: 'true', unless: ['context.n > 3', 'true'] },
    true,
  ],
  [
    'more is permitted than was',
    { first: 'context.n > 3', second: 'true', unless: ['context.n > 5', 'true'] },
    false,
  ],
  [
    'less was permitted next',
    { first: 'true', second: 'context.n > 3', unless: ['true', 'context.n > 5'] },
    false,
  ],
])('what calls are permitted that ask two questions: %s', (_, question, expected) => {
  expect(proven(question)).toEqual({ value: expected });
});

it('is not decided where the search takes too long', () => {
  const hard =
    'context.n * context.m == 1000036000099 && context.n > 1 && context.m > 1 && context.n < 1000003 && context.m > context.n';
  expect(proven({ first: hard, second: 'true', mostEffort: 1_000 })).toMatchObject({
    reason: { what: 'the budget' },
  });
});

it('is not decided where a policy cannot be translated', () => {
  const analysis = createAnalysis(schemaOf(SCHEMA));
  const environment = analysis.environments.find(({ action }) => action.id === 'read');
  if (!environment) throw new Error('no environment');
  const large = permitWhen('context.n > 9223372036854775000 && context.n > 9223372036854775001');
  for (const permitted of [
    { first: large, second: ANY },
    { first: ANY, second: large },
  ])
    expect(analysis.isProvenOfTwo(environment, { type: 'Action', id: 'copy' }, { permitted })).toMatchObject({
      reason: { what: 'a number' },
    });
});
