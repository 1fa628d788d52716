import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { buildReport } from '../../../src/core/replay/report.ts';
import { junitReport } from '../../../src/reporters/report/junit.ts';
import {
  emptyReport,
  HOSTILE,
  hostileReport,
  reportWithInvariants,
  someProblem,
  someReport,
  unusableProject,
  unusableReport,
} from '../../helpers/reports.ts';
import { parseXml } from '../../helpers/xml.ts';

const SCHEMA = readFileSync(join(import.meta.dirname, '../../schemas/junit.xsd'), 'utf8');

async function complaintsAbout(report: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: { fileName: 'report.xml', contents: report },
    schema: SCHEMA,
    // The hostile report is larger than the memory that is taken by default.
    maxMemoryPages: 4096,
  });
  return errors.map(({ message }) => message);
}

describe('the JUnit report is valid against the schema', () => {
  it.each([
    ['with results of every kind', junitReport(someReport)],
    ['when something could not be loaded', junitReport(unusableReport)],
    ['when there is nothing to report', junitReport(emptyReport)],
    ['with invariants', junitReport(reportWithInvariants)],
    ['whatever files say', junitReport(hostileReport())],
  ])('%s', async (_, report) => expect(await complaintsAbout(report)).toEqual([]));

  it('which would notice an attribute that is not in it', async () => {
    const wrong = junitReport(someReport).replace('<testcase name', '<testcase verdict="a" name');
    expect(await complaintsAbout(wrong)).toEqual([
      expect.stringContaining("The attribute 'verdict' is not allowed"),
    ]);
  });
});

describe('the JUnit report', () => {
  it('is the same for the same report', async () =>
    await expect(junitReport(someReport)).toMatchFileSnapshot('../../golden/reports/some.junit.xml'));

  it('has one suite for each file of fixtures or invariants, and one for its problems, whatever files say', () => {
    const { children, attributes } = parseXml(junitReport(hostileReport()));
    expect(children).toHaveLength(3 * HOSTILE.length);
    expect(attributes).toMatchObject({
      errors: String(2 * HOSTILE.length),
      failures: String(HOSTILE.length),
    });
  });

  it('has a failure for an invariant that is refuted, with its place and the call, and an error for one that is not decided', () => {
    const { children, attributes } = parseXml(junitReport(reportWithInvariants));
    expect(attributes).toMatchObject({ tests: '3', failures: '1', errors: '1' });
    const [suite] = children;
    expect(suite?.attributes).toMatchObject({ name: 'invariants/a & b.cedar', tests: '3', failures: '1' });
    const [proven, refuted, undecided] = suite?.children ?? [];
    expect(proven?.children).toEqual([]);
    expect(refuted?.attributes).toMatchObject({ name: 'nobody-reads', classname: 'invariants/a & b.cedar' });
    expect(refuted?.children[0]?.name).toBe('failure');
    expect(junitReport(reportWithInvariants)).toContain(
      '>invariants/a &amp; b.cedar:2:3\ncampaigns are &lt;secret&gt;\nGET /campaigns/c1\n',
    );
    expect(undecided?.children[0]).toMatchObject({ name: 'error' });
  });

  it('has an error for each problem', () => {
    const [suite] = parseXml(junitReport(unusableReport)).children;
    expect(suite?.attributes).toMatchObject({ name: 'a project', tests: '1', failures: '0', errors: '1' });
    expect(suite?.children[0]?.attributes).toMatchObject({ name: 'a & b.cedar:2:1', classname: 'usage' });
    expect(suite?.children[0]?.children[0]?.attributes).toEqual({
      message: 'a <b> & "c"\\u001b[2J',
      type: 'usage',
    });
  });

  it('writes every character in some way', async () => {
    const message =
      Array.from({ length: 0x300 }, (_, code) => String.fromCharCode(code)).join('') +
      '\ud800\uffff\u202e\r\n';
    const odd = junitReport(
      buildReport([{ ...unusableProject({ ...someProblem, message }), name: message }]),
    );
    expect(() => parseXml(odd)).not.toThrow();
    expect(await complaintsAbout(odd)).toEqual([]);
  });
});
