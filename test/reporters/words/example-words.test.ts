import { describe, expect, it } from 'vitest';
import { compareSides } from '../../../src/core/guarantees/comparison/compare.ts';
import { readSchema } from '../../../src/core/model/read-schema.ts';
import { exampleWords } from '../../../src/reporters/words/example-words.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { PLAIN_SERVER } from '../../helpers/plain-server.ts';
import { policySetOf } from '../../helpers/policies.ts';

const SCHEMA = `
namespace App {
  entity Team { budget: Long, motto: String };
  entity User in [Team] { level: Long, boss?: User };
  entity Doc { owner: User, team: Team } tags String;
  action read appliesTo { principal: [User], resource: [Doc], context: { hour: Long, via?: String } };
}`;

/** How the request is told that a permit with a condition lets in. */
function told(condition: string): readonly string[] {
  const schema = valueIn(readSchema({ file: 'schema', text: SCHEMA }));
  const side = (name: string, policies: string) => ({
    ...PLAIN_SERVER,
    name,
    schema,
    policySet: policySetOf(policies),
  });
  const { endpoints } = valueIn(
    compareSides(
      side('before', ''),
      side('after', `@id("new") permit (principal, action, resource) when { ${condition} };`),
    ),
  );
  const [turn] = endpoints.flatMap(({ opened }) => opened ?? []);
  return turn ? exampleWords(turn.example) : [];
}

describe('the words of an example', () => {
  it('name the caller and the resource, with what policies look at', () => {
    expect(told('principal.level > 2')).toEqual([
      'as User "user1" in nothing, level = 3',
      'about Doc "doc1" in nothing',
    ]);
  });

  it('name every other entity that policies look at: without it nobody sees what the example shows', () => {
    expect(
      told('resource.team.budget == 7 && resource.owner.level > 3 && resource.owner != principal'),
    ).toEqual([
      'as User "user1" in nothing, level = 0',
      'about Doc "doc1" in nothing, owner = App::User::"user2", team = App::Team::"team1"',
      'where Team "team1" has budget = 7',
      'where User "user2" has level = 4',
    ]);
  });

  it('name the tags', () => {
    expect(told('resource.hasTag("x") && resource.getTag("x") == "y"')).toEqual([
      'as User "user1" in nothing',
      'about Doc "doc1" in nothing, tag "x" = "y"',
    ]);
  });

  it('name what policies look at in the context', () => {
    expect(told('context.hour > 18')).toEqual([
      'as User "user1" in nothing',
      'about Doc "doc1" in nothing',
      'where the context has hour = 19',
    ]);
    expect(told('context has via && context.via == "vpn"')).toEqual([
      'as User "user1" in nothing',
      'about Doc "doc1" in nothing',
      'where the context has via = "vpn"',
    ]);
  });
});
