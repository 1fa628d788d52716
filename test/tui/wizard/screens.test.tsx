import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { renderToString } from 'ink';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/core/diagnostics/diagnostic.ts';
import { buildReport } from '../../../src/core/replay/report.ts';
import { widthOf } from '../../../src/tui/line.ts';
import { wizardReducer } from '../../../src/tui/wizard/reducer.ts';
import { initialState, type WizardState } from '../../../src/tui/wizard/state.ts';
import { entityLines } from '../../../src/tui/wizard/views/principal-lines.ts';
import { summaryList } from '../../../src/tui/wizard/views/summary-lines.ts';
import { WizardScreen } from '../../../src/tui/wizard/wizard.tsx';
import { EXAMPLE_FOLDER, folderWith } from '../../helpers/cli.ts';
import { textOf } from '../../helpers/headless-watch.ts';
import { press, reading, START } from './helpers.ts';

/** The screen in a state; it has 80 columns and 24 rows where there is no terminal. */
function show(state: WizardState): string {
  return renderToString(<WizardScreen state={state} />, { columns: 80 });
}

let read: WizardState;
beforeAll(async () => {
  read = await reading(join(EXAMPLE_FOLDER, 'openapi.yaml'));
});

const enters = (count: number) => Array<string>(count).fill('enter');

describe('the first replay in the wizard', () => {
  it('has a bar, which is gone with its results', () => {
    const summary = press(read, ...enters(6));
    if (summary.task?.type !== 'plan') throw new Error(`the task is ${summary.task?.type}`);
    const files = [{ name: 'authz.yaml', text: '' }];
    const planned = wizardReducer(summary, {
      type: 'planned',
      answers: summary.answers,
      outcome: { ok: true, value: files, diagnostics: [] },
    });
    const written = wizardReducer(press(planned, 'w'), {
      type: 'written',
      outcome: { ok: true, value: [{ name: 'authz.yaml', outcome: 'created' }], diagnostics: [] },
    });
    expect(show(written)).not.toContain('░');
    const half = wizardReducer(written, { type: 'replaying', progress: { done: 20, total: 40 } });
    expect(stripVTControlCharacters(show(half))).toMatch(/Replaying █+░+ 20 of 40/);
    const done = wizardReducer(half, { type: 'replayed', report: buildReport([]) });
    expect(show(done)).not.toContain('░');
  });
});

