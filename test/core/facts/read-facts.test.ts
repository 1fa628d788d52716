import { describe, expect, it } from 'vitest';
import { conditionsAmong } from '../../../src/core/analysis/questions/fact.ts';
import { factNamed, readFacts } from '../../../src/core/facts/read-facts.ts';
import { emailModel } from '../../helpers/email-model.ts';
import { valueIn } from '../../helpers/outcome.ts';

const { tenantType: _, ...withoutTenants } = emailModel;

/** Where the facts of a file stand: as if each had a line of its own. */
const placeOf = ([index]: readonly string[]) => ({ file: `line ${index}` });

describe('a fact with a name', () => {
  it('says of a model with tenants that a resource is in one of them at most', () => {
    expect(factNamed('one-tenant-per-resource', emailModel)).toEqual({
      kind: 'at-most-one-ancestor',
      type: 'EmailApp::Tenant',
    });
  });

  it('says nothing of a model without tenants', () => {
    expect(factNamed('one-tenant-per-resource', withoutTenants)).toBeUndefined();
    expect(valueIn(readFacts(['one-tenant-per-resource'], withoutTenants))).toEqual([]);
  });
});

describe('a fact with a condition', () => {
  it.each(['resource has owner', 'resource has owner // of everything', '"}" != "{"'])(
    'is a statement with its own name: %s',
    (when) => {
      const facts = valueIn(readFacts([{ id: 'a "quoted" name', when }], emailModel));
      expect(facts.map(({ kind }) => kind)).toEqual(['condition']);
      const [policy] = conditionsAmong(facts);
      expect(policy).toMatchObject({ id: 'a "quoted" name', isStatement: true });
      expect(policy?.json.annotations).toEqual({ id: 'a "quoted" name' });
      expect(policy?.json.conditions).toHaveLength(1);
    },
  );

  it.each(['', 'resource has', 'true }; forbid (principal, action, resource) when { true'])(
    'that does not parse is said at its place, and then no fact is taken: %s',
    (when) => {
      const facts = ['one-tenant-per-resource' as const, { id: 'odd', when }, { id: 'odder', when }];
      const outcome = readFacts(facts, emailModel, placeOf);
      expect(outcome.ok).toBe(false);
      expect(outcome.diagnostics).toMatchObject(
        ['line 1', 'line 2'].map((file) => ({ severity: 'error', code: 'fact-unusable', file })),
      );
    },
  );
});
