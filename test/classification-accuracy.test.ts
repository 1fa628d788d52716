import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Classification } from '../src/core/classification/classified-api.ts';
import { classifyApi } from '../src/core/classification/classify.ts';
import { readSpec } from '../src/core/openapi/spec.ts';
import { describeWith, pathTo } from './helpers/needs.ts';

/** Hand-labelled operations of public APIs; they live beside the project, so elsewhere these tests are skipped. */
const folder = join(import.meta.dirname, '../../shared/classification');
const labelFile = pathTo('labelled operations');

interface Label {
  readonly id: string;
  readonly api: string;
  readonly method: string;
  readonly path: string;
  /** The accepted answers, such as `listing path:campaign_id`. */
  readonly accept: readonly string[];
}

const TOTAL_AT_LEAST = 0.97;
const EACH_API_AT_LEAST = 0.85;
/** Of the answers that claim to be this sure ... */
const SURE = 0.9;
/** ... so many are right. */
const SURE_AND_RIGHT = 0.98;

describeWith('labelled operations')('on labelled operations of public APIs', () => {
  const labels = existsSync(labelFile) ? readLabels() : [];
  const apis = [...new Set(labels.map(({ api }) => api))].filter((api) => existsSync(specFile(api)));
  const answers = new Map(apis.map((api) => [api, classify(api)]));
  const found = labels.flatMap((label) => {
    const answer = answers.get(label.api)?.get(`${label.method} ${label.path}`);
    return answer === undefined ? [] : [{ label, answer, right: isRight(label, answer) }];
  });

  test('every labelled operation is found', () => {
    expect(found).toHaveLength(labels.filter(({ api }) => apis.includes(api)).length);
  });

  test(`pattern and resource are right for ${TOTAL_AT_LEAST * 100} % of them`, () => {
    const misses = found
      .filter(({ right }) => !right)
      .map(({ label, answer }) => `${label.id} ${said(answer)}`);
    expect(1 - misses.length / found.length, misses.join('\n')).toBeGreaterThanOrEqual(TOTAL_AT_LEAST);
  });

  test.each(apis)('they are right for most of %s', (api) => {
    const mine = found.filter(({ label }) => label.api === api);
    expect(mine.filter(({ right }) => right).length / mine.length).toBeGreaterThanOrEqual(EACH_API_AT_LEAST);
  });

  test('who is sure is right', () => {
    const sure = found.filter(({ answer }) => answer.confidence >= SURE);
    expect(sure.length / found.length).toBeGreaterThan(0.5);
    expect(sure.filter(({ right }) => right).length / sure.length).toBeGreaterThanOrEqual(SURE_AND_RIGHT);
  });
});

function readLabels(): readonly Label[] {
  const lines = readFileSync(labelFile, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Label);
}

function specFile(api: string): string {
  return join(folder, 'specs', `${api}.json.gz`);
}

function classify(api: string): ReadonlyMap<string, Classification> {
  const text = gunzipSync(readFileSync(specFile(api))).toString('utf8');
  const root = { file: `${api}.json`, text, value: JSON.parse(text) as unknown, locate: () => undefined };
  const spec = readSpec({ root, others: new Map() });
  if (!spec.ok) throw new Error(`${api}: ${spec.diagnostics[0]?.message}`);
  const classified = classifyApi(spec.value, new Map());
  if (!classified.ok) throw new Error(`${api}: ${classified.diagnostics[0]?.message}`);
  return new Map(
    classified.value.classifications.map((answer) => [
      `${answer.endpoint.method} ${answer.endpoint.path}`,
      answer,
    ]),
  );
}

function said({ pattern, resource }: Classification): string {
  return `${pattern} ${resource.from}`;
}

function isRight(label: Label, answer: Classification): boolean {
  return label.accept.includes(said(answer)) || label.accept.includes(roughly(said(answer)));
}

/** The labels name a property of the body, and not what is inside of it: `body:data` for `body:data.id`, `body` for `body[].id`. */
function roughly(answer: string): string {
  return answer.replace(/ body\[\].*$/, ' body').replace(/( body:[^.[]+)[.[].*$/, '$1');
}
