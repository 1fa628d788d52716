import { entityKey, isUid } from './entity.ts';
import { findUnusableValue, type NestingProblem } from './limits.ts';

/** The first value in these entities that the engine would not see as it is, told with its attribute and entity; `at` leads to it. */
export function findUnusableAttribute(entities: readonly unknown[], depth = 0): NestingProblem | undefined {
  const problem = findUnusableValue(entities, depth);
  const [index, part, name] = problem?.at ?? [];
  if (problem === undefined || typeof index !== 'number' || typeof name !== 'string') return problem;
  if (part !== 'attrs' && part !== 'tags') return problem;
  const member = `${part === 'attrs' ? 'attribute' : 'tag'} \`${name}\``;
  return { ...problem, message: `${member}${ownerOf(entities[index])}: ${problem.message}` };
}

function ownerOf(entity: unknown): string {
  const { uid } = entity as { readonly uid?: unknown };
  const plain = typeof uid === 'object' && uid !== null && '__entity' in uid ? uid.__entity : uid;
  return isUid(plain) ? ` of \`${entityKey(plain)}\`` : '';
}