describe('the summary of the wizard', () => {
  const infos = ['one', 'two', 'three', 'four'].map(
    (word): Diagnostic => ({
      severity: 'info',
      code: 'left-out',
      message: `number ${word} of what is good to know before files are written`,
      help: 'to permit one, add its line to a policy',
      details: ['permit (principal, action, resource);'],
    }),
  );
  const warning: Diagnostic = {
    severity: 'warning',
    code: 'not-isolated',
    message: '2 of 4 types are not isolated',
    help: 'say it in authz.yaml',
  };

  function planned(diagnostics: readonly Diagnostic[], count = 12): WizardState {
    const summary = press(read, ...enters(6));
    const value = Array.from({ length: count }, (_, index) => ({
      name: `policies/some-template-${index + 1}.cedar`,
      text: 'x',
    }));
    const outcome = { ok: true, value, diagnostics } as const;
    return wizardReducer(summary, { type: 'planned', answers: summary.answers, outcome });
  }

  it('has warnings before what is only good to know, and says how much it has no room for', () => {
    const shown = stripVTControlCharacters(show(planned([...infos, warning])));
    expect(shown).toContain('warning: 2 of 4 types are not isolated');
    expect(shown.indexOf('warning: ')).toBeLessThan(shown.indexOf('info: '));
    const count = shown.match(/info: /g)?.length ?? 0;
    expect(count).toBeLessThan(infos.length);
    expect(shown).toContain(`and ${infos.length - count} more; what to do`);
  });

  it('has what is open to everybody before warnings, also where there is room for little', () => {
    const shown = stripVTControlCharacters(show(planned([warning, ...infos])));
    expect(shown.indexOf('2 endpoints open to everybody')).toBeGreaterThan(0);
    expect(shown.indexOf('open to everybody')).toBeLessThan(shown.indexOf('warning: '));
    const small = summaryList(planned([warning, ...infos]), { width: 40, height: 12 }).map(textOf);
    const at = small.indexOf('2 endpoints open to everybody');
    expect(small.slice(at + 1)).toEqual([
      'warning: 2 of 4 types are not isolated',
      'info: number one of what is good to know',
      'and 4 more; what to do is printed at the',
      'end',
    ]);
  });

  it('has the beginning of a warning that does not fit before what is said of templates', () => {
    const long = { ...warning, message: `${Array(12).fill('Account').join(', ')} are not isolated` };
    const idle = press(planned([long, ...infos]), 'esc', ...Array<string>(9).fill('up'));
    const at = idle.start.templates.findIndex(({ name }) => name === 'api-groups');
    const ticked = press(idle, ...Array<string>(at).fill('down'), 'space', 'enter');
    const { answers } = ticked;
    const value = ticked.summary.files;
    const again = wizardReducer(ticked, {
      type: 'planned',
      answers,
      outcome: { ok: true, value, diagnostics: [long, ...infos] },
    });
    const lines = (height: number) => summaryList(again, { width: 40, height }).map(textOf);
    expect(lines(40)).toContain('1 template with nothing to say about');
    const small = lines(12);
    expect(small).toContain('2 endpoints open to everybody');
    expect(small.join(' ')).toContain('warning: Account, Account');
    expect(small.join(' ')).not.toContain('nothing to say');
  });

  it('says what to do about a problem where there is room', () => {
    const shown = stripVTControlCharacters(show(planned([warning], 3)));
    expect(shown).toContain('not isolated');
    expect(shown).toContain('say it in authz.yaml');
    expect(shown).not.toContain('printed at the end');
  });

  it('counts the files that it has no room for', () => {
    const shown = stripVTControlCharacters(show(planned([...infos, warning])));
    const count = shown.match(/some-template-\d+\.cedar/g)?.length ?? 0;
    expect(count).toBeLessThan(12);
    expect(shown).toContain(`  and ${12 - count} more`);
    expect(stripVTControlCharacters(show(planned([], 12)))).not.toContain(' more ');
  });

  it('names the warnings once more when the files are written, and hands on all there is to know', () => {
    const value = [{ name: 'policies/some-template-1.cedar', outcome: 'created' }] as const;
    const outcome = { ok: true, value, diagnostics: [] } as const;
    const written = wizardReducer(press(planned([...infos, warning]), 'w'), { type: 'written', outcome });
    const shown = stripVTControlCharacters(show(written));
    expect(shown).toContain('warning: 2 of 4 types are not isolated');
    expect(shown).not.toContain('info: ');
    expect(press(written, 'q').end).toMatchObject({ type: 'written', findings: [...infos, warning] });
  });
});

