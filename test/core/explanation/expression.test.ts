import { describe, expect, it } from 'vitest';
import { printPath, readExpression } from '../../../src/core/explanation/expression.ts';

describe('a path', () => {
  it.each([
    'resource.owner.name',
    'context["a b"].c',
    'principal["in"].like2',
    'context["has"]["if"]["__cedar"]',
    'context.Action.principal',
    'context["\\"\\n"]',
    'principal.getTag("may").x',
    'resource.owner.getTag(context.kind)',
    'resource.getTag(principal.getTag("a"))',
  ])('is told as Cedar takes it: `%s`', (text) => {
    const path = readExpression(text);
    if (!path) throw new Error(`not Cedar: ${text}`);
    expect(printPath(path)).toBe(text);
  });
});
