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

/**
 * The names of all attributes that are not only there to reach others, and `context` where it is used so: of a record that is compared, say,
 * every attribute counts, whether it is named or not.
 */
export function recordsUsedWhole(
  value: unknown,
  isHolder = false,
  found = new Set<string>(),
): ReadonlySet<string> {
  if (Array.isArray(value)) for (const member of value) recordsUsedWhole(member, false, found);
  else if (isRecord(value)) {
    const { '.': access, has, 'if-then-else': choice, Var: variable } = value;
    if (isRecord(access)) {
      if (!isHolder && typeof access.attr === 'string') found.add(access.attr);
      recordsUsedWhole(access.left, true, found);
    } else if (isRecord(has)) recordsUsedWhole(has.left, true, found);
    else if (isRecord(choice)) {
      recordsUsedWhole(choice.if, false, found);
      for (const side of [choice.then, choice.else]) recordsUsedWhole(side, isHolder, found);
    } else if (variable === 'context' && !isHolder) found.add('context');
    else for (const member of Object.values(value)) recordsUsedWhole(member, false, found);
  }
  return found;
}
