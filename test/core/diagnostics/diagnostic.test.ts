import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  type Diagnostic,
  distinctDiagnostics,
  hasErrors,
  InputError,
  sortDiagnostics,
} from '../../../src/core/diagnostics/diagnostic.ts';
import { locationAt } from '../../../src/core/diagnostics/source.ts';
import fc from '../../helpers/fast-check.ts';

const diagnostic: fc.Arbitrary<Diagnostic> = fc.record(
  {
    severity: fc.constantFrom('error', 'warning', 'info'),
    code: fc.constant('usage' as const),
    message: fc.constantFrom('a', 'b'),
    file: fc.constantFrom('a.cedar', 'b.cedar'),
    location: fc.nat(8).map((offset) => locationAt('ab\ncd\nef', offset)),
  },
  { requiredKeys: ['severity', 'code', 'message'] },
);

describe('diagnostics', () => {
  it('have one order, whatever the order in which they were found', () => {
    fc.assert(
      fc.property(fc.array(diagnostic), fc.infiniteStream(fc.nat()), (list, order) => {
        const shuffled = list
          .map((one) => ({ one, key: order.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => one);
        expect(sortDiagnostics(shuffled)).toEqual(sortDiagnostics(list));
      }),
    );
  });

  it('are sorted by file, line, column and severity', () => {
    const at = (file: string, offset: number, severity: Diagnostic['severity'] = 'error') => ({
      ...{ severity, code: 'usage' as const, message: 'm', file, location: locationAt('ab\ncd', offset) },
    });
    const sorted = [
      at('a', 0),
      at('a', 1),
      at('a', 3),
      at('b', 0),
      at('b', 0, 'warning'),
      at('b', 0, 'info'),
    ];
    expect(sortDiagnostics(sorted.toReversed())).toEqual(sorted);
  });

  it('are told once', () => {
    const one: Diagnostic = { severity: 'error', code: 'file-empty', message: 'm' };
    const other: Diagnostic = { severity: 'error', code: 'file-syntax', message: 'm' };
    expect(distinctDiagnostics([one, other, { ...one }])).toEqual([one, other]);
    // The line that is shown follows from the place: it may be as long as the file, and there may be thousands of problems in it.
    const placed = { ...one, location: { line: 1, column: 1, endLine: 1, endColumn: 2, excerpt: 'a' } };
    const further = { ...placed, location: { ...placed.location, column: 2 } };
    const seen = [placed, further, { ...placed, location: { ...placed.location, excerpt: 'b' } }];
    expect(distinctDiagnostics(seen)).toHaveLength(2);
  });

  it('stop a command when one is an error', () => {
    expect(hasErrors([{ severity: 'warning', code: 'file-empty', message: 'm' }])).toBe(false);
    expect(hasErrors([{ severity: 'error', code: 'file-empty', message: 'm' }])).toBe(true);
    const error = new InputError([{ severity: 'error', code: 'file-empty', message: 'm' }], { cause: 'c' });
    expect([error.message, error.name, error.cause]).toEqual(['m', 'InputError', 'c']);
    // As Node shows an error that nobody catches.
    const shown = inspect(
      new InputError([{ severity: 'error', code: 'file-empty', message: 'once', help: 'h' }]),
    );
    expect(shown.match(/once/g)).toHaveLength(1);
  });
});
