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
export function recordsUsedWhole(value: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  addUsedWhole(value, false, found);
  return found;
}

/** `isHolder` says that only an attribute of the value is used. */
function addUsedWhole(value: unknown, isHolder: boolean, found: Set<string>): void {
  if (Array.isArray(value)) for (const member of value) addUsedWhole(member, false, found);
  if (Array.isArray(value) || !isRecord(value)) return;
  const name = attributeOrContext(value);
  if (name !== undefined && !isHolder) found.add(name);
  for (const part of partsOf(value, isHolder)) addUsedWhole(part.value, part.isHolder, found);
}

function attributeOrContext({
  '.': access,
  Var: variable,
}: Readonly<Record<string, unknown>>): string | undefined {
  if (isRecord(access)) return typeof access.attr === 'string' ? access.attr : undefined;
  return variable === 'context' ? variable : undefined;
}

interface ExpressionPart {
  readonly value: unknown;
  readonly isHolder: boolean;
}

/** What an attribute is taken from is only a holder; a choice is used as what it stands for is. */
function partsOf(value: Readonly<Record<string, unknown>>, isHolder: boolean): readonly ExpressionPart[] {
  const { '.': access, has, 'if-then-else': choice } = value;
  const holder = isRecord(access) ? access : isRecord(has) ? has : undefined;
  if (holder) return [{ value: holder.left, isHolder: true }];
  if (!isRecord(choice)) return Object.values(value).map((member) => ({ value: member, isHolder: false }));
  return [
    { value: choice.if, isHolder: false },
    { value: choice.then, isHolder },
    { value: choice.else, isHolder },
  ];
}
