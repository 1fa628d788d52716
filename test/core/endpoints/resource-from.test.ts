import { describe, expect, it } from 'vitest';
import {
  bodyFrom,
  describeIdentifier,
  isResourceFrom,
  NAMED_PARTS,
  nameOfIdentifier,
  placeOfIdentifier,
} from '../../../src/core/endpoints/resource-from.ts';
import { bodySteps } from '../../helpers/arbitrary-model.ts';
import fc from '../../helpers/fast-check.ts';

describe('isResourceFrom', () => {
  it.each([
    'application',
    'path:id',
    'query:a b',
    'body:\n',
    'path::',
    'body',
    'body[]',
    'body[].id',
    'body:items[].message_id',
    'body:message.id',
  ])('takes %j', (word) => {
    expect(isResourceFrom(word)).toBe(true);
  });

  it.each(NAMED_PARTS)('takes a name in the %s', (part) => {
    expect(isResourceFrom(`${part}:id`)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'path',
    'path:',
    'header:id',
    'Application',
    ' application',
    'body:',
    'body[',
    'body.id',
    'body[]id',
    'body:a..b',
    'body:a[0]',
  ])('refuses %j', (word) => {
    expect(isResourceFrom(word)).toBe(false);
  });
});

describe('a place in the body', () => {
  it('is read step by step', () => {
    expect(placeOfIdentifier('body:items[].message_id')).toEqual({
      in: 'body',
      steps: [{ key: 'items' }, 'each', { key: 'message_id' }],
    });
    expect(placeOfIdentifier('body')).toEqual({ in: 'body', steps: ['each'] });
    expect(placeOfIdentifier('body[]')).toEqual({ in: 'body', steps: ['each'] });
  });

  it('is written as it is read, whatever the properties are called', () => {
    fc.assert(
      fc.property(bodySteps, (steps) => {
        const from = bodyFrom(steps);
        expect(isResourceFrom(from)).toBe(true);
        expect(placeOfIdentifier(from)).toEqual({ in: 'body', steps });
      }),
    );
  });

  it('is called by its last property', () => {
    expect(nameOfIdentifier('body:items[].message_id')).toBe('message_id');
    expect(nameOfIdentifier('body')).toBe('');
    expect(describeIdentifier('body')).toBe('the body');
    expect(describeIdentifier('body[]')).toBe('the body');
    expect(describeIdentifier('body[].id')).toBe('`body[].id`');
    expect(describeIdentifier('body:items[].id')).toBe('`items[].id` in the body');
  });
});
