import { readAnalysisSchema } from '../../../analysis/schema/analysis-schema.ts';
import type { SchemaJson } from '../../../cedar/cedar.ts';

/** That entities of a type may be in some of another by way of a third, which a side does not know. */
export interface LostWay {
  readonly of: string;
  readonly type: string;
  readonly by: string;
}

/**
 * The types whose entities may be in others by a way that one side does not know: whether they are then in these on that side as well, nobody
 * can say. Where nothing is lost between two types, the side knows each step of each way, as it knows each type on it from both ends and
 * nothing is lost between these. So what is in what is the same there as for both schemas together.
 */
export function lostWays(merged: SchemaJson<string>, side: SchemaJson<string>): readonly LostWay[] {
  const all = ancestorsIn(merged);
  const known = ancestorsIn(side);
  const ways = [...readAnalysisSchema(side).entityTypes.keys()].flatMap((of) =>
    [...all(of)].flatMap((by) =>
      [...all(by)].filter((type) => known(of).has(type)).map((type) => ({ of, by, type })),
    ),
  );
  const lost = new Map<string, LostWay>();
  const isSure = (of: string, type: string) => known(of).has(type) && !lost.has(pairKey({ of, type }));
  for (let size = -1; size < lost.size; ) {
    size = lost.size;
    for (const way of ways)
      if (!isSure(way.of, way.by) || !isSure(way.by, way.type))
        if (!lost.has(pairKey(way))) lost.set(pairKey(way), way);
  }
  return [...lost.values()];
}

function ancestorsIn(json: SchemaJson<string>): (name: string) => ReadonlySet<string> {
  const { entityTypes } = readAnalysisSchema(json);
  return (name) => entityTypes.get(name)?.ancestors ?? new Set();
}

function pairKey({ of, type }: Pick<LostWay, 'of' | 'type'>): string {
  return JSON.stringify([of, type]);
}
