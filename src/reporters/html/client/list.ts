import type { PageFixture } from '../page.ts';
import { element } from './elements.ts';
import type { ShowFixtures } from './matrix.ts';

const ITEMS_AT_ONCE = 100;

/** Lists fixtures, a hundred at a time: a page of ten thousand answers no key. */
export function drawList(
  list: HTMLOListElement,
  more: HTMLButtonElement,
  fixtures: readonly PageFixture[],
  show: ShowFixtures,
): void {
  list.replaceChildren();
  const add = () => {
    const from = list.children.length;
    const added = fixtures.slice(from, from + ITEMS_AT_ONCE).map((fixture) => drawItem(fixture, show));
    list.append(...added);
    const rest = fixtures.length - list.children.length;
    more.hidden = rest === 0;
    more.textContent = `Show ${Math.min(rest, ITEMS_AT_ONCE)} more of ${rest}`;
    if (from > 0) added[0]?.querySelector('button')?.focus();
  };
  more.onclick = add;
  add();
}

function drawItem(fixture: PageFixture, show: ShowFixtures): HTMLLIElement {
  const { status, word, name, asks, place, decisions } = fixture;
  const button = element('button', 'link', name);
  button.type = 'button';
  button.addEventListener('click', () => show(asks ?? name, [fixture]));
  const wrong = decisions.filter((decision) => decision.status !== 'passed').map(({ verdict }) => verdict);
  return element(
    'li',
    '',
    element('span', `badge ${status}`, word),
    element(
      'div',
      '',
      button,
      ...(asks === undefined ? [] : [element('div', '', element('code', '', asks))]),
      ...wrong.map((line) => element('div', 'bad', line)),
    ),
    element('span', 'quiet place', place),
  );
}
