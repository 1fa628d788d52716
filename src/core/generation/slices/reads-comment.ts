import type { Attribute, EntityType } from '../../model/model.ts';
import { compareText } from '../../values/compare-text.ts';
import { visible } from './attribute-code.ts';
import type { TypeReads } from './reads-by-type.ts';

/** Whether an answer need say only that the entity is there. */
export function isReadOfNothing({ attributes, tags, parents }: TypeReads): boolean {
  return attributes.size === 0 && !tags && !parents;
}

/** What policies read of a type, for whoever writes what looks it up. */
export function readsComment(reads: TypeReads, type: EntityType): string {
  if (isReadOfNothing(reads))
    return `No policy reads anything of it: answering whether it exists is enough.${askedBesides(type)}`;
  const names = [...reads.attributes].toSorted(compareText).map((name) => `\`${visible(name)}\``);
  const others = [...(reads.tags ? ['its tags'] : []), ...(reads.parents ? ['what it is in'] : [])];
  return `Policies read ${listed([...names, ...others])}.`.replaceAll('*/', '*\\/');
}

/** Without such attributes the engine refuses it; without its tags and parents, a later policy would take it for one that has none. */
function askedBesides({ attributes, hasTags, parents }: EntityType): string {
  const kept = [...(hasTags ? ['tags'] : []), ...(parents.length > 0 ? ['parents'] : [])];
  return [
    attributes.some(({ required }) => required) ? ' The schema requires some of its attributes.' : '',
    kept.length > 0 ? ` Its ${listed(kept)} are for later policies.` : '',
  ].join('');
}

/** What of a type the file leaves out, by its types of attributes; `undefined` where that is nothing. */
export function leftOutComment({ name, attributes, unreadAttributes = [] }: EntityType): string | undefined {
  const paths = [...unreadAttributes.map((one) => one.name), ...attributes.flatMap(unreadWithin)];
  if (paths.length === 0) return undefined;
  const names = paths.map((path) => `\`${visible(path)}\``);
  const [is, its] = names.length === 1 ? ['is', 'its type is'] : ['are', 'their types are'];
  return `${listed(names)} ${is} not here, since ${its} not known to this file: add what policies read of it to what \`entityOf${name}\` gives.`.replaceAll(
    '*/',
    '*\\/',
  );
}

function unreadWithin({ name, type }: Attribute): string[] {
  if (type.kind !== 'Record') return [];
  const inside = [...(type.unread ?? []).map((one) => one.name), ...type.attributes.flatMap(unreadWithin)];
  return inside.map((path) => `${name}.${path}`);
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}
