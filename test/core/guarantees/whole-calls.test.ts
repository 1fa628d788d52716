import { expect, it } from 'vitest';
import type { EndpointChange } from '../../../src/core/guarantees/comparison/comparison.ts';
import { withoutKind, withoutRefused } from '../../../src/core/guarantees/whole-calls.ts';

const reasons = [{ what: 'routing', message: 'something is not decided' }];

function change(kind: EndpointChange['kind'], more: Partial<EndpointChange> = {}): EndpointChange {
  return { action: 'read', presence: 'both', kind, reasons, ...more };
}

it.each<[EndpointChange['kind'], 'opened' | 'closed', EndpointChange['kind']]>([
  ['both', 'opened', 'closed'],
  ['both', 'closed', 'opened'],
  ['opened', 'opened', 'not-decided'],
  ['closed', 'closed', 'not-decided'],
  ['opened', 'closed', 'opened'],
  ['closed', 'opened', 'closed'],
  ['not-decided', 'opened', 'not-decided'],
])(
  'of a change that is %s and not decided in part, what opens or closes nothing leaves the doubt: %s',
  (kind, gone, left) => {
    const isPartlyUndecided = kind === 'not-decided' ? {} : ({ isPartlyUndecided: true } as const);
    const found = withoutKind(gone, change(kind, isPartlyUndecided));
    expect(found).toMatchObject({ kind: left, reasons });
    expect(found.kind === 'not-decided' || found.isPartlyUndecided).toBe(true);
  },
);

it('of calls that are permitted to nobody on one side, the doubt about the other is left', () => {
  const doubt = change('not-decided');
  expect(withoutRefused(doubt, { never: { before: true, after: true } })).toMatchObject({
    kind: 'unchanged',
    reasons: [],
  });
  expect(withoutRefused(doubt, { never: { before: true, after: false } })).toEqual(doubt);
  expect(withoutRefused(doubt, { never: { before: false, after: false } })).toEqual(doubt);
  expect(withoutRefused(doubt, { never: { before: false, after: true } })).toEqual({
    ...doubt,
    undecidedOnlyCloses: true,
  });
});
