import { isDeepStrictEqual } from 'node:util';
import * as cedar from '../../src/core/cedar/cedar.ts';
import { withoutSlots } from './links.ts';
import { PROJECT_WAYS } from './project-ways.ts';
import { shrunk } from './shrink.ts';
import { type Answered, ENGINE_WAYS, type Way } from './ways.ts';
import { makeWorld, type World } from './world.ts';

/** All ways of deciding, by name. */
export const WAYS: Readonly<Record<string, Way>> = { ...ENGINE_WAYS, ...PROJECT_WAYS };

/** An answer that is not what the plain engine says, in the smallest world found that has one. */
export interface Difference {
  readonly seed: number;
  readonly way: string;
  readonly world: World;
  readonly answer: Answered;
}

export interface Counts {
  worlds: number;
  /** By way. */
  readonly answers: Record<string, number>;
  /** By kind, as the plain engine has it. */
  readonly kinds: Record<string, number>;
}

export function noCounts(): Counts {
  return { worlds: 0, answers: {}, kinds: {} };
}

/** Compares all ways over the world of a seed. */
export async function compareWays(
  seed: number,
  counts: Counts,
  ways: Readonly<Record<string, Way>> = WAYS,
): Promise<Difference | undefined> {
  const world = makeWorld(seed);
  counts.worlds += 1;
  for (const [way, decide] of Object.entries(ways)) {
    const answers = await decide(world);
    counts.answers[way] = (counts.answers[way] ?? 0) + answers.length;
    for (const { expected } of answers) {
      const kind = kindIn(expected);
      counts.kinds[kind] = (counts.kinds[kind] ?? 0) + 1;
    }
    if (answers.some(differs)) return smallestDifference(seed, way, decide, world);
  }
  return undefined;
}

function differs({ expected, actual }: Answered): boolean {
  return !isDeepStrictEqual(expected, actual);
}

function kindIn(expected: unknown): string {
  const [one] = [expected].flat();
  return typeof one === 'object' && one !== null && 'kind' in one ? String(one.kind) : `status ${one}`;
}

async function smallestDifference(seed: number, way: string, decide: Way, world: World): Promise<Difference> {
  const smallest = await shrunk(world, async (smaller) => {
    try {
      return isUsable(smaller) && (await decide(smaller)).some(differs);
    } catch {
      return false;
    }
  });
  const answer = (await decide(smallest)).find(differs);
  if (!answer) throw new Error(`a difference of \`${way}\` for the seed ${seed} does not come again`);
  return { seed, way, world: smallest, answer };
}

/** A smaller policy may not fit the schema any more; such policies are never decided with. */
function isUsable({ schema, versions }: World): boolean {
  return versions.flat().every((text) => {
    const answer = cedar.validatePolicies(schema, { p: withoutSlots(text) });
    return answer.ok && answer.value.errors.length === 0;
  });
}
