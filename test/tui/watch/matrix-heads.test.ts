import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headlessWatch, prepareCedarRequests } from '../../helpers/headless-watch.ts';

/** The lines of the matrix above its endpoints. */
function heads(screen: string): string[] {
  const lines = screen.split('\n');
  const first = lines.findIndex((line) => line.startsWith('> '));
  return lines.slice(1, first).map((line) => line.replace(/│.*/, '').trim());
}

describe('above the matrix', () => {
  it('tenants and groups have two lines each where their names would be cut, and no endpoint has to go for that', async () => {
    const watch = await headlessWatch({ screen: { width: 140, height: 40 } });
    expect(heads(watch.screen())).toEqual([
      expect.stringMatching(/^acme +umbrella$/),
      'initech',
      expect.stringMatching(/▶ +ada +ana +vic +liz +ned +ivy +ian +eve$/),
      expect.stringMatching(/^admin +viewer +- +editor$/),
      expect.stringMatching(/^editor +viewer\+e… +intern$/),
    ]);
  });

  it('they have one each on a small screen, and the chosen caller is named with all of them below', async () => {
    const watch = await headlessWatch({ screen: { width: 80, height: 24 } });
    expect(heads(watch.screen())).toEqual([
      expect.stringMatching(/^acme +ini… umbrella$/),
      expect.stringMatching(/▶ +ada +ana/),
      expect.stringMatching(/^adm… edi… vie… vie… - +int… editor$/),
    ]);
    watch.press('right', 'right');
    expect(watch.screen()).toContain('as vic in viewer, acme');
  });

  it('callers of one group beside each other have its name once', async () => {
    const watch = await headlessWatch({ screen: { width: 200, height: 60 } });
    expect(heads(watch.screen()).at(-2)).toMatch(/editor +editor +editor/);
    expect(heads(watch.screen()).join(' ')).not.toMatch(/edi…|adm…/);
  });
});

describe('below the matrix', () => {
  it('the signs are explained when something has changed, too, on a terminal of the usual size', async () => {
    const watch = await headlessWatch({ screen: { width: 80, height: 24 } });
    await watch.afterEdit('policies/editors.cedar', (text) => text.replace('== "draft"', '!= "sent"'));
    expect(watch.screen()).toContain('▲ 8 opened');
    expect(watch.screen()).toContain('✗ not expected  ▲▼ changed');
  });

  it('a cell that nothing is known of says why', async () => {
    const prepare = (folder: string) => {
      for (const name of ['campaigns', 'freelancers', 'messages', 'tenants'])
        rmSync(join(folder, `fixtures/${name}.fixtures.yaml`));
      writeFileSync(join(folder, 'entities.json'), '[]\n');
      return [];
    };
    const watch = await headlessWatch({ screen: { width: 80, height: 24 }, prepare });
    expect(watch.screen()).toMatch(/> DELETE \/campaigns\/\S+ +·/);
    expect(watch.screen()).toContain('· no fixture calls it');
    watch.resize({ width: 200, height: 60 });
    expect(watch.screen()).toContain('· no fixture calls it');
    expect(watch.screen()).toContain('· nothing to ask');
  });
});

describe('the matrix of requests of Cedar', () => {
  it('has a line for each action, and a column for each principal that asks', async () => {
    const watch = await headlessWatch({ prepare: prepareCedarRequests });
    watch.press('1');
    const { lines, columns } = watch.content().matrix;
    expect(lines.map(({ name }) => name)).toEqual([
      'Action::"download"',
      'Action::"rename"',
      'Action::"view"',
    ]);
    expect(columns.map(({ name }) => name)).toContain('Robot::"r2"');
    expect(columns.map(({ name }) => name)).not.toContain('anonymous');
    watch.press('n');
    expect(watch.screen()).toMatch(/^> Action::"download" {2}/m);
    watch.press('x');
    expect(watch.screen()).toMatch(/Action::"dow… Action::"ren… Action::"vie…\n> User::"eve" {2}·/);
  });
});
