import type { RequestEnvironment } from '../../analysis/schema/analysis-schema.ts';
import { groupBy } from '../../values/group.ts';
import type { Access } from './access.ts';

/** What holds of one kind of requests for an action. */
export interface AccessOfTypes {
  readonly environment: RequestEnvironment;
  readonly access: Access;
}

/** One answer for all kinds of requests: where they differ, each alternative says which types it is about. */
export function accessByTypes(found: readonly AccessOfTypes[]): Access {
  const answers = found.map(({ access }) => access);
  const [first] = answers;
  if (!first) return { kind: 'never' };
  const same = JSON.stringify(first);
  if (answers.every((one) => JSON.stringify(one) === same)) return first;
  const undecided = answers.find(({ kind }) => kind === 'not-decided');
  if (undecided) return undecided;
  const needs = needsOfAll(answers);
  return { kind: 'when', needs, alternatives: alternativesBy(['principal', 'resource'], found, needs) };
}

/** What is needed whatever the types are, where somebody may do it at all. */
function needsOfAll(answers: readonly Access[]): readonly string[] {
  const [first = [], ...others] = answers.flatMap((one) => {
    if (one.kind === 'when') return [one.needs];
    return one.kind === 'always' ? [[]] : [];
  });
  return first.filter((need) => others.every((needs) => needs.includes(need)));
}

type Alternatives = readonly (readonly string[])[];

/** Types with the same alternatives are told together; where that is all of them, they say nothing. */
function alternativesBy(
  [variable, ...rest]: readonly ('principal' | 'resource')[],
  found: readonly AccessOfTypes[],
  known: readonly string[],
): Alternatives {
  if (variable === undefined) return found.flatMap(({ access }) => alternativesIn(access, known));
  const byType = groupBy(found, ({ environment }) => environment[`${variable}Type`]);
  const told = [...byType].map(([type, ones]) => ({
    words: `${variable} is ${type}`,
    alternatives: alternativesBy(rest, ones, known),
  }));
  const alike = [...groupBy(told, ({ alternatives }) => JSON.stringify(alternatives)).values()];
  return alike.flatMap((types) => {
    const { alternatives = [] } = types[0] ?? {};
    const anyOf = types.map(({ words }) => words).join(' || ');
    return alike.length === 1 ? alternatives : alternatives.map((words) => [anyOf, ...words]);
  });
}

function alternativesIn(access: Access, known: readonly string[]): Alternatives {
  if (access.kind === 'always') return [[]];
  if (access.kind !== 'when') return [];
  const needs = access.needs.filter((need) => !known.includes(need));
  return access.alternatives.length === 0
    ? [needs]
    : access.alternatives.map((words) => [...needs, ...words]);
}
