import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXAMPLE_FOLDER } from '../../helpers/cli.ts';
import { headlessWatch } from '../../helpers/headless-watch.ts';

const EDITORS = 'policies/editors.cedar';
const WIDENED = (text: string) => text.replace('== "draft"', '!= "sent"');

describe('a call that is tried', () => {
  it('stays, and is decided again by every run', async () => {
    const watch = await headlessWatch();
    watch.press('t', 'ctrl+u', 'PUT /campaigns/c2 as liz', 'enter');
    expect(watch.screen()).toMatch(/^> ○ deny {3}PUT \/campaigns\/c2 as liz$/m);
    await watch.afterEdit(EDITORS, WIDENED);
    expect(watch.screen()).toMatch(
      /^> ● allow {2}PUT \/campaigns\/c2 as liz +▲ was DENY, now ALLOW \(run 2\)$/m,
    );
    watch.press('enter');
    expect(watch.screen()).toContain('● ALLOW  PUT /campaigns/c2 as liz');
    await watch.afterEdit(EDITORS, (text) => text.replace('!= "sent"', '== "draft"'));
    expect(watch.screen()).toContain('○ DENY  PUT /campaigns/c2 as liz');
    watch.press('esc', 'x');
    expect(watch.screen()).toContain('no call has been tried');
  });

  it('is decided by the project of the chosen call, then and later, where another has the same endpoints', async () => {
    const watch = await headlessWatch({
      screen: { width: 100, height: 30 },
      prepare: (folder) => {
        for (const name of ['one', 'two']) cpSync(EXAMPLE_FOLDER, join(folder, name), { recursive: true });
        return [join(folder, 'one'), join(folder, 'two')];
      },
    });
    await watch.afterEdit(`two/${EDITORS}`, WIDENED);
    watch.press('2', '/', 'two/ PUT /campaigns/c2 ana', 'enter', 't', 'enter');
    expect(watch.screen()).toMatch(/^> ● allow {2}two: PUT \/campaigns\/c2 as ana$/m);
    await watch.afterEdit(`one/${EDITORS}`, (text) => `${text}// nothing else\n`);
    expect(watch.screen()).toMatch(/^> ● allow {2}two: PUT \/campaigns\/c2 as ana$/m);
    expect(watch.content().row?.project.name).toBe('two');
    // Nothing can be chosen in an empty cell, and its line is one of a project all the same.
    watch.press('1', '/', 'ctrl+u', 'enter', 'G', 't', 'ctrl+u', 'PUT /campaigns/c2 as liz', 'enter');
    expect(watch.screen()).toMatch(/^> ● allow {2}two: PUT \/campaigns\/c2 as liz$/m);
    // The same text is another call in another project: each is kept, and forgotten alone.
    watch.press('2', '/', 'ctrl+u', 'one/ PUT /campaigns/c2 ana', 'enter', 't', 'enter');
    expect(watch.screen()).toMatch(/^> ○ deny {3}one: PUT \/campaigns\/c2 as ana$/m);
    expect(watch.screen()).toMatch(/^ {2}● allow {2}two: PUT \/campaigns\/c2 as ana$/m);
    await watch.afterEdit(`one/${EDITORS}`, (text) => `${text}// nothing else again\n`);
    expect(watch.screen()).toMatch(/^> ○ deny {3}one: PUT \/campaigns\/c2 as ana$/m);
    watch.press('x');
    expect(watch.screen()).not.toContain('one: PUT');
    expect(watch.screen()).toMatch(/● allow {2}two: PUT \/campaigns\/c2 as ana$/m);
  });

  it('is refused for a name that two files mean different people by, and nothing else is said of it', async () => {
    const watch = await headlessWatch({
      screen: { width: 100, height: 30 },
      prepare: (folder) => {
        const people = readFileSync(join(folder, 'principals.yaml'), 'utf8');
        const asEditor = `${people}\nmax: { sub: max, groups: [editor] }\n`;
        const asViewer = `${people}\nmax: { sub: max, groups: [viewer] }\n`;
        writeFileSync(join(folder, 'principals.yaml'), asEditor);
        writeFileSync(
          join(folder, 'others.yaml'),
          asViewer.replace(/^ana: .*/m, 'ana: { sub: ana, groups: [viewer] }'),
        );
        const messages = join(folder, 'fixtures/messages.fixtures.yaml');
        const text = readFileSync(messages, 'utf8');
        writeFileSync(messages, text.replace('principals: ../principals.yaml', 'principals: ../others.yaml'));
        return [];
      },
    });
    watch.press('t', 'ctrl+u', 'PUT /campaigns/c1 as ana', 'enter');
    expect(watch.screen()).toContain(
      'it is not clear which principal `ana` is meant: fixtures/application.fixtures.yaml and',
    );
    watch.press('esc');
    const called = [...(watch.state().live.untested.get('.')?.results.keys() ?? [])];
    expect(called.map(({ fixture }) => fixture.as)).toContain('liz');
    for (const name of ['ana', 'max']) expect(called.map(({ fixture }) => fixture.as)).not.toContain(name);
    watch.press('1', '/', 'GET /campaigns/{ ana', 'enter');
    expect(watch.screen()).toContain('as ana in differs by file');
  });

  it('has who calls on a small screen, too, and a sign of what it turned to', async () => {
    const watch = await headlessWatch({ screen: { width: 40, height: 8 } });
    watch.press('t', 'ctrl+u', 'PUT /campaigns/c2 as liz', 'enter');
    await watch.afterEdit(EDITORS, WIDENED);
    expect(watch.screen()).toMatch(/^> ● allow {2}PUT \/campaigns\/c2 as liz {2,}▲$/m);
  });

  it('is of the last good state, and says so, while the files have an error', async () => {
    const watch = await headlessWatch();
    watch.press('t', 'ctrl+u', 'PUT /campaigns/c2 as liz', 'enter');
    expect(watch.screen()).not.toContain('of the last good state');
    await watch.afterEdit(EDITORS, (text) => text.replace('permit (', 'permit (('));
    watch.press('enter');
    expect(watch.screen()).toContain('of the last good state: the files have an error');
  });

  it('begins with the headers of the fixture that it is made from, and is decided with them', async () => {
    const watch = await headlessWatch();
    await watch.afterEdit('fixtures/campaigns.fixtures.yaml', (text) =>
      text.replace(
        /^cases:\n/m,
        'cases:\n  - { name: moved, as: ana, call: "GET /campaigns/c1?moved=1", headers: { X-HTTP-Method-Override: DELETE }, expect: 400 }\n',
      ),
    );
    watch.press('tab', '/', 'moved=1', 'enter', 't');
    const text = 'GET /campaigns/c1?moved=1 as ana headers {"X-HTTP-Method-Override":"DELETE"}';
    expect(watch.state().typing?.field.text).toBe(text);
    watch.press('enter', 'enter');
    expect(watch.screen()).toContain('400');
  });

  it('keeps the blanks of its body, and is one call however it is spaced', async () => {
    const watch = await headlessWatch();
    watch.press('t', 'ctrl+u', 'PUT  /campaigns/c2 as liz { "name": "a  b" }', 'enter');
    watch.press('t', 'ctrl+u', 'put /campaigns/c2 as liz {"name":"a  b"}', 'enter');
    const call = expect.objectContaining({ body: { name: 'a  b' } });
    const asked = watch.content().pinned.map(({ row }) => row?.ready.fixture.asks);
    expect(asked).toEqual([{ type: 'call', call }]);
  });

  it('leaves room for the verdict, and for who calls, whatever the length of its path', async () => {
    const watch = await headlessWatch();
    watch.press('t', 'ctrl+u', `GET /campaigns/${'x'.repeat(500)} as liz`, 'enter');
    expect(watch.screen()).toMatch(
      /^○ DENY {2}GET \/campaigns\/x+…x*\n.*x as liz\n(?:refused.*\n)*tried; w keeps it/m,
    );
  });

  it('begins with the one that changed or failed, where several are in the chosen cell', async () => {
    const watch = await headlessWatch();
    await watch.afterEdit(EDITORS, WIDENED);
    watch.press('n', 't');
    expect(watch.state().typing?.field.text).toBe('PUT /campaigns/c2 as ana');
  });

  it('begins with the chosen one, is completed, and comes back with the arrows', async () => {
    const watch = await headlessWatch();
    watch.press('tab', '/', 'PUT /campaigns/c1 ned', 'enter', 't');
    expect(watch.state().typing?.field.text).toBe('PUT /campaigns/c1 as ned');
    watch.press('ctrl+u', 'de', 'tab');
    expect(watch.state().typing?.field.text).toBe('DELETE ');
    watch.press('/m', 'tab');
    expect(watch.state().typing?.field.text).toBe('DELETE /messages');
    expect(watch.screen()).toContain('Tab: /messages?');
    watch.press('?messagelist=m1 ', 'tab', 'an', 'tab');
    expect(watch.state().typing?.field.text).toBe('DELETE /messages?messagelist=m1 as an');
    watch.press('a', 'enter', 't', 'ctrl+u', 'GET /dashboard-data as ned', 'enter', 't', 'up', 'up');
    expect(watch.state().typing?.field.text).toBe('DELETE /messages?messagelist=m1 as ana');
    watch.press('down');
    expect(watch.state().typing?.field.text).toBe('GET /dashboard-data as ned');
  });

  const UNUSABLE = [
    ['', 'a call begins with a method, such as `GET`'],
    ['GTE /campaigns/c1 as ana', 'a call begins with a method, such as `GET`: found `GTE`'],
    ['GET', 'a path is missing'],
    ['GET /campaigns/c1', 'who calls? Add `as` and the name of a principal'],
    ['GET /campaigns/c1 as anna', 'there is no principal `anna`: did you mean `ana`?'],
    ['POST /campaigns/c1 as ana { "name" }', 'the body is not JSON'],
  ] as const;

  it('keeps what was typed when it cannot be understood', async () => {
    const watch = await headlessWatch({ screen: { width: 120, height: 24 } });
    for (const [text, problem] of UNUSABLE) {
      watch.press('t', 'ctrl+u', text, 'enter');
      expect(watch.screen()).toContain(problem);
      expect(watch.state().typing?.field.text).toBe(text);
      watch.press('esc');
      expect(watch.content().pinned).toEqual([]);
    }
  });

  it('is answered, or let through, without a decision as by a server, and has the sign of an allow', async () => {
    const watch = await headlessWatch({ screen: { width: 140, height: 40 } });
    const rules = 'server:\n  optionsRequests: answer\n  skippedEndpoints: [GET /health]\n';
    await watch.afterEdit('authz.yaml', (text) => `${text}\n${rules}`);
    watch.press('t', 'ctrl+u', 'OPTIONS /campaigns/c1 as vic', 'enter');
    expect(watch.screen()).toMatch(/● 204 +OPTIONS \/campaigns\/c1 as vic/);
    expect(watch.screen()).toContain('it is answered with the methods of the path');
    watch.press('t', 'ctrl+u', 'GET /health as vic', 'enter');
    expect(watch.screen()).toMatch(/● 200 +GET \/health as vic/);
    expect(watch.screen()).toContain('the endpoint is skipped: nothing is decided');
    expect(watch.screen()).not.toContain('refused: ');
  });

  it('is refused as a server would refuse it', async () => {
    const watch = await headlessWatch();
    watch.press('t', 'ctrl+u', 'GET /nowhere as ana', 'enter');
    expect(watch.screen()).toMatch(/○ 404 +GET \/nowhere as ana/);
    expect(watch.screen()).toContain('refused: no endpoint');
  });

  it('becomes a fixture with one key, which can be taken back', async () => {
    const watch = await headlessWatch();
    const file = join(watch.folder, 'fixtures/campaigns.fixtures.yaml');
    const before = readFileSync(file, 'utf8');
    watch.press('t', 'ctrl+u', 'PUT /campaigns/c2 as liz {"name":"x"}', 'enter', 'w');
    expect(readFileSync(file, 'utf8')).toContain(`  - name: PUT /campaigns/c2 as liz
    as: liz
    call: PUT /campaigns/c2
    body:
      name: x
    expect: deny
`);
    expect(watch.opened.at(-1)?.file).toBe('fixtures/campaigns.fixtures.yaml');
    await watch.until(({ content }) => content().tally.passed === 273);
    watch.press('u');
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});

describe('a copy of a fixture', () => {
  const NAME = 'fixtures/campaigns.fixtures.yaml';

  async function copied() {
    const watch = await headlessWatch();
    const text = () => readFileSync(join(watch.folder, NAME), 'utf8');
    const before = text();
    watch.press('tab', '/', 'an editor renames a draft', 'enter', 'w');
    expect(text()).toContain('  - name: an editor renames a draft (copy)\n');
    return { watch, before, text };
  }

  it('is chosen as soon as it has been replayed', async () => {
    const { watch, text } = await copied();
    await watch.afterEdit(NAME, (written) => written.replace('a draft (copy)', 'a draft again'));
    expect(watch.content().row?.ready.fixture.name).toBe('an editor renames a draft again');
    watch.leaveEditor();
    expect(text()).toContain('a draft again');
  });

  it('is asked with the headers and the context of the fixture, and so is its explanation', async () => {
    const watch = await headlessWatch({
      prepare: (folder) => {
        const schema = join(folder, 'v4.policyschema.json');
        const json = JSON.parse(readFileSync(schema, 'utf8'));
        const { attributes } = json.EmailApp.actions.getEmailCampaign.appliesTo.context;
        attributes.hour = { type: 'Long', required: false };
        writeFileSync(schema, JSON.stringify(json));
        appendFileSync(
          join(folder, NAME),
          `  - name: by night
    as: ana
    call: GET /campaigns/c1
    headers: { X-Trace: t1 }
    context: { hour: 3 }
    expect: allow
  - name: overridden
    as: ana
    call: GET /campaigns/c1
    headers: { X-HTTP-Method-Override: DELETE }
    expect: 400
`,
        );
        return [folder];
      },
    });
    watch.press('tab', '/', 'overridden', 'enter', 'y');
    expect(watch.screen()).toContain('no command sends the headers of this call');
    watch.press('/', 'ctrl+u', 'by night', 'enter', 'y');
    const command = `npx authz explain GET /campaigns/c1 --as ana --context '{"hour":3}' --fixtures ${NAME}`;
    expect(watch.written.at(-1)).toBe(`\u001b]52;c;${Buffer.from(command).toString('base64')}\u0007`);
    watch.press('w');
    expect(readFileSync(join(watch.folder, NAME), 'utf8')).toContain(`  - name: by night (copy)
    as: ana
    call: GET /campaigns/c1
    headers:
      X-Trace: t1
    context:
      hour: 3
    expect: allow
`);
  });

  it('is taken back when the editor leaves it as it was', async () => {
    const { watch, before, text } = await copied();
    watch.leaveEditor();
    expect(text()).toBe(before);
    expect(watch.screen()).toContain('the copy was left as it was: taken back');
    expect(watch.state().awaited).toBeUndefined();
  });
});
