import { didYouMean, problemAt } from './definition.ts';
import type { Diagnostic, Outcome } from './diagnostic.ts';
import type { Expectation, Fixture } from './fixture.ts';
import { fixtureProblem, placeOf } from './fixture-problem.ts';
import type { ExpectedRequest, ReadyFixture } from './replay.ts';
import type { Request } from './request.ts';

/** Gives every request of a fixture what is expected of it. */
export function matchExpectations(
  fixture: Fixture,
  expectation: Exclude<Expectation, { readonly type: 'refused' }>,
  requests: readonly Request[],
): Outcome<ExpectedRequest[]> {
  if (expectation.type === 'every') {
    return {
      ok: true,
      value: requests.map((request) => ({ request, expected: expectation.expected })),
      diagnostics: [],
    };
  }
  const items = requests.map((request) => request.item ?? '');
  const missing = items.filter((item) => !expectation.items.has(item));
  const surplus = [...expectation.items.keys()].filter((item) => !items.includes(item));
  if (requests.some((request) => request.item === undefined)) {
    return fixtureProblem(
      fixture,
      'expectations by item are for batch endpoints only',
      'write `allow` or `deny`',
    );
  }
  if (missing.length > 0)
    return fixtureProblem(fixture, `no expectation for ${list(missing)}`, 'an expectation is never implied');
  if (surplus.length > 0) return fixtureProblem(fixture, `the call does not name ${list(surplus)}`);
  return {
    ok: true,
    value: requests.flatMap((request) => withItem(request, expectation.items)),
    diagnostics: [],
  };
}

function withItem(
  request: Request,
  items: ReadonlyMap<string, ExpectedRequest['expected']>,
): ExpectedRequest[] {
  const expected = items.get(request.item ?? '');
  return expected ? [{ request, expected }] : [];
}

/**
 * Policies that `because` and `errors` name and that do not exist. Only warnings: the fixture can be replayed, and fails; what became of
 * the call is what its author wants to know.
 */
export function unknownPolicies(
  fixtures: readonly ReadyFixture[],
  policyIds: ReadonlySet<string>,
): Diagnostic[] {
  const near = [...policyIds];
  return fixtures.flatMap(({ fixture, checks }) => {
    if (!checks.some(({ expected }) => namesPolicies(expected))) return [];
    const named = checks.flatMap(({ expected }) => [
      ...(expected.because ?? expected.includes ?? []),
      ...(expected.errors ?? []),
    ]);
    const unknown = [...new Set(named)].filter((id) => !policyIds.has(id));
    return unknown.map((id) => unknownPolicy(fixture, id, near));
  });
}

function namesPolicies({ because, includes, errors }: ExpectedRequest['expected']): boolean {
  return (because ?? includes ?? errors) !== undefined;
}

function unknownPolicy(fixture: Fixture, id: string, policyIds: readonly string[]): Diagnostic {
  const message = `\`${fixture.name}\` names policy \`${id}\`, which does not exist${didYouMean(id, policyIds)}`;
  const { at } = placeOf(fixture, 'expect');
  return { ...problemAt(fixture.source, at, 'policy-unknown', message), severity: 'warning' };
}

function list(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}
