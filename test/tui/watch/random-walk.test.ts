import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { MOMENT } from '../../../src/tui/watch/keys/guard.ts';
import fc from '../../helpers/fast-check.ts';
import { type HeadlessWatch, headlessWatch } from '../../helpers/headless-watch.ts';
import { runs } from '../../helpers/runs.ts';

const FILES = ['application', 'campaigns', 'freelancers', 'messages', 'tenants'].map(
  (name) => `fixtures/${name}.fixtures.yaml`,
);
const CAMPAIGNS = 'fixtures/campaigns.fixtures.yaml';
const EDITORS = 'policies/editors.cedar';
const QUIET = 'policies/open-endpoints.cedar';

/** What somebody may do at any moment; nothing of it is meant for what the others have just done. */
type Step =
  | { readonly does: 'press'; readonly key: string }
  | { readonly does: 'save'; readonly which: number; readonly isAwaited: boolean }
  | { readonly does: 'look' };

const MOVES = 'down up down right left n N pagedown end g G tab 1 2 enter esc c f x s h l j k'.split(' ');
const ACTS = 'a a a y y y n A A u w e p'.split(' ');
const OTHERS = 'm T b B [ ] ? t'.split(' ');

/** Saves that turn decisions, move fixtures, put one in front of the others, or break something. */
const SAVES: readonly (readonly [file: string, change: (text: string) => string])[] = [
  [EDITORS, (text) => swapped(text, '== "draft"', '!= "sent"')],
  [EDITORS, (text) => swapped(text, 'Role::"editor"', 'Role::"viewer"')],
  ['policies/dashboard.cedar', (text) => (text === '' ? ORIGINAL_DASHBOARD : '')],
  ['policies/viewers.cedar', (text) => swapped(text, 'permit (', 'forbid (')],
  ['policies/tenant-isolation.cedar', (text) => swapped(text, 'forbid (', 'forbid ((')],
  [CAMPAIGNS, (text) => swapped(text, 'cases:\n', `cases:\n${TWIN}`)],
  [CAMPAIGNS, (text) => swapped(text, 'tables:\n', 'tables:\n\n# moved\n\n')],
  [CAMPAIGNS, (text) => swapped(text, '[ada,   ana,   vic]\n', '[ana,   ada,   vic]\n')],
  [CAMPAIGNS, (text) => swapped(text, 'an editor renames a draft', 'an editor lists messages')],
  ['fixtures/messages.fixtures.yaml', (text) => swapped(text, 'cases:\n', 'cases: [\n')],
];

/** Called as another case is, and asks what that asks. */
const TWIN =
  '  - name: an editor renames a draft\n    as: ana\n    call: PUT /campaigns/c1\n    body: { name: Spring }\n    expect: deny\n';
const ORIGINAL_DASHBOARD = readFileSync(
  join(import.meta.dirname, '../../../fixtures/email-app/policies/dashboard.cedar'),
  'utf8',
);

/** The first time there, the second time back. */
function swapped(text: string, one: string, other: string): string {
  return text.includes(other) ? text.replace(other, one) : text.replace(one, other);
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...MOVES).map((key): Step => ({ does: 'press', key })) },
  { weight: 5, arbitrary: fc.constantFrom(...ACTS).map((key): Step => ({ does: 'press', key })) },
  { weight: 1, arbitrary: fc.constantFrom(...OTHERS).map((key): Step => ({ does: 'press', key })) },
  {
    weight: 3,
    arbitrary: fc
      .record({ which: fc.nat(SAVES.length - 1), isAwaited: fc.boolean() })
      .map((save): Step => ({ does: 'save', ...save })),
  },
  { weight: 3, arbitrary: fc.constant<Step>({ does: 'look' }) },
);

describe('whatever keys are pressed while files are saved', () => {
  it('nothing is written that was not shown to whoever pressed the key', { timeout: 3_600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 120, size: 'max' }), async (steps) => {
        const watch = await headlessWatch({ screen: { width: 260, height: 60 } });
        await walk(watch, steps);
      }),
      { ...runs(2), endOnFailure: true },
    );
  });
});

async function walk(watch: HeadlessWatch, steps: readonly Step[]): Promise<void> {
  // What somebody saw last, and what was on the disk before each of the acts that can be taken back.
  let seen = watch.screen();
  const before: (string | undefined)[][] = [];
  for (const one of steps) {
    if (one.does === 'look') {
      watch.pass(MOMENT);
      seen = sinceAsked(seen, watch.screen());
    } else if (one.does === 'save') await save(watch, one);
    else {
      const texts = textsIn(watch);
      watch.press(one.key);
      const now = textsIn(watch);
      const changed = FILES.filter((file) => texts.get(file) !== now.get(file));
      if (changed.length > 0) {
        if (one.key === 'u') expect(changed.map((file) => now.get(file))).toEqual(before.pop());
        else {
          before.push(changed.map((file) => texts.get(file)));
          holdAgainst(
            one.key,
            seen,
            changed.flatMap((file) => difference(texts, now, file)),
          );
        }
        if (one.key === 'w') {
          watch.leaveEditor();
          // A copy that nobody has changed is taken back when the editor is left.
          if (FILES.every((file) => textsIn(watch).get(file) === texts.get(file))) before.pop();
        }
      }
      // Whoever presses a key sees what comes of it.
      seen = sinceAsked(seen, watch.screen());
    }
  }
}

