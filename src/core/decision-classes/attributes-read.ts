import { isRecord } from '../values/record.ts';

/** The names of all attributes that policies look at, of whatever entity. */
export function attributesRead(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const member of value) attributesRead(member, found);
  else if (isRecord(value)) {
    const names = [value.attr].flat().filter((name) => typeof name === 'string');
    if ('left' in value) for (const name of names) found.add(name);
    for (const member of Object.values(value)) attributesRead(member, found);
  }
  return found;
}