describe('the screens of the wizard', () => {
  it.each([
    ['the beginning', () => initialState(START)],
    ['the API', () => read],
    ['the namespace', () => press(read, ...enters(1))],
    ['a namespace that cannot be used', () => press(read, ...enters(1), '::')],
    ['the patterns', () => press(read, ...enters(2))],
    ['a search that finds nothing', () => press(read, ...enters(2), '/', 'zzz')],
    ['the model', () => press(read, ...enters(3))],
    ['a model without attributes', () => press(read, ...enters(3), 'a', 'a')],
    ['the principal', () => press(read, ...enters(4))],
    ['the templates', () => press(read, ...enters(5), 'end')],
    ['the summary', () => press(read, ...enters(6))],
    ['the help', () => press(read, ...enters(2), '?')],
    ['leaving', () => press(read, 'ctrl+c')],
  ])('fill the terminal, and no more: %s', (_, make) => {
    const lines = show(make()).split('\n');
    expect(lines).toHaveLength(24);
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(80);
  });

  it('ask which of two base paths calls have, where paths repeat that of their servers', async () => {
    const text = `openapi: 3.1.0
info: { title: Pets, version: '1' }
servers: [{ url: https://example.com/api }]
paths: { /api/pets: { get: { responses: { '200': { description: ok } } } } }
`;
    const file = join(folderWith({ 'openapi.yaml': text }), 'openapi.yaml');
    const asked = await reading(file);
    const shown = (state: WizardState) => stripVTControlCharacters(show(state)).replaceAll(/[\s│]+/g, ' ');
    expect(shown(asked)).toContain('/api/api/pets ? b changes');
    const once = press(asked, 'b');
    expect(once.answers.basePath).toBe('/');
    expect(shown(once)).toContain(' /api/pets ? b changes');
    expect(press(once, 'b').answers.basePath).toBe('/api');
    expect(press(read, 'b').notice).toContain('do not repeat');
    expect(shown(press(asked, '?'))).toContain('b whether calls have the repeated base path');
    expect(shown(press(asked, ':', 'base path'))).toContain('whether calls have the repeated base path');
    expect(shown(press(read, '?'))).not.toContain('base path');
    expect(shown(press(read, ':', 'base path'))).toContain('no command has these words');
    expect(shown(read)).not.toContain('Are calls for');
  });

  it('say what Esc does, with a search and without', () => {
    const footer = (state: WizardState) => stripVTControlCharacters(show(state)).split('\n').at(-1);
    const found = press(read, ...enters(2), '/', 'mess', 'enter');
    expect(footer(found)).toContain('Esc show all');
    expect(footer(press(found, 'esc'))).toContain('Esc back');
    expect(stripVTControlCharacters(show(press(found, '?')))).toMatch(/Esc +show all; else one step back/);
  });

  it('offer to leave the first step, which has none before it', () => {
    const footer = (state: WizardState) => stripVTControlCharacters(show(state)).split('\n').at(-1);
    expect(footer(read)).toContain('Esc leave');
    expect(footer(read)).not.toContain('back');
    const help = stripVTControlCharacters(show(press(read, '?')));
    expect(help).toMatch(/Esc +leave; answers are kept/);
    expect(help).toMatch(/q +leave; answers are kept/);
  });

  it('offer to keep or replace only where a file exists and is another', () => {
    const summary = (before: string | undefined) => {
      const planning = press(read, ...enters(6));
      const { answers } = planning;
      const file = { name: 'policies/a.cedar', text: 'new', ...(before === undefined ? {} : { before }) };
      const outcome = { ok: true, value: [file], diagnostics: [] } as const;
      return stripVTControlCharacters(show(wizardReducer(planning, { type: 'planned', answers, outcome })));
    };
    expect(summary('old')).toContain('keep or replace');
    expect(summary('new')).not.toContain('keep or replace');
    expect(summary(undefined)).not.toContain('keep or replace');
  });

  it('the help has every key of the review', () => {
    const help = stripVTControlCharacters(show(press(read, ...enters(2), '?')));
    for (const words of [
      'the next pattern',
      'take the last change back',
      'make it implicit-scope',
      'leave; answers are kept',
    ])
      expect(help).toContain(words);
  });

  it('show why an endpoint has its pattern, the second best, and what a call of it asks', () => {
    const shown = stripVTControlCharacters(show(press(read, ...enters(2), ...Array<string>(7).fill('down'))));
    for (const words of [
      'DELETE /messages is batch (0.98), else implicit-scope (0.02)',
      'A call     DELETE /messages?messagelist=email-message-1,email-message-2',
      'resource   EmailMarketing::EmailMessage::"email-message-1", and 1 more',
      'slice with Role "editor", Tenant "tenant-1", EmailCampaign',
    ])
      expect(shown).toContain(words);
  });

  it('show the evidence for the runner-up as well, and the key that takes it', () => {
    const at = press(read, ...enters(2), ...Array<string>(7).fill('down'));
    const shown = stripVTControlCharacters(show(press(at, ']')));
    expect(shown).toMatch(/The runner-up is implicit-scope: x takes it\n[+-]\d+\.\d\d \S/);
  });

  it('ask in plain words first, and say what the description says of the endpoint', () => {
    const shown = stripVTControlCharacters(show(press(read, ...enters(2), ...Array<string>(7).fill('down'))));
    expect(shown).toMatch(/\(0\.02\)\s+Delete several messages\s+May this person do this to each/);
  });

  it('say of a runner-up that was taken how to go back', () => {
    const at = press(read, ...enters(2), ...Array<string>(7).fill('down'), 'x');
    const shown = stripVTControlCharacters(show(press(at, ']')));
    expect(shown).toContain('The runner-up, implicit-scope, was taken: c goes back');
    expect(press(at, 'x')).toMatchObject({ answers: at.answers, notice: 'The runner-up was taken already' });
  });

  it('scroll the details to their last line and no further, and back', () => {
    const model = press(read, ...enters(3));
    const shown = (state: WizardState) => stripVTControlCharacters(show(state));
    expect(shown(model)).toMatch(/↓ \d+ more lines, \] scrolls/);
    const end = press(model, ...Array<string>(60).fill(']'));
    expect(shown(end)).toMatch(/│ \}/);
    expect(shown(end)).not.toContain('more line');
    expect(press(end, ']').scroll).toBe(end.scroll);
    expect(shown(press(end, '['))).toContain('more line');
    expect(press(end, 'down').scroll).toBe(0);
  });

  it('say only what is true when somebody leaves', () => {
    expect(show(press(read, 'ctrl+c'))).toContain('Your answers are kept');
    const unread = press(initialState({ ...START, candidates: [] }), 'ctrl+c');
    expect(show(unread)).toContain('Nothing has been written');
    expect(show(unread)).not.toContain('Your answers are kept');
    expect(press(unread, 'z').notice).toBe('z does nothing here');
  });

  it('the help offers a key to go down only where something is below', () => {
    const footer = (state: WizardState) => stripVTControlCharacters(show(state)).split('\n').at(-1);
    expect(footer(press(read, ...enters(4), '?'))).not.toContain('down');
    const long = press({ ...read, screen: { width: 80, height: 10 } }, ...enters(2), '?');
    expect(footer(long)).toContain('down');
    expect(footer(press(long, ...Array<string>(40).fill('down')))).not.toContain('down');
  });

  it('show JSON that can be pasted, whatever the claims are called', () => {
    const state = press(read, ...enters(4), 'ctrl+u', 'a"b');
    const text = entityLines(state, 200).map((one) => one.map((part) => part.text).join(''));
    const start = text.indexOf('becomes the entity');
    expect(JSON.parse(text.slice(1, start).join('\n'))).toMatchObject({ 'a"b': 'ana', groups: ['editor'] });
    expect(JSON.parse(text.slice(start + 1).join('\n'))).toMatchObject({ uid: { id: 'ana' } });
  });

  it('the help cuts nothing off', () => {
    for (const count of [0, 1, 2, 3, 4, 5]) {
      const help = stripVTControlCharacters(show(press(read, ...enters(count), '?')));
      expect(help).not.toMatch(/…/);
    }
  });

  it('keep what a file says from moving the cursor, also when it is typed', async () => {
    const folder = folderWith({
      'openapi.yaml': `openapi: 3.1.0\ninfo: { title: "\\u001b]0;owned\\u0007 \\u202e title", version: "\\u001b[2J" }\npaths: { "/a\\u001b[1mb": { get: { summary: "\\u001b[3J" } } }\n`,
    });
    const odd = await reading(join(folder, 'openapi.yaml'));
    for (const state of [
      odd,
      press(odd, ...enters(2)),
      wizardReducer(odd, { type: 'key', press: { name: 'paste', text: '\u001b[2J' } }),
    ])
      expect(show(state)).not.toMatch(/\u001b\]|\u001b\[[0-9]*[JH]|\u0007|\u202e/);
  });
});
