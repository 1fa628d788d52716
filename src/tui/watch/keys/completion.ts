import { METHODS } from '../../../core/endpoints/method.ts';
import { callersOf } from '../../../core/watching/callers.ts';
import type { Run } from '../../../core/watching/session.ts';
import { printTypedCall } from '../../../core/watching/tried-call.ts';
import { commonStart } from '../../common-start.ts';
import type { Row } from '../rows/rows.ts';

/** What may be typed next in `METHOD /path as principal`, best first. */
export function completionsFor(text: string, run: Run | undefined): readonly string[] {
  const words = text.trimStart().split(/\s+/);
  const word = words.at(-1) ?? '';
  const known = KNOWN[words.length - 1]?.(run, words[0] ?? '') ?? [];
  return [...new Set(known)].filter((one) => one.toLowerCase().startsWith(word.toLowerCase()));
}

/** By the place of the word. */
const KNOWN: readonly ((run: Run | undefined, method: string) => readonly string[])[] = [
  (run) => METHODS.filter((method) => endpointsOf(run).some((endpoint) => endpoint.method === method)),
  (run, method) => [
    ...urlsOf(run, method),
    ...endpointsOf(run).flatMap((one) => (isOf(method, one.method) ? [one.path] : [])),
  ],
  () => ['as'],
  (run) =>
    (run?.projects ?? [])
      .flatMap(({ decided }) => (decided ? callersOf(decided.project) : []))
      .map(({ name }) => name),
];

function endpointsOf(run: Run | undefined) {
  return (run?.projects ?? []).flatMap(({ decided }) => decided?.project.endpoints ?? []);
}

function urlsOf(run: Run | undefined, method: string): string[] {
  return (run?.projects ?? []).flatMap(({ decided }) =>
    (decided?.project.fixtures ?? []).flatMap(({ fixture: { asks } }) =>
      asks.type === 'call' && isOf(method, asks.call.method) ? [asks.call.url] : [],
    ),
  );
}

function isOf(method: string, other: string): boolean {
  return method.toUpperCase() === other;
}

/** The text with its last word completed as far as all that is possible agrees. */
export function completed(text: string, candidates: readonly string[]): string {
  const [first, ...others] = candidates;
  if (first === undefined) return text;
  const word = text.trimStart().split(/\s+/).at(-1) ?? '';
  const before = text.slice(0, text.length - word.length);
  if (others.length === 0) return `${before}${first} `;
  const common = others.reduce(commonStart, first);
  return common.length > word.length ? `${before}${common}` : text;
}

/** The call of a row, to be changed; empty for a ready request, which is not a call. */
export function typedCallOf(row: Row | undefined): string {
  if (!row) return '';
  const { asks, as } = row.ready.fixture;
  return asks.type === 'call' ? printTypedCall(asks, as) : '';
}
