import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../src/core/policies/policy.ts';
import { editedClause } from '../../../src/core/watching/edited-clause.ts';
import { policySetOf } from '../../helpers/policies.ts';

const A = 'resource.status == "a status with a long name"';
const B = 'resource.status == "another status with a long name"';
const C = 'principal in resource.readers';
const D = 'context.isUrgent';

function policy(clauses: string): Policy {
  const [only] = policySetOf(`permit (principal, action, resource)\n${clauses};`).policies;
  if (!only) throw new Error('no policy');
  return only;
}

/** The words, and the line and column that they point to. */
function edit(before: string, after: string) {
  const { clause, location } = editedClause(policy(before), policy(after));
  return [clause, location && `${location.line}:${location.column}`];
}

describe('what was edited in a policy', () => {
  it('is a clause as a whole where it is short', () => {
    expect(edit('when { context.a || context.b }', 'when { context.a || context.c }')).toEqual([
      'when { context.a || context.c }',
      '2:1',
    ]);
    expect(edit('when { context.a } unless { context.b }', 'when { context.a }')).toEqual([
      'without unless { context.b }',
      undefined,
    ]);
  });

  it.each([
    ['added', `${A} || ${B}`, `${A} ||\n${B} ||\n${C}`, `when { ... || ${C} }`, '4:1'],
    ['added to a single condition', A, `${A} &&\n(${B})`, `when { ... && ${B} }`, '3:2'],
    ['changed among others', `${A} && ${B} && ${C}`, `${A} && ${B} &&\n${D}`, `when { ... && ${D} }`, '3:1'],
    [
      'added deeper inside',
      `(${A} || ${B}) && ${C}`,
      `(${A} || ${B} ||\n${D}) && ${C}`,
      `when { ... || ${D} }`,
      '3:1',
    ],
    ['taken away', `${A} && ${B} && ${C}`, `${A} && ${B}`, `without when { ... && ${C} }`, '2:1'],
  ])('is only the condition that was %s in a long clause', (_, before, after, words, place) => {
    expect(edit(`when { ${before} }`, `when { ${after} }`)).toEqual([words, place]);
  });

  it.each([
    ['several conditions were edited', `${A} && ${B}`, `${A} && ${C} && ${D}`],
    ['the edit is inside a negation', `!(${A} || ${B})`, `!(${A} || ${B} || ${C})`],
    ['conditions only changed places', `${A} && (${B})`, `${B} && ${A}`],
  ])('is a long clause as a whole where %s', (_, before, after) => {
    expect(edit(`when { ${before} }`, `when { ${after} }`)).toEqual([`when { ${after} }`, '2:1']);
  });

  it('is the first of several clauses that are written differently, as a whole', () => {
    const [clause] = edit(
      `when { ${A} && ${B} } when { ${C} }`,
      `when { ${A} && ${B} && ${D} } when { ${C} || ${D} }`,
    );
    expect(clause).toBe(`when { ${A} && ${B} && ${D} }`);
  });
});
