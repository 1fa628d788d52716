import { describe, expect, it } from 'vitest';
import { FIXTURE_FILTERS, type FixtureFilter } from '../../../src/core/replay/fixture-filters.ts';
import { prepareProject } from '../../../src/core/verification/prepare-project.ts';
import { emailInput } from '../../helpers/email-project.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { sourceOf } from '../../helpers/source.ts';

const FIXTURES = `\
principals: { ana: { sub: ana, groups: [editor], tenant_id: acme }, eve: { sub: eve, tenant_id: umbrella } }
tags: [email]
cases:
  - { name: "Ana reads (a draft)", tags: [smoke], as: ana, call: "GET /campaigns/c1?view=full", expect: allow }
  - { name: eve deletes, tags: [slow, smoke], as: eve, call: "DELETE /messages?messagelist=m1,m2", expect: allow }
  - { name: anybody logs in, as: anonymous, call: POST /login, expect: allow }
`;

const { fixtures } = prepareProject({
  ...emailInput,
  fixtures: [{ source: sourceOf(FIXTURES, 'fixtures/deep/mail.fixtures.yaml'), shared: new Map() }],
});

function filters(...written: string[]): FixtureFilter[] {
  return valueIn(FIXTURE_FILTERS.read(written));
}

/** The first letters of the names of what is chosen. */
function chosen(...written: string[]): string[] {
  const read = filters(...written);
  return fixtures
    .filter((ready) => FIXTURE_FILTERS.matches(ready, read))
    .map(({ fixture }) => fixture.name.slice(0, 3));
}

describe('filters', () => {
  it.each<[string, string[]]>([
    ['reads', ['Ana']],
    ['READS', ['Ana']],
    ['(a draft)', ['Ana']],
    ['e', ['Ana', 'eve']],
    ['name=*s in', ['any']],
    ['name=s in', ['any']],
    ['name=ana*', ['Ana']],
    ['file=mail*', ['Ana', 'eve', 'any']],
    ['file=fixtures/**', ['Ana', 'eve', 'any']],
    ['file=fixtures/*', []],
    ['tag=smoke', ['Ana', 'eve']],
    ['tag=s*', ['Ana', 'eve']],
    ['tag=email', ['Ana', 'eve', 'any']],
    ['method=delete', ['eve']],
    ['path=/campaigns/*', ['Ana']],
    ['path=/campaigns/c?', ['Ana']],
    ['path=/campaigns/{campaign_id}', ['Ana']],
    ['path=/*', ['eve', 'any']],
    ['path=/**', ['Ana', 'eve', 'any']],
    ['action=deleteEmailMessage', ['eve']],
    ['pattern=open', ['any']],
    ['principal=an?', ['Ana']],
    ['principal=a*', ['Ana', 'any']],
  ])('`%s` chooses %j', (written, expected) => {
    expect(chosen(written)).toEqual(expected);
  });

  it('are alternatives when they have one key, and must all hold when they have several', () => {
    expect(chosen('principal=ana', 'principal=eve')).toEqual(['Ana', 'eve']);
    expect(chosen('principal=ana', 'principal=eve', 'tag=slow')).toEqual(['eve']);
    expect(chosen()).toEqual(['Ana', 'eve', 'any']);
  });

  it('take braces, brackets and whatever else patterns may mean elsewhere for themselves', () => {
    for (const written of [
      'name=*{Ana,eve}*',
      'name=*[A]*',
      'name=!*',
      'name=+(Ana*)',
      'path=/{campaigns,messages}',
    ])
      expect(chosen(written)).toEqual([]);
    expect(chosen('name=Ana reads (*)')).toEqual(['Ana']);
  });

  it.each<[string, string, string]>([
    ['tags=smoke', 'unknown key `tags`: did you mean `tag`?', 'write `name=*tags=smoke*`'],
    ['colour=red', 'unknown key `colour`, expected `name`, `file`, `tag`', 'write `name=*colour=red*`'],
    ['tag=', '`--filter tag=` names nothing to match', 'write `--filter path=/campaigns/*`'],
    ['', '`--filter ` names nothing to match', 'write `--filter path=/campaigns/*`'],
  ])('refuses `%s`', (written, message, help) => {
    const [problem] = FIXTURE_FILTERS.read([written]).diagnostics;
    expect(problem?.message).toContain(message);
    expect(problem?.help).toContain(help);
  });

  it('say what there was to choose from when they choose nothing', () => {
    expect(FIXTURE_FILTERS.nothingMatched(fixtures, filters('tag=smok'))).toMatchObject({
      message: 'no fixture matches `tag=smok`: did you mean `smoke`?',
      help: 'there is `email`, `slow`, `smoke`',
    });
    expect(
      FIXTURE_FILTERS.nothingMatched(fixtures, filters('principal=ana', 'method=PUT', 'method=PATCH')),
    ).toMatchObject({
      message: 'no fixture matches `method=PUT` or `method=PATCH`',
      help: 'there is `DELETE`, `GET`, `POST`',
    });
    expect(FIXTURE_FILTERS.nothingMatched(fixtures, filters('principal=ana', 'method=POST'))).toMatchObject({
      message: 'no fixture matches `principal=ana`, `method=POST` together',
      help: 'each filter alone matches some: drop one',
    });
  });

  it('list few names where names are long', () => {
    const cases = ['a', 'b', 'c'].map(
      (name) => `  - { name: "${name} ${'long '.repeat(30)}", as: eve, call: POST /login, expect: allow }\n`,
    );
    const source = sourceOf(`principals: { eve: { sub: eve } }\ncases:\n${cases.join('')}`);
    const named = prepareProject({ ...emailInput, fixtures: [{ source, shared: new Map() }] }).fixtures;
    expect(FIXTURE_FILTERS.nothingMatched(named, filters('nope')).help).toMatch(
      /^there is `a long [^`]*`, and 2 more$/,
    );
  });
});