/** A question may be longer than the screen: whoever answers has seen all frames since it was asked. */
function sinceAsked(seen: string, now: string): string {
  const isQuestion = (screen: string) => screen.includes('y write it   n write nothing');
  return isQuestion(seen) && isQuestion(now) ? `${seen}\n${now}` : now;
}

async function save(watch: HeadlessWatch, { which, isAwaited }: Extract<Step, { does: 'save' }>) {
  const [file = '', change = (text: string) => text] = SAVES[which] ?? [];
  watch.edit(file, change);
  if (isAwaited) await settled(watch);
  watch.pass(100);
}

/** One more save, which says nothing new: with its results come those of what was saved before. */
async function settled(watch: HeadlessWatch): Promise<void> {
  const number = watch.state().snapshot.run?.number ?? 0;
  watch.edit(QUIET, (text) => `${text}// ${number}\n`);
  await watch.until(({ state }) => {
    const { run, activity } = state().snapshot;
    return run !== undefined && run.number > number && activity.type === 'idle';
  });
}

function textsIn({ folder }: HeadlessWatch): Map<string, string> {
  return new Map(FILES.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}

// ---- what was written, read from the files alone ----

interface Written {
  /** `PUT /campaigns/c2 as ana` */
  readonly call: string;
  readonly from: string | undefined;
  readonly to: string;
}

function difference(before: Map<string, string>, now: Map<string, string>, file: string): Written[] {
  const [old, present] = [before, now].map((texts) => expectationsIn(texts.get(file) ?? ''));
  return (present ?? []).flatMap(({ call, decision, whole }, index) => {
    const was = old?.[index];
    return was?.whole === whole ? [] : [{ call, from: was?.decision, to: decision }];
  });
}

interface Expectation {
  readonly call: string;
  readonly decision: string;
  readonly whole: string;
}

function expectationsIn(text: string): Expectation[] {
  const { tables = [], cases = [] } = parse(text);
  const inTables = tables.flatMap(({ columns, rows }: never) =>
    Object.entries(rows as Record<string, unknown[]>).flatMap(([call, cells]) =>
      cells.map((cell, index) => expectation(`${call} as ${(columns as string[])[index]}`, cell)),
    ),
  );
  return [
    ...inTables,
    ...cases.map(({ call, as, expect }: never) => expectation(`${call} as ${as}`, expect)),
  ];
}

function expectation(call: string, value: unknown): Expectation {
  const decision = typeof value === 'object' && value && 'decision' in value ? value.decision : value;
  return { call, decision: String(decision), whole: JSON.stringify(value) };
}

/** What was written has to be what the frame before the key said. */
function holdAgainst(key: string, seen: string, changes: readonly Written[]): void {
  const [change] = changes;
  expect(change).toBeDefined();
  if (key === 'y') {
    const asked = seen.split('\n').filter((line) => /(?:accept\? |^ *)(?:allow|deny|as it came)/.test(line));
    for (const { call, from, to } of changes) {
      const named = asked.find((line) => line.includes(`  ${call}`) && isNamed(line, from, to));
      expect(named, `${call}: ${from} -> ${to}\n${seen}`).toBeDefined();
    }
    return;
  }
  expect(['a', 'w'], seen).toContain(key);
  expect(changes, seen).toHaveLength(1);
  expect(chosenIn(seen), `${key}: ${change?.call}\n${seen}`).toContain(change?.call);
  // What lets somebody in is asked about first.
  if (key === 'a') expect([change?.from, change?.to]).not.toEqual(['deny', 'allow']);
}

function isNamed(line: string, from: string | undefined, to: string): boolean {
  return from === to ? line.includes(`${to}, decided by`) : line.includes(`${from} -> ${to}`);
}

/** What a frame says is chosen: the call that is explained, beside the other calls or alone; else the row with the mark. */
function chosenIn(screen: string): string {
  const call = /^ *call +(\S+ \S+)$/m.exec(screen)?.[1];
  const caller = /^ *principal +\S+::"([^"]+)"/m.exec(screen)?.[1];
  if (call !== undefined && caller !== undefined) return `${call} as ${caller}`;
  const explained = /(?:^|│ )[●○◐] [A-Z]+(?: OF \d+)? {2}(\S+ \S+ as \S+)/m.exec(screen)?.[1];
  return explained ?? /^> .*$/m.exec(screen)?.[0].replaceAll(/\s+/g, ' ') ?? '';
}
