import { describe, expect, it } from 'vitest';
import { type PolicyPreview, previewPolicies } from '../../../src/core/generation/preview-policies.ts';
import {
  createDraft,
  DEFAULT_ANSWERS,
  type InitAnswers,
} from '../../../src/core/generation/project-draft.ts';
import { recordFixtures } from '../../../src/core/generation/recording/record-fixtures.ts';
import type { StarterFixtures } from '../../../src/core/generation/recording/starter-fixtures.ts';
import { readSpec } from '../../../src/core/openapi/spec.ts';
import { loadSpec } from '../../../src/project/loading/load-spec.ts';
import { allTemplates } from '../../../src/project/templates.ts';
import { EXAMPLE_FOLDER } from '../../helpers/cli.ts';
import { valueIn } from '../../helpers/outcome.ts';

const documents = valueIn(await loadSpec('openapi.yaml', EXAMPLE_FOLDER));
const draft = createDraft(valueIn(readSpec(documents)));
const names = ['administrators', 'members', 'tenant-isolation', 'viewers'];
const templates = allTemplates().filter(({ name }) => names.includes(name));
const answers: InitAnswers = { ...DEFAULT_ANSWERS, namespace: 'EmailApp', templates: names };

/** Each expectation by its call and caller. */
function expectations({ tables, cases }: Pick<StarterFixtures, 'tables' | 'cases'>) {
  const cells = tables.flatMap(({ columns, rows }) =>
    Object.entries(rows).flatMap(([call, row]) =>
      row.map((expect, index) => [`${call} as ${columns[index]}`, expect] as const),
    ),
  );
  return Object.fromEntries([...cells, ...cases.map(({ call, as, expect }) => [`${call} as ${as}`, expect])]);
}

describe('the preview of policies', () => {
  it('comes to what the starter fixtures will record, and grows on the way', () => {
    const steps: PolicyPreview[] = [...previewPolicies(draft, answers, templates)];
    const last = steps.at(-1);
    const policies = templates.flatMap((template) => {
      const file = valueIn(draft.policies(template, answers));
      return file ? [{ file: file.name, ...file }] : [];
    });
    const recorded = recordFixtures({
      schema: { file: 's.cedarschema', text: draft.schemaText(answers) },
      policies,
      claims: answers.claims,
    });
    const previewed = (last?.calls ?? []).flatMap(({ call, expectations: own }) =>
      own.map(([as, expect]) => [`${call} as ${as}`, expect] as const),
    );
    expect(Object.fromEntries(previewed)).toEqual(expectations(valueIn(recorded)));
    expect(new Set(Object.values(expectations(valueIn(recorded))))).toContain('deny');
    expect(new Set(Object.values(expectations(valueIn(recorded))))).toContain('allow');
    expect(steps.map(({ done }) => done)).toEqual(steps.map(({ done }) => done).toSorted((a, b) => a - b));
    expect([last?.done, last?.total]).toEqual([13, 13]);
    expect(steps.filter(({ done }) => done > 0 && done < 13).length).toBeGreaterThan(1);
  });

  it('says why nothing can be decided', () => {
    const broken = [
      { name: 'broken', text: 'permit (principal, action, resource) when { principal.nothing };' },
    ];
    const [last] = [...previewPolicies(draft, answers, broken)].slice(-1);
    expect(last?.problems.map(({ message }) => message).join()).toContain('nothing');
    expect(last?.calls).toEqual([]);
  });
});
