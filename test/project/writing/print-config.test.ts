import { describe, expect, it } from 'vitest';
import type { Override } from '../../../src/core/classification/classify.ts';
import { DEFAULT_ANSWERS } from '../../../src/core/generation/project-draft.ts';
import { printConfig } from '../../../src/project/writing/print-config.ts';

describe('the authz.yaml of a new project', () => {
  it('is the same for the same answers, in whatever order they were given', () => {
    const key = 'POST /search';
    const one: Override = { pattern: 'listing', resource: 'application', type: 'Shop', action: 'search' };
    const other: Override = { action: 'search', type: 'Shop', resource: 'application', pattern: 'listing' };
    const [first, second] = [one, other].map((said) =>
      printConfig(
        'openapi.yaml',
        { ...DEFAULT_ANSWERS, namespace: 'Shop', templates: [], overrides: new Map([[key, said]]) },
        {},
        'authz.schema.json',
      ),
    );
    expect(second).toBe(first);
  });
});
