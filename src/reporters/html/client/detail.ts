import type { PageData, PageDecision, PageExplanation, PageFixture, PagePart, PagePolicy } from '../page.ts';
import { byId, element, plural } from './elements.ts';
import { isBad } from './filter.ts';

/** Shows fixtures with their decisions beside the page. The dialog itself closes on Escape, and gives the focus back. */
export function createDetail(data: PageData): (title: string, fixtures: readonly PageFixture[]) => void {
  const dialog = byId('detail', HTMLDialogElement);
  const heading = byId('detail-title', HTMLHeadingElement);
  const body = byId('detail-body', HTMLDivElement);
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  return (title, fixtures) => {
    heading.textContent = title;
    // What failed comes first: it is what people open a cell for.
    const sorted = [...fixtures].sort((a, b) => Number(isBad(b)) - Number(isBad(a)));
    body.replaceChildren(...drawSome(sorted, data));
    dialog.showModal();
    dialog.scrollTop = 0;
  };
}

const FIXTURES_AT_ONCE = 20;

function drawSome(fixtures: readonly PageFixture[], data: PageData): HTMLElement[] {
  const drawn = fixtures
    .slice(0, FIXTURES_AT_ONCE)
    .map((fixture) => drawFixture(fixture, data, fixtures.length === 1));
  const rest = fixtures.slice(FIXTURES_AT_ONCE);
  if (rest.length === 0) return drawn;
  const more = element(
    'button',
    '',
    `Show ${Math.min(rest.length, FIXTURES_AT_ONCE)} more of ${rest.length}`,
  );
  more.addEventListener('click', () => {
    const added = drawSome(rest, data);
    more.replaceWith(...added);
    added[0]?.querySelector('summary')?.focus();
  });
  return [...drawn, more];
}

function drawFixture(fixture: PageFixture, data: PageData, isOnly: boolean): HTMLElement {
  const { status, word, name, asks, place, duration, tags, note, decisions } = fixture;
  const facts = [place, duration, ...tags.map((tag) => `#${tag}`)].join(' · ');
  return element(
    'article',
    '',
    element('h3', '', element('span', `badge ${status}`, word), ` ${name}`),
    ...(asks === undefined ? [] : [element('p', '', element('code', '', asks))]),
    element('p', 'quiet', facts),
    ...(note === undefined ? [] : [element('p', '', note)]),
    ...decisions.map((decision) => drawDecision(decision, data, isOnly || decision.status !== 'passed')),
  );
}

function drawDecision(decision: PageDecision, data: PageData, isOpen: boolean): HTMLElement {
  const { verdict, status, reasons, explanation } = decision;
  const head = element(
    'p',
    status === 'passed' ? 'outcome' : 'outcome bad',
    `${status === 'passed' ? '✓' : '!'} ${verdict}`,
  );
  const list = element('ul', 'reasons', ...reasons.map((reason) => element('li', '', reason)));
  const why = explanation ? [drawExplanation(explanation, data, isOpen)] : [];
  return element('div', 'decision', head, ...(reasons.length > 0 ? [list] : []), ...why);
}

function drawExplanation(explanation: PageExplanation, data: PageData, isOpen: boolean): HTMLElement {
  const { summary, steps, policies, omitted, changes } = explanation;
  const mapping = steps.flatMap((index) => {
    const [name = '', text = ''] = data.steps[index] ?? [];
    return [element('dt', '', name), element('dd', '', text)];
  });
  const told = policies.flatMap((index) => data.policies[index] ?? []).map(drawPolicy);
  const more =
    omitted > 0 ? [element('p', 'quiet', `${plural(omitted, 'policy', 'policies')} further away`)] : [];
  const turn = changes.map((change) => element('li', '', change));
  const details = element(
    'details',
    'explanation',
    element('summary', '', `Why: ${summary}`),
    element('dl', '', ...mapping),
    ...told,
    ...more,
    ...(turn.length > 0 ? [element('h4', '', 'What would turn it'), element('ul', '', ...turn)] : []),
  );
  details.open = isOpen;
  return details;
}

const POLICY_WORDS = {
  satisfied: 'applies',
  'not-satisfied': 'does not apply',
  errored: 'could not be evaluated',
} as const satisfies Readonly<Record<PagePolicy['status'], string>>;

function drawPolicy({ id, place, effect, status, consequence, parts }: PagePolicy): HTMLElement {
  return element(
    'div',
    'policy',
    element('h4', '', `${effect} `, element('code', '', id), ` ${POLICY_WORDS[status]}`),
    element('p', 'quiet', place),
    drawParts(parts),
    ...(consequence === undefined ? [] : [element('p', '', consequence)]),
  );
}

const TRUTH_WORDS = {
  true: '✓ true',
  false: '✕ false',
  error: '! error',
  'not-reached': '– not reached',
} as const satisfies Readonly<Record<PagePart['truth'], string>>;

function drawParts(parts: readonly PagePart[]): HTMLElement {
  const items = parts.map(({ truth, text, place, seen, parts: inner }) =>
    element(
      'li',
      `part ${truth}`,
      element('span', 'truth', TRUTH_WORDS[truth]),
      element(
        'div',
        '',
        element('code', '', text),
        element('span', 'place quiet', ` ${place}`),
        ...seen.map((line) => element('div', 'seen', line)),
      ),
      ...(inner.length > 0 ? [drawParts(inner)] : []),
    ),
  );
  return element('ul', 'parts', ...items);
}
