import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../src/core/analysis/questions/claim.ts';
import { asStatement } from '../../../src/core/analysis/questions/made-policy.ts';
import type { ProofOptions } from '../../../src/core/analysis/questions/translated-environment.ts';
import { ask, permitWhen, smallSchema } from '../../helpers/analysis.ts';

const SCHEMA = smallSchema({
  more: 'entity Level enum ["low"]; entity Team in [Team] { plan: String, lead?: User } tags String;',
  user: 'in [Team] { boss: User, nick?: String } tags String',
  doc: 'in [Team] { owner: User, team: Team, teams: Set<Team>, level: Level }',
});

const ALL: ProofOptions = {};
const SOME_MISSING: ProofOptions = { entitiesExist: false };
const SLICE: ProofOptions = {
  facts: [{ kind: 'only-slice' }, { kind: 'at-most-one-ancestor', type: 'Other' }],
};
const PART_OF_SLICE: ProofOptions = { ...SLICE, entitiesExist: false };

const OTHER = 'resource.owner != principal';
const OUTSIDE = '!(principal in resource.team) && !(resource in resource.team)';

/** What requests there are where all entities are there, where some are missing, in a slice, and in a slice of which some are missing. */
const CASES: readonly (readonly [
  condition: string,
  all: string,
  missing: string,
  slice: string,
  part: string,
])[] = [
  // of what is sent, required attributes are there, and optional ones may be
  ['!(principal has boss) || !(resource has owner)', 'never', 'never', 'never', 'never'],
  ['resource.owner == principal && !(resource.owner has boss)', 'never', 'never', 'never', 'never'],
  ['resource.owner has nick', 'sometimes', 'sometimes', 'sometimes', 'sometimes'],
  ['!(resource.owner has boss)', 'never', 'sometimes', 'sometimes', 'sometimes'],
  // another owner is not sent
  [`resource.owner has nick && ${OTHER}`, 'sometimes', 'sometimes', 'never', 'never'],
  [`resource.owner has boss && ${OTHER}`, 'sometimes', 'sometimes', 'never', 'never'],
  [`resource.owner.boss == principal && ${OTHER}`, 'sometimes', 'sometimes', 'never', 'never'],
  [`resource.owner has boss.nick && ${OTHER}`, 'sometimes', 'sometimes', 'never', 'never'],
  [`resource.owner.hasTag("k") && ${OTHER}`, 'sometimes', 'sometimes', 'never', 'never'],
  [`resource.owner in Team::"a" && ${OTHER}`, 'sometimes', 'sometimes', 'never', 'never'],
  [`resource.owner is User in Team::"a" && ${OTHER}`, 'sometimes', 'sometimes', 'never', 'never'],
  [`resource.owner in [Team::"a", Team::"b"] && ${OTHER}`, 'sometimes', 'sometimes', 'never', 'never'],
  [`resource.owner in resource.teams && ${OTHER}`, 'sometimes', 'sometimes', 'never', 'never'],
  [`resource.owner in [resource.owner] && ${OTHER}`, 'sometimes', 'sometimes', 'sometimes', 'sometimes'],
  // what the principal or the resource is in is sent
  [
    'resource.team.plan == "x" && resource in resource.team',
    'sometimes',
    'sometimes',
    'sometimes',
    'sometimes',
  ],
  [
    'resource.team.plan == "x" && !(resource in resource.team)',
    'sometimes',
    'sometimes',
    'sometimes',
    'sometimes',
  ],
  [
    'resource.team.plan == "x" && !(principal in resource.team)',
    'sometimes',
    'sometimes',
    'sometimes',
    'sometimes',
  ],
  [`resource.team.plan == "x" && ${OUTSIDE}`, 'sometimes', 'sometimes', 'never', 'never'],
  [`resource.team.hasTag("k") && ${OUTSIDE}`, 'sometimes', 'sometimes', 'never', 'never'],
  [
    'resource.team.getTag("k") == "v" && resource in resource.team',
    'sometimes',
    'sometimes',
    'sometimes',
    'sometimes',
  ],
  [
    'resource.team has lead && resource.team.lead has nick',
    'sometimes',
    'sometimes',
    'sometimes',
    'sometimes',
  ],
  ['resource in resource.team && !(resource.team has plan)', 'never', 'sometimes', 'never', 'sometimes'],
  [
    'resource in resource.team && resource.team in Team::"a" && !(resource in Team::"a")',
    'never',
    'never',
    'never',
    'never',
  ],
  // an entity that a policy names, and members of types that list them
  [
    'Team::"a".plan == "x" && !(principal in Team::"a") && !(resource in Team::"a")',
    'sometimes',
    'sometimes',
    'never',
    'never',
  ],
  ['Team::"a" has plan && principal in Team::"a"', 'sometimes', 'sometimes', 'sometimes', 'sometimes'],
  [
    'resource.level == Level::"low" && resource.level in Level::"low"',
    'sometimes',
    'sometimes',
    'sometimes',
    'sometimes',
  ],
];

function answer(claim: Claim, options: ProofOptions): string {
  const [verdict] = ask(SCHEMA, [claim], options);
  if (verdict?.kind === 'not-decided') return verdict.reason.message;
  return verdict?.kind === 'proven' ? 'never' : 'sometimes';
}

describe('what a condition finds of entities', () => {
  it.each(CASES)(
    '%s: %s, %s where some are missing, %s in a slice, %s in a part of one',
    (condition, ...expected) => {
      const claim: Claim = { kind: 'never-allowed', policies: permitWhen(condition) };
      const answers = [ALL, SOME_MISSING, SLICE, PART_OF_SLICE].map((options) => answer(claim, options));
      expect(answers).toEqual(expected);
    },
  );

  it('is an error where it is read and not there', () => {
    const [policy] = permitWhen('resource.team.plan == "x"');
    if (!policy) throw new Error('no policy');
    const claim: Claim = { kind: 'never-errs', policy };
    const answers = [ALL, SOME_MISSING, SLICE, PART_OF_SLICE].map((options) => answer(claim, options));
    expect(answers).toEqual(['never', 'sometimes', 'sometimes', 'sometimes']);
  });

  it('is what there is for statements, whatever is sent', () => {
    const [policy] = permitWhen(`resource.owner has nick && ${OTHER}`);
    if (!policy) throw new Error('no policy');
    const about = (one: typeof policy): Claim => ({ kind: 'never-applies', policy: one });
    expect(answer(about(policy), SLICE)).toBe('never');
    expect(answer(about(asStatement(policy)), SLICE)).toBe('sometimes');
    expect(answer(about(asStatement(policy)), PART_OF_SLICE)).toBe('sometimes');
  });
});
