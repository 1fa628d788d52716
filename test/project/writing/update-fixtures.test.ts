import { describe, expect, it } from 'vitest';
import { verify } from '../../../src/core/verification/verify.ts';
import { parseSource } from '../../../src/project/parsing/parse.ts';
import { updateFixtures } from '../../../src/project/writing/update-fixtures.ts';
import { emailInput } from '../../helpers/email-project.ts';
import fc from '../../helpers/fast-check.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { policyFile } from '../../helpers/policies.ts';
import { runs } from '../../helpers/runs.ts';

const PRINCIPALS = `principals:
  ana: { sub: ana, groups: [editor], tenant_id: acme } # an editor
  eve: { sub: eve, groups: [editor], tenant_id: umbrella }
  both: [ana, eve]
`;
const POLICIES = `
@id("own") permit (principal, action, resource) when { resource in context.tenants };
@id("never") forbid (principal, action == EmailApp::Action::"updateEmailCampaign", resource);
`;

/** It overflows. */
const ERRING = 'permit (principal, action, resource) when { 9223372036854775807 + 1 > 0 };';

function replay(text: string, file = 'x.fixtures.yaml', policies = POLICIES) {
  const source = valueIn(parseSource(file, text));
  const input = {
    ...emailInput,
    policies: [policyFile(policies)],
    fixtures: [{ source, shared: new Map() }],
  };
  const report = verify(input);
  expect(report.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return report.results;
}

/** The text after an update, and what was said about it. */
function update(text: string, file?: string): { text: string; said: string[] } {
  const { files, diagnostics } = updateFixtures(replay(text, file));
  return { text: files[0]?.after ?? text, said: diagnostics.map(({ message }) => message) };
}

describe('an update', () => {
  it.each<[string, string]>([
    ['deny', 'allow'],
    ['"deny" # quoted', '"allow" # quoted'],
    ["'deny'", "'allow'"],
    ['{ decision: deny, because: [never] }', '{ decision: allow, because: [own] }'],
    [
      '{ decision: allow, because: { includes: [never] } }',
      '{ decision: allow, because: { includes: [own] } }',
    ],
    ['{ decision: allow, because: [] } # why', '{ decision: allow, because: [own] } # why'],
    ['403', '200'],
    ['{ status: 403 }', '{ status: 200 }'],
    [
      '\n      decision: allow\n      because: # the reason\n        - never\n        - other',
      '\n      decision: allow\n      because: # the reason\n        - own',
    ],
    [
      '\n      decision: deny\n      because:\n      - never # "no", they said\n      - "a # b"\n      # the last\n      - other # too',
      '\n      decision: allow\n      because:\n      - own\n      # "no", they said\n      # the last\n      # too',
    ],
    [
      '{ decision: allow, because: [never, # not now\n      "a # b" ] }',
      `{ decision: allow, because: [own]\n${' '.repeat(40)}# not now\n${' '.repeat(40)} }`,
    ],
  ])('writes what came over %j', (before, after) => {
    const text = (expectation: string) =>
      `${PRINCIPALS}cases:\r\n  - name: own   # kept\r\n    as: ana\r\n    call: GET /campaigns/c1\r\n    expect: ${expectation}\r\n    # the end\r\n`;
    expect(update(text(before))).toEqual({ text: text(after), said: [] });
  });

  it('writes that no policy decides where a block list stands below its key', () => {
    const text = (list: string) =>
      `${PRINCIPALS}cases:\n  - name: x\n    as: eve\n    call: GET /campaigns/c1\n    expect:\n      decision: deny\n      because:\n      ${list}\n`;
    expect(update(text('- own # not hers'))).toEqual({ text: text('  []\n      # not hers'), said: [] });
  });

  it('writes items of a batch one by one', () => {
    const text = (expectation: string) =>
      `${PRINCIPALS}cases:\n  - { name: x, as: ana, call: "DELETE /messages?messagelist=m1,m2", expect: ${expectation} }\n`;
    const [first] = replay(text('allow'));
    const words = first?.decisions.map(({ actual }) => actual.decision) ?? [];
    expect(words).toEqual(['allow', 'deny']);
    expect(update(text('allow')).text).toBe(text('{ m1: allow, m2: deny }'));
    expect(update(text('{ m1: deny, m2: allow }')).text).toBe(text('{ m1: allow, m2: deny }'));
    expect(update(text('{ items: { m1: { decision: deny }, m2: 200 } }')).text).toBe(
      text('{ items: { m1: { decision: allow }, m2: 404 } }'),
    );
  });

  it('leaves what would have to be right for principals who differ, and says so', () => {
    const text = `${PRINCIPALS}cases:\n  - { name: x, as: both, call: GET /campaigns/c1, expect: allow }\n`;
    expect(update(text)).toEqual({
      text,
      said: ['the actual decision cannot be written in the form of this expectation'],
    });
  });

  it('leaves a file whose expectations share an anchor', () => {
    const text = `${PRINCIPALS}cases:
  - { name: x, as: ana, call: GET /campaigns/c1, expect: &same deny }
  - { name: y, as: eve, call: GET /campaigns/c1, expect: *same }
`;
    expect(update(text)).toEqual({
      text,
      said: ['expectations of this file cannot be changed one by one; it was left as it is'],
    });
  });

  it('leaves what is skipped and what is still to be done', () => {
    const text = `${PRINCIPALS}cases:
  - { name: x, as: ana, call: GET /campaigns/c1, expect: deny, todo: later }
  - { name: y, as: ana, call: GET /campaigns/c1, expect: deny, skip: later }
`;
    expect(update(text)).toEqual({ text, said: [] });
  });

  it('never records what could not be decided', () => {
    const text = `${PRINCIPALS}cases:\n  - { name: x, as: ana, call: GET /campaigns/c1, expect: deny }\n`;
    const results = replay(text, 'x.fixtures.yaml', ERRING);
    expect(results.map(({ status }) => status)).toEqual(['errored']);
    expect(updateFixtures(results)).toEqual({ files: [], diagnostics: [] });
  });

  it('makes a table green whatever it expected, and keeps every other byte', () => {
    const word = fc.constantFrom(
      'allow',
      'deny',
      '"deny"',
      '403',
      '404',
      '200',
      '{ decision: deny }',
      '{ decision: allow, because: [own] }',
    );
    const row = fc.tuple(
      word,
      fc.constantFrom(', ', ',   ', ' , '),
      word,
      fc.constantFrom('', ' # why', '   '),
    );
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 3, maxLength: 3 }),
        fc.constantFrom('\n', '\r\n'),
        (rows, end) => {
          const calls = ['GET /campaigns/c1', 'PUT /campaigns/c1', 'GET /campaigns/c1/messages'];
          const lines = rows.map(
            ([a, gap, b, rest], index) => `      ${calls[index]}: [${a}${gap}${b}]${rest}`,
          );
          const text = [
            PRINCIPALS.trimEnd(),
            'tables:',
            '  - name: t',
            '    columns: [ana, eve]',
            '    rows:',
            ...lines,
            '',
          ].join(end);
          const after = update(text).text;
          expect(replay(after).every(({ status }) => status === 'passed')).toBe(true);
          expect(skeleton(after)).toBe(skeleton(text));
          expect(update(after).text).toBe(after);
        },
      ),
      runs(40),
    );
  });

  it('keeps the layout of JSON, too', () => {
    const text = (word: string) =>
      `{ "principals": {"ana": {"sub": "ana", "tenant_id": "acme"}},\n\t"cases": [{"name":"x",   "as":"ana", "call":"GET /campaigns/c1","expect":${word}}]}`;
    expect(update(text('"deny"'), 'x.fixtures.json').text).toBe(text('"allow"'));
    expect(update(text('{"decision":"allow", "because": ["a", "b"] }'), 'x.fixtures.json').text).toBe(
      text('{"decision":"allow", "because": ["own"] }'),
    );
  });
});

/** The text without the words, statuses and policies that expectations consist of. */
function skeleton(text: string): string {
  return text
    .replaceAll(/allow|deny|\b[2-4]0\d\b|own|never/g, '_')
    .replaceAll(/because: \[_?(?:, _)*\]/g, 'because: []');
}
