import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasErrors } from '../../src/core/diagnostics/diagnostic.ts';
import { verify } from '../../src/core/verification/verify.ts';
import { loadProject } from '../../src/project/loading/load.ts';
import { testsWithOwnParts } from '../../src/project/loading/own-parts.ts';
import { type CedarCorpus, openCedarCorpus } from '../helpers/cedar-corpus.ts';
import { describeWith } from '../helpers/needs.ts';
import { told, valueIn } from '../helpers/outcome.ts';

/** All 7,809 files take minutes: `AUTHZ_WHOLE_CORPUS=1`. */
const EVERY = process.env.AUTHZ_WHOLE_CORPUS ? 1 : 80;

/** Where JSON cannot be written with exact numbers, some tests are refused rather than decided about other numbers. */
const isExact = 'rawJSON' in JSON;

describeWith("Cedar's corpus")('the corpus of the Cedar project, file by file as it is', () => {
  let corpus: CedarCorpus;

  beforeAll(() => {
    corpus = openCedarCorpus(EVERY);
  });

  afterAll(() => corpus.remove());

  it('gets the decisions, policies and errors that the files say', { timeout: 1_800_000 }, async () => {
    const { projects } = testsWithOwnParts(corpus.files, '/');
    expect(projects).toHaveLength(corpus.files.length);
    let passed = 0;
    for (const project of projects) {
      const { results, diagnostics } = verify(valueIn(await loadProject(project, '/')));
      const isRefused = !isExact && told(diagnostics).some((line) => line.includes('the number '));
      if (isRefused) continue;
      expect([project.name, hasErrors(diagnostics) ? told(diagnostics) : []]).toEqual([project.name, []]);
      const others = results.filter(({ status }) => status !== 'passed');
      expect([project.name, others.map(({ fixture }) => fixture.name)]).toEqual([project.name, []]);
      passed += results.length;
    }
    expect(passed).toBeGreaterThan(corpus.files.length * 7);
  });
});
