import { isRecord } from '../../values/record.ts';
import { type Entity, isUid, plainUid } from '../entity.ts';
import { parseUid } from '../parse-uid.ts';
import type { SchemaJson } from '../wasm/json.ts';
import { type ValueShape, valueShapes } from './value-shapes.ts';

/**
 * Of an entity that the engine refuses with this message, because an attribute has to be a reference to an entity, or hold some: how they are
 * written. A plain text, as claims of tokens are, is none. `undefined` where the message is about something else.
 */
export function referenceHelp(
  { uid, attrs }: Entity,
  message: string,
  schema: SchemaJson<string>,
): string | undefined {
  const shape = valueShapes(schema).entities.get(plainUid(uid).type);
  for (const [name, value] of Object.entries(attrs)) {
    if (shape?.kind !== 'record' || !message.includes(`in attribute \`${name}\` on `)) continue;
    const found = noReference(value, shape.attributes.get(name));
    if (!found) continue;
    const path = [name, ...found.path].join('.');
    return found.isSet
      ? `attribute \`${path}\` has to hold references to entities, as in \`[${found.example}]\``
      : `attribute \`${path}\` has to be a reference to an entity, as in \`${found.example}\``;
  }
  return undefined;
}

interface NoReference {
  /** Down through records. */
  readonly path: readonly string[];
  readonly isSet: boolean;
  readonly example: string;
}

/** The first place in a value that has something else than the reference which belongs there. */
function noReference(value: unknown, shape: ValueShape | undefined): NoReference | undefined {
  switch (shape?.kind) {
    case 'entity':
      return noReferenceTo(shape.type, value);
    case 'set': {
      const members = Array.isArray(value) ? value : shape.element.kind === 'entity' ? [value] : [];
      const found = firstFound(members, (member) => noReference(member, shape.element));
      return found && { ...found, isSet: found.isSet || shape.element.kind === 'entity' };
    }
    case 'record':
      if (!isRecord(value)) return undefined;
      return firstFound(Object.entries(value), ([name, member]) => {
        const found = noReference(member, shape.attributes.get(name));
        return found && { ...found, path: [name, ...found.path] };
      });
    default:
      return undefined;
  }
}

function firstFound<T, R>(all: readonly T[], find: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function noReferenceTo(type: string | undefined, value: unknown): NoReference | undefined {
  const written = isRecord(value) ? (value.__entity ?? value) : value;
  if (type === undefined || (isUid(written) && written.type === type)) return undefined;
  const text = typeof written === 'string' ? (parseUid(written)?.id ?? written) : undefined;
  const id = text ?? (isUid(written) ? written.id : '...');
  return {
    path: [],
    isSet: false,
    example: `{"type": ${JSON.stringify(type)}, "id": ${JSON.stringify(id)}}`,
  };
}
