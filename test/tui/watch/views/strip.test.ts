import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headlessWatch } from '../../../helpers/headless-watch.ts';

const EDITORS = 'policies/editors.cedar';
const WIDENED = (text: string) => text.replace('== "draft"', '!= "sent"');

describe('the strip below the header has three lines at most', () => {
  it('when a save turned decisions, with what that save does for all requests', async () => {
    const watch = await headlessWatch();
    await watch.afterEdit(EDITORS, WIDENED);
    const [counts, first, saved, ...others] = watch.strip();
    expect(others).toEqual([]);
    expect(counts).toContain('▲ 8 opened');
    expect(first).toContain('▲ PUT /campaigns/c2 as ana');
    expect(saved).toContain('last save, all requests: opens');
  });

  it('when a run is looked back at, with each call once, as of a table and of the cases', async () => {
    const watch = await headlessWatch({ screen: { width: 140, height: 40 } });
    await watch.afterEdit(
      'policies/viewers.cedar',
      (text) => `${text}permit (principal, action, resource);\n`,
    );
    watch.press('[');
    const [, ...told] = watch.strip();
    expect(told).toHaveLength(2);
    expect(new Set(told).size).toBe(2);
  });

  it('when there is something to advise, too', async () => {
    const watch = await headlessWatch({
      prepare: (folder) => {
        for (const name of ['fixtures', 'policies']) rmSync(join(folder, name), { recursive: true });
        return [];
      },
    });
    watch.resize({ width: 60, height: 24 });
    await watch.afterEdit('authz.yaml', (text) => `${text}\nserver: { maxBatchItems: 50 }\n`);
    expect(watch.strip().length).toBeLessThanOrEqual(3);
  });
});

describe('an error below the header', () => {
  async function misspelled() {
    const watch = await headlessWatch();
    watch.edit(EDITORS, (text) => text.replace('resource.recipientCount', 'resource.recipientCoumt'));
    await watch.until(({ content }) => content().tally.errors > 0);
    return watch;
  }

  it('is told whole where it takes more than a line', async () => {
    const watch = await misspelled();
    const [first, second] = watch.strip();
    expect(`${first} ${second?.replace('  ↪ ', '')}`).toMatch(
      /^error: attribute `recipientCoumt` .* \[policy-invalid\]$/,
    );
  });

  it('says what to do on as many lines as that takes, and drops the line of the file before', async () => {
    const watch = await headlessWatch({ screen: { width: 60, height: 20 } });
    watch.edit(
      EDITORS,
      (text) => `${text}\n@id("editors-change-drafts") permit (principal, action, resource);\n`,
    );
    await watch.until(({ content }) => content().tally.errors > 0);
    const told = watch.screen().split('\n').slice(1, 10).join(' ').replaceAll('  ↪ ', '');
    expect(told).toMatch(
      /= help: the other policy is at policies\/editors\.cedar:.*: give each its own `@id`/,
    );
    expect(told).toContain('What follows is the last good state.');
    expect(told).not.toContain(' | ');
    watch.resize({ width: 80, height: 24 });
    expect(watch.strip().join('\n')).toContain(' | @id("editors-change-drafts")');
  });

  it('shows where it is, and all of its message that there is room for, on the smallest screen', async () => {
    const watch = await misspelled();
    watch.resize({ width: 30, height: 8 });
    const [first = '', second = '', place = '', ...others] = watch.strip();
    expect(others).toEqual([]);
    expect(first).toMatch(/^attribute `recipientCoumt` /);
    expect(second).toMatch(/…$/);
    expect(place).toMatch(/^….*editors\.cedar:\d+:\d+ {2}d: more$/);
    expect(place.length).toBe(30);
    watch.resize({ width: 40, height: 12 });
    expect(watch.strip().slice(0, -1).join(' ')).toMatch(/ not found$/);
  });
});

describe('why, on a narrow screen', () => {
  it('cuts nothing off', async () => {
    const watch = await headlessWatch({ screen: { width: 40, height: 200 } });
    watch.press('2', '/', 'GET /campaigns/c1 eve', 'enter', 'enter');
    const body = watch.screen().split('\n').slice(1, -2);
    expect(body.join('\n')).toContain('Step by step');
    expect(body.filter((line) => line.length > 40)).toEqual([]);
  });
});
