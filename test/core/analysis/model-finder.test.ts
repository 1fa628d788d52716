import { expect, it } from 'vitest';
import { modelFinder } from '../../../src/core/analysis/models/model-finder.ts';
import { NotDecided } from '../../../src/core/analysis/not-decided.ts';
import { readAnalysisSchema } from '../../../src/core/analysis/schema/analysis-schema.ts';
import { subset } from '../../../src/core/analysis/terms/comparison.ts';
import { TermTable } from '../../../src/core/analysis/terms/term.ts';
import { LONG, setType } from '../../../src/core/analysis/terms/type.ts';
import { valueAt } from '../../../src/core/analysis/translation/leaves.ts';
import { schemaOf, smallSchema } from '../../helpers/analysis.ts';

it('does not decide what is left of a comparison of whole sets, and does not end with a defect', () => {
  const table = new TermTable();
  const [one, other] = ['one', 'other'].map((name) =>
    valueAt(table, { root: 'context', of: '', args: [] }, [name], setType(LONG)),
  );
  if (!one || !other) throw new TypeError('two sets');
  const options = {
    schema: readAnalysisSchema(schemaOf(smallSchema({}))),
    mostEffort: 1_000,
    others: [],
  };
  const find = () => modelFinder({ questions: [subset(table, one, other)], axioms: [] }, options);
  expect(find).toThrow(NotDecided);
});
