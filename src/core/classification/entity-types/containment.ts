import type { Shape } from '../../openapi/endpoint.ts';
import { compareText } from '../../values/compare-text.ts';
import { reachable } from '../../values/reachable.ts';
import { nounOf } from '../signals/identifiers.ts';
import { phraseOf, wordsOf } from '../words.ts';

/** A reason to believe that one entity type contains another. */
export interface Edge {
  readonly child: string;
  readonly parent: string;
  readonly strength: number;
  readonly text: string;
}

/** What is sure where edges come from: who creates one says where it lives; who nests or lists them nearly so. */
export const STRENGTH = { creates: 4, nests: 3, lists: 2, refers: 1 } as const;

/**
 * The edges that hold together: references only for types without a place of their own, to what contains something or lists them, and no
 * cycles.
 */
export function chooseContainment(
  edges: readonly Edge[],
  listed: readonly Edge[],
  shapes: ReadonlyMap<string, Shape | undefined>,
): readonly Edge[] {
  const nested = edges.filter(({ child, parent }) => child !== parent);
  const typesWithParent = new Set(nested.map(({ child }) => child));
  const typesWithoutParent = [...shapes].filter(([type]) => !typesWithParent.has(type));
  const containers = new Set(nested.map(({ parent }) => parent));
  const references = typesWithoutParent.flatMap(([type, shape]) => {
    const listing = listed.filter(({ child }) => child === type).map(({ parent }) => parent);
    return referencesOf(type, shape, new Set([...containers, ...listing]));
  });
  return withoutCycles([...nested, ...references]);
}

/** Containers by their very name, whatever the paths say. */
const CONTAINERS =
  /^(tenant|organization|organisation|org|workspace|account|company|team|project|folder|group|site|store)$/;

/** Properties such as `tenantId` in the shape of a campaign say where it belongs; people are referred to for other reasons. */
function referencesOf(
  child: string,
  shape: Shape | undefined,
  containers: ReadonlySet<string>,
): readonly Edge[] {
  return [...(shape?.properties.values() ?? [])].flatMap((property) => {
    const parent = referredType(property.name, property.shape, containers);
    if (parent === undefined || parent === child || parent === 'User') return [];
    const text = `its property \`${property.name}\` refers to \`${parent}\``;
    return [{ child, parent, strength: STRENGTH.refers, text }];
  });
}

function referredType(name: string, shape: Shape, containers: ReadonlySet<string>): string | undefined {
  const named = /^(id|uuid|gid|key)$/.test(wordsOf(name).at(-1) ?? '');
  const noun = named ? nounOf(name) : shape.type === 'object' ? phraseOf(shape.name ?? '') : '';
  if (noun === '') return undefined;
  const fitting = [...containers].filter((type) => {
    const words = phraseOf(type);
    return words === noun || (words.endsWith(` ${noun}`) && (named || CONTAINERS.test(noun)));
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** Strongest edges first; one that would close a cycle is left out. */
function withoutCycles(edges: readonly Edge[]): readonly Edge[] {
  const kept = new Map<string, Edge>();
  const parents = new Map<string, Set<string>>();
  for (const edge of [...edges].sort(compareEdges)) {
    const key = `${edge.child} ${edge.parent}`;
    if (kept.has(key) || reachable([edge.parent], (type) => parents.get(type) ?? []).has(edge.child))
      continue;
    kept.set(key, edge);
    parents.set(edge.child, (parents.get(edge.child) ?? new Set()).add(edge.parent));
  }
  return [...kept.values()];
}

function compareEdges(a: Edge, b: Edge): number {
  return (
    b.strength - a.strength ||
    compareText(a.child, b.child) ||
    compareText(a.parent, b.parent) ||
    compareText(a.text, b.text)
  );
}
