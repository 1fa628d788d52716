import { describe, expect, it } from 'vitest';
import { usableFacts } from '../../../src/core/facts/usable-facts.ts';
import { readSchema } from '../../../src/core/model/read-schema.ts';
import type { WrittenFact } from '../../../src/core/model/written-fact.ts';
import { told, valueIn } from '../../helpers/outcome.ts';

const SCHEMA = `
namespace App {
  entity Team;
  entity User in [Team] { level?: Long };
  entity Robot;
  entity Doc { owner: User, level: Long };
  @endpoint("GET /docs/{id} single-resource path:id")
  action read appliesTo { principal: [User, Robot], resource: [Doc], context: {} };
  @endpoint("PUT /docs/{id} single-resource path:id")
  action write appliesTo { principal: [User], resource: [Doc], context: {} };
}`;

/** Where the facts of a file stand: all of them, or one. */
const placeOfFact = ([index]: readonly string[]) => ({
  file: index === undefined ? 'facts' : `facts.${index}`,
});

/** What is wrong with some conditions. */
function wrongWith(conditions: readonly string[], schema = SCHEMA): string[] {
  const facts = conditions.map((when, index): WrittenFact => ({ id: `f${index}`, when }));
  const { json, model } = valueIn(readSchema({ file: 's', text: schema }));
  const outcome = usableFacts({ facts, placeOfFact }, { schema: json, model });
  expect(outcome.ok).toBe(outcome.diagnostics.length === 0);
  if (outcome.ok) expect(outcome.value).toHaveLength(facts.length);
  return told(outcome.diagnostics);
}

const BUT_FOR_ANONYMOUS = 'principal == App::User::"anonymous" ||';

describe('facts of an application', () => {
  it('can be used where they fit the schema and leave some request of every kind', () => {
    expect(wrongWith([])).toEqual([]);
    expect(wrongWith(['resource.level > 0', 'resource.level < 9'])).toEqual([]);
  });

  it('cannot be used where one does not parse, or does not fit the schema', () => {
    expect(wrongWith(['resource.level > 0', 'resource has'])).toEqual([
      expect.stringContaining('facts.1 error the condition of a fact cannot be read'),
    ]);
    expect(wrongWith(['resource.level > 0', 'resource.lvl > 0'])).toEqual([
      expect.stringMatching(/^facts\.1 error fact `f1`: attribute `lvl`/),
    ]);
  });

  it.each([
    ['each other', ['resource.level > 5', 'resource.level < 5'], 'read'],
    ['themselves', ['resource.level != resource.level'], 'read'],
    ['what one action is', ['action != App::Action::"write"'], 'write'],
    [
      'what every request is',
      ['resource.owner in principal', 'resource.owner != principal', 'principal is App::Robot'],
      'read',
    ],
  ])('cannot be used where they contradict %s', (_, conditions, action) => {
    expect(wrongWith(conditions)).toEqual([
      expect.stringMatching(`^facts error the facts contradict .* \`${action}\` fits`),
    ]);
  });

  it('cannot be used where they leave out callers without an identity, of whom everything would be proven', () => {
    const left = expect.stringContaining('facts error the facts leave out callers without an identity');
    expect(wrongWith(['principal is App::Robot || principal has level'])).toEqual([left]);
    expect(wrongWith(['principal is App::Robot || principal in App::Team::"a"'])).toEqual([left]);
    expect(wrongWith([`principal is App::Robot || ${BUT_FOR_ANONYMOUS} principal has level`])).toEqual([]);
  });

  it('may leave those out where the schema has no room for them', () => {
    const needsLevel = SCHEMA.replace('level?: Long', 'level: Long');
    expect(wrongWith([`principal != App::User::"anonymous"`], needsLevel)).toEqual([]);
  });
});
