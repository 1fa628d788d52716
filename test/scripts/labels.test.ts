import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PATTERN_NAMES } from '../../src/core/endpoints/pattern.ts';

const labels = readFileSync(new URL('../data/classification/labels.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): { part: string; api: string; operation: string; accept: string[] } => JSON.parse(line));

const providersOf = (parts: readonly string[]) =>
  new Set(labels.filter(({ part }) => parts.includes(part)).map(({ api }) => api.split('/')[0]));

describe('the labels that the classifier is fitted to', () => {
  it('teach nothing of the providers that it is checked on', () => {
    const taught = providersOf(['learn', 'calibrate']);
    expect([...providersOf(['check'])].filter((provider) => taught.has(provider))).toEqual([]);
  });

  it('name each operation once', () => {
    expect(new Set(labels.map(({ api, operation }) => `${api} ${operation}`)).size).toBe(labels.length);
  });

  it('accept a pattern and a place of the identifier, the better answer first', () => {
    const form = new RegExp(`^(${PATTERN_NAMES.join('|')}) (application|body|(path|query|body):.+)$`);
    expect(
      labels.filter(({ accept }) => accept.length === 0 || !accept.every((one) => form.test(one))),
    ).toEqual([]);
  });
});
