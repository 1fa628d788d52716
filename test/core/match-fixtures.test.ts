import { describe, expect, it } from 'vitest';
import { DEFAULT_CLAIMS } from '../../src/core/principal.ts';
import { verify } from '../../src/core/verify.ts';
import { emailSchemaFile } from '../helpers/email-model.ts';
import { verifyEmail } from '../helpers/email-project.ts';
import { told } from '../helpers/outcome.ts';
import { policyFile } from '../helpers/policies.ts';
import { sourceOf } from '../helpers/source.ts';

const PERMIT = '@id("all") permit (principal, action, resource);';

function problems(fixtures: string): string[] {
  const report = verifyEmail(PERMIT, fixtures);
  expect(report.results).toEqual([]);
  return told(report.diagnostics).map((line) =>
    line.replace('some.fixtures.yaml:', '').replace(' error', ''),
  );
}

function oneCase(line: string): string {
  return `cases:\n  - { name: a, ${line} }`;
}

describe('a fixture that names a policy that does not exist', () => {
  it.each([
    ['because: [al]', '3:58 warning `a` names policy `al`, which does not exist: did you mean `all`?'],
    ['errors: [x]', '3:58 warning `a` names policy `x`, which does not exist'],
  ])('is replayed, and fails: %s', (expectation, message) => {
    const report = verifyEmail(
      PERMIT,
      oneCase(`as: ana, call: GET /campaigns/c1, expect: { decision: allow, ${expectation} }`),
    );
    expect(told(report.diagnostics).map((line) => line.replace('some.fixtures.yaml:', ''))).toEqual([
      message,
    ]);
    expect(report.results.map(({ status }) => status)).toEqual(['failed']);
  });
});

describe('a fixture that could never run is an error', () => {
  it.each([
    [
      'as: anna, call: GET /campaigns/c1, expect: allow',
      '3:20 unknown principal `anna`: did you mean `ana`?',
    ],
    [
      'as: nobody, call: GET /campaigns/c1, expect: allow',
      '3:20 unknown principal `nobody`: the file has anonymous, ana, eve',
    ],
    ['as: ana, call: GET /campaign/c1, expect: allow', '3:31 no endpoint answers `GET /campaign/c1`'],
    [
      'as: ana, call: DELETE /messages, expect: allow',
      '3:31 the query of the call has no `messagelist`, which identifies the resource',
    ],
    [
      'as: ana, call: GET /campaigns/%ff, expect: allow',
      '3:31 path parameter `campaign_id` is not valid percent-encoding',
    ],
    [
      'as: ana, call: "DELETE /messages?messagelist=m1,m9", expect: { m1: allow }',
      '3:77 no expectation for `m9`',
    ],
    [
      'as: ana, call: "DELETE /messages?messagelist=m1", expect: { m1: allow, m2: deny }',
      '3:74 the call does not name `m2`',
    ],
    [
      'as: ana, call: GET /campaigns/c1, expect: { c1: allow }',
      '3:58 expectations by item are for batch endpoints only',
    ],
  ])('%s', (line, message) => {
    expect(problems(oneCase(line))).toEqual([message]);
  });

  it('and says which endpoint may have been meant', () => {
    const help = (call: string) =>
      verifyEmail(PERMIT, oneCase(`as: ana, call: ${call}, expect: allow`)).diagnostics.map(
        (one) => one.help,
      );
    expect(help('GET /campaign/c1')).toEqual(['did you mean `GET /campaigns/{campaign_id}`?']);
    expect(help('POST /campaigns/c1')).toEqual(['did you mean `PUT /campaigns/{campaign_id}`?']);
    expect(help('GTE /campaigns/c1')).toEqual([expect.stringContaining('known methods are GET, HEAD')]);
    expect(help('GET /something/else/altogether')).toEqual(['the schema lists the endpoints of all actions']);
  });

  it('once for a column or a row of a table, however many cells it has', () => {
    const table = `tables:
  - name: t
    columns: [ana, anna]
    rows:
      GET /campaigns/c1: [allow, allow]
      GET /campaigns/c9: [allow, allow]
      GET /campaigns: [allow, allow]`;
    expect(problems(table)).toEqual([
      '4:20 unknown principal `anna`: did you mean `ana`?',
      '8:7 no endpoint answers `GET /campaigns`',
    ]);
  });
});

describe('a principal that cannot be made', () => {
  function principals(line: string, entities = '[]'): string[] {
    const text = `entities: ${entities}\nprincipals:\n  bad: ${line}\ncases:\n  - { name: a, as: bad, call: GET /dashboard-data, expect: allow }`;
    const report = verify({
      name: 'email',
      schema: emailSchemaFile,
      policies: [policyFile(PERMIT)],
      claims: DEFAULT_CLAIMS,
      fixtures: [{ source: sourceOf(text), shared: new Map() }],
    });
    return told(report.diagnostics);
  }

  it.each([
    ['{ sub: anonymous }', 'principal `bad`: claim `sub` is `anonymous`, which stands for no identity'],
    ['{ groups: [a] }', 'principal `bad`: claim `sub` is not a non-empty text'],
    ['{ sub: x, groups: [[a]] }', 'principal `bad`: claim `groups` is not a list of non-empty texts'],
  ])('is told once, at its place: %s', (claims, message) => {
    expect(principals(claims)).toEqual([`some.fixtures.yaml:3:8 error ${message}`]);
  });

  it('is told when the schema does not allow its claims', () => {
    expect(principals('{ sub: x, email: 5 }')).toEqual([
      expect.stringMatching(/^some\.fixtures\.yaml:3:8 error principal `bad`: .*email/),
    ]);
  });
});
