import type { SchemaJson } from './cedar.ts';
import * as cedar from './cedar.ts';
import { problemAt } from './definition.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Entity } from './entity.ts';
import { firstMessage } from './entity-check.ts';
import type { FixtureFile } from './fixture.ts';
import type { Model } from './model.ts';
import {
  ANONYMOUS,
  anonymousPrincipal,
  type Claims,
  isExpired,
  type PrincipalAnswer,
  type PrincipalClaims,
  principalFromClaims,
} from './principal.ts';
import { surelyFit } from './schema-fit.ts';

/** What claims are read with. */
export interface PrincipalWorld {
  readonly schema: SchemaJson<string>;
  readonly model: Model;
  readonly claims: PrincipalClaims;
}

/** The principals of a file as entities, by name; `anonymous` among them. */
export type PrincipalEntities = ReadonlyMap<string, Entity>;

/** Makes the principals of a file; those whose claims make none are reported, and left out. */
export function makePrincipals(
  file: FixtureFile,
  world: PrincipalWorld,
): { principals: PrincipalEntities; diagnostics: Diagnostic[] } {
  const principals = new Map([[ANONYMOUS, anonymousPrincipal(world.model)]]);
  const diagnostics: Diagnostic[] = [];
  for (const [name, claims] of file.principals) {
    const answer = principalOf(claims, world);
    if (answer.ok) principals.set(name, answer.principal);
    else diagnostics.push(badPrincipal(file, name, answer.reason));
  }
  return { principals, diagnostics: [...diagnostics, ...misfits(principals, file, world)] };
}

/**
 * Fixtures are replayed as if it were the first day of 2000: what a test says must not depend on the day on which it runs, so that a real
 * token never expires here, and one with `exp: 0` always has.
 */
const REPLAYED_AT = 946_684_800;

function principalOf(claims: Claims, { claims: names, model }: PrincipalWorld): PrincipalAnswer {
  if (isExpired(claims, REPLAYED_AT)) return { ok: true, principal: anonymousPrincipal(model) };
  return principalFromClaims(claims, names, model);
}

/** The engine reads the whole schema for each question, so all principals are asked about at once; singly only to find the culprits. */
function misfits(principals: PrincipalEntities, file: FixtureFile, world: PrincipalWorld): Diagnostic[] {
  // Two names for one subject are fine in fixtures, but not for the engine, unless they say the same.
  const named = [...principals].filter(([name]) => name !== ANONYMOUS);
  const distinct = new Map(named.map(([, principal]) => [JSON.stringify(principal), principal]));
  const entities = [...distinct.values()];
  if (surelyFit(entities, world.schema) || cedar.checkEntities(entities, world.schema).ok) return [];
  return named.flatMap(([name, principal]) => {
    const answer = cedar.checkEntities([principal], world.schema);
    return answer.ok ? [] : [badPrincipal(file, name, firstMessage(answer.errors))];
  });
}

function badPrincipal(file: FixtureFile, name: string, problem: string): Diagnostic {
  const at = file.principalSource === file.source ? ['principals', name] : [name];
  return problemAt(file.principalSource, at, 'principal-invalid', `principal \`${name}\`: ${problem}`);
}
