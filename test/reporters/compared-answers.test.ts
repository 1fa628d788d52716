import { expect, it } from 'vitest';
import { comparedAnswersText } from '../../src/reporters/compared-answers.ts';
import { painter } from '../../src/reporters/words/wording.ts';

const NOTHING = { remarks: {}, second: undefined };

it('prints the evidence of the answer and of the runner-up with signs', () => {
  const evidence = (text: string, weight: number) => ({
    subject: 'listing' as const,
    signal: 's',
    weight,
    text,
  });
  const text = comparedAnswersText(
    {
      endpoint: 'GET /orders',
      confidence: 0.9,
      answers: [
        {
          pattern: 'listing',
          from: 'application',
          weight: 2,
          evidence: [evidence('the answer is an array', 2)],
        },
        {
          pattern: 'single-resource',
          from: 'path:id',
          weight: -1,
          evidence: [evidence('POST\u001b[31m', -1)],
        },
      ],
    },
    NOTHING,
    painter(false),
  );
  expect(text).toContain(
    'GET /orders is listing on the application (0.90 sure)\n   +2.00  the answer is an array\n',
  );
  expect(text).toContain('The runner-up is single-resource on `{id}`\n   -1.00  POST');
  expect(text).not.toContain('\u001b');
});

it('says so when no pattern fits, or nothing else does', () => {
  const paint = painter(false);
  expect(comparedAnswersText({ endpoint: 'GET /', confidence: 0.5, answers: [] }, NOTHING, paint)).toContain(
    'no signal',
  );
  const answer = { pattern: 'open', from: 'application', weight: 0, evidence: [] } as const;
  const text = comparedAnswersText({ endpoint: 'GET /', confidence: 0.5, answers: [answer] }, NOTHING, paint);
  expect(text).toContain('nothing else fits');
});

it('prints what the schema says besides', () => {
  const answer = { pattern: 'single-resource', from: 'path:other', weight: 0, evidence: [] } as const;
  const text = comparedAnswersText(
    { endpoint: 'POST /guests/{id}/merge/{other}', confidence: 0.98, answers: [answer] },
    {
      remarks: { access: 'it hands it over' },
      second: { action: 'changeGuest', from: 'path:id', resourceType: 'Guest' },
    },
    painter(false),
  );
  expect(text).toContain(
    'Besides:\n   access: it hands it over\n   asks `changeGuest` as well, about the `Guest` of `{id}`\n',
  );
});
