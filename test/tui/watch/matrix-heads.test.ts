import { describe, expect, it } from 'vitest';
import { headlessWatch } from '../../helpers/headless-watch.ts';

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
