import { describe, expect, it } from 'vitest';
import type { ClassifiedApi } from '../../src/core/classification/classified-api.ts';
import { classifyDocuments } from '../../src/core/generation/generate-schema.ts';
import { CLASSIFICATION_FORMATS, type ClassificationFormat } from '../../src/reporters/classification.ts';
import { textWidth } from '../../src/reporters/words/text-width.ts';
import { painter } from '../../src/reporters/words/wording.ts';
import { valueIn } from '../helpers/outcome.ts';
import { sourceOf } from '../helpers/source.ts';

function classified(paths: unknown): ClassifiedApi {
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths });
  return valueIn(classifyDocuments({ root: sourceOf(text, 'api.json'), others: new Map() }, new Map()));
}

const small = classified({
  '/campaigns': { post: { operationId: 'createCampaign', responses: {} } },
  '/campaigns/{campaign_id}': { get: { operationId: 'getCampaign', responses: {} } },
  '/login': { post: { operationId: 'login', security: [], responses: {} } },
});

const hostile = classified({
  '/a/{id}': { get: { operationId: '=1+2', responses: {} } },
  '/b/{id}': { get: { operationId: 'x,"y"', responses: {} } },
  '/c/{id}': { get: { operationId: 'a|b*c_d`<e>[f]&amp;\\', responses: {} } },
  '/d/{id}': { get: { operationId: '日本\n\u001b[31m', responses: {} } },
  '/e/{id}': { get: { operationId: '\t@cmd', responses: {} } },
});

function print(api: ClassifiedApi, format: ClassificationFormat, columns?: number): string {
  const options = { paint: painter(false), ...(columns === undefined ? {} : { columns }) };
  return [...CLASSIFICATION_FORMATS[format](api, options)].join('');
}

/** The texts of one column of a table in Markdown or CSV. */
function cells(text: string, separator: string, column: number): string[] {
  return text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(separator)[column] ?? '');
}

describe('the table of patterns', () => {
  it('is the same on a screen that is wide enough', () => {
    expect(print(small, 'table', 120)).toBe(print(small, 'table'));
    expect(print(small, 'table', 103)).toBe(print(small, 'table'));
  });

  it('has an answer below each endpoint where the screen is too narrow for it', () =>
    expect(print(small, 'table', 80)).toMatchInlineSnapshot(`
      "POST /campaigns
          creation (0.98): createCampaign on Application, by application
      GET /campaigns/{campaign_id}
          single-resource (0.96): getCampaign on Campaign, by path:campaign_id
      POST /login
          open (0.98): login on Application, by application

      3 endpoints, all sure
      "
    `));

  it('breaks lines between words where the screen is narrow', () => {
    const unsure = classified({ '/frobnicate': { post: { responses: {} } } });
    const wide = print(unsure, 'table');
    const [why = 'nothing is unsure'] = wide.match(/unsure: .*/) ?? [];
    for (const columns of [40, 60, 80]) {
      const text = print(unsure, 'table', columns);
      expect(Math.max(...text.split('\n').map(textWidth))).toBeLessThanOrEqual(columns);
      expect(text.replaceAll(/\s+/g, ' ')).toContain(why);
    }
  });

  it('is aligned', () =>
    expect(print(small, 'table')).toMatchInlineSnapshot(`
      "METHOD  PATH                      PATTERN          ACTION          RESOURCE     IDENTIFIED BY     SURE
      POST    /campaigns                creation         createCampaign  Application  application       0.98
      GET     /campaigns/{campaign_id}  single-resource  getCampaign     Campaign     path:campaign_id  0.96
      POST    /login                    open             login           Application  application       0.98

      3 endpoints, all sure
      "
    `));

  it('is aligned with wide characters, and keeps to its lines', () => {
    const lines = print(hostile, 'table').split('\n');
    expect(lines).toHaveLength(9);
    expect(lines[4]).toContain('日本\\u000a\\u001b[31m');
    expect(lines[4]?.indexOf('path:id')).toBe((lines[0]?.indexOf('IDENTIFIED BY') ?? 0) - 2);
  });
});

describe('the JSON of patterns', () => {
  it('carries the evidence', () => {
    const [first] = JSON.parse(print(small, 'json')).endpoints;
    expect(first).toMatchObject({
      method: 'POST',
      path: '/campaigns',
      pattern: 'creation',
      action: 'createCampaign',
      origin: 'classifier',
    });
    expect(first.evidence).not.toEqual([]);
    expect(print(hostile, 'json')).not.toContain('\u001b');
  });

  it.each([1, 49, 50, 51, 120])('is one text of %i endpoints, as if it were written at once', (count) => {
    const paths = Array.from({ length: count }, (_, index) => [
      `/a${index}/{id}`,
      { get: { responses: {} } },
    ]);
    const text = print(classified(Object.fromEntries(paths)), 'json');
    const read = JSON.parse(text);
    expect(read.endpoints).toHaveLength(count);
    expect(text).toBe(`${JSON.stringify(read, null, 2)}\n`);
  });
});

describe('the Markdown of patterns', () => {
  it('is a table', () =>
    expect(print(small, 'markdown')).toMatchInlineSnapshot(`
      "| Method | Path | Pattern | Action | Resource | Identified by | Sure |
      | --- | --- | --- | --- | --- | --- | --- |
      | POST | /campaigns | creation | createCampaign | Application | application | 0.98 |
      | GET | /campaigns/\\{campaign\\_id\\} | single-resource | getCampaign | Campaign | path:campaign\\_id | 0.96 |
      | POST | /login | open | login | Application | application | 0.98 |
      "
    `));

  it('escapes what Markdown would take for its own', () => {
    expect(cells(print(hostile, 'markdown'), ' | ', 3).slice(2)).toMatchInlineSnapshot(`
      [
        "=1+2",
        "x,"y"",
        "a\\|b\\*c\\_d\\\`\\<e\\>\\[f\\]\\&amp;\\\\",
        "日本\\\\u000a\\\\u001b\\[31m",
        "\\\\u0009@&#8203;cmd",
      ]
    `);
  });
});

describe('the CSV of patterns', () => {
  it('has one line for each endpoint, ended as RFC 4180 says', () => {
    expect(print(small, 'csv').match(/\r\n/g)).toHaveLength(4);
    expect(print(small, 'csv')).toMatchInlineSnapshot(`
      "method,path,operationId,pattern,action,resourceType,resourceFrom,confidence,origin
      POST,/campaigns,createCampaign,creation,createCampaign,Application,application,0.98,classifier
      GET,/campaigns/{campaign_id},getCampaign,single-resource,getCampaign,Campaign,path:campaign_id,0.96,classifier
      POST,/login,login,open,login,Application,application,0.98,classifier
      "
    `);
  });

  it('quotes what needs it, and defuses what a spreadsheet would calculate', () => {
    expect(print(hostile, 'csv').split('\r\n').slice(1, -1)).toMatchInlineSnapshot(`
      [
        "GET,/a/{id},'=1+2,single-resource,'=1+2,A,path:id,0.96,classifier",
        "GET,/b/{id},"x,""y""",single-resource,"x,""y""",B,path:id,0.96,classifier",
        "GET,/c/{id},a|b*c_d\`<e>[f]&amp;\\,single-resource,a|b*c_d\`<e>[f]&amp;\\,C,path:id,0.96,classifier",
        "GET,/d/{id},日本\\u000a\\u001b[31m,single-resource,日本\\u000a\\u001b[31m,D,path:id,0.96,classifier",
        "GET,/e/{id},\\u0009@cmd,single-resource,\\u0009@cmd,E,path:id,0.96,classifier",
      ]
    `);
  });
});
