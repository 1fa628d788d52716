import type { ValuePath, Writer } from './conditions.ts';
import type { Field, ValueType } from './schema.ts';

/** What conditions seldom say: comparisons of one value with another, values that are chosen or made on the spot, keys that are worked out. */
export function oddAtom(writer: Writer, about: (path: ValuePath) => string): string {
  const { random, paths } = writer;
  const path = random.pick(paths);
  const alike = paths.filter((one) => isSameType(one.type, path.type));
  const [other, third] = [random.pick(alike), random.pick(alike)];
  const guarded = (text: string, ...used: readonly ValuePath[]) =>
    [...(random.percent(85) ? used.flatMap(({ guards }) => guards) : []), text]
      .map((part) => `(${part})`)
      .join(' && ');
  const [a, b, c] = [path.text, other.text, third.text];
  switch (random.below(8)) {
    case 0:
      return guarded(`${a} ${random.pick(['==', '!='])} ${b}`, path, other);
    case 1:
      return guarded(compared(writer, path.type, [a, b, c]), path, other, third);
    case 2: {
      const chosen = `(if ${flag(writer)} then ${a} else ${b})`;
      return guarded(about({ text: chosen, guards: [], type: path.type }), path, other);
    }
    case 3:
      return guarded(about({ text: `{ k: ${a}, l: ${b} }.k`, guards: [], type: path.type }), path, other);
    case 4:
      return guarded(`{ k: ${a}, l: [${b}] } == { l: [${c}, ${b}], k: ${b} }`, path, other, third);
    case 5:
      return guarded(
        `[${a}, ${b}].${random.pick([`contains(${c})`, `containsAll([${c}])`, 'isEmpty()'])}`,
        path,
        other,
        third,
      );
    case 6:
      return guarded(tagOf(writer), path);
    default:
      return guarded(`${a} has ${stepsBelow(writer, path.type).join('.')}`, path);
  }
}

/** The types as they are written: those of two records count as different where their fields stand in another order. */
function isSameType(a: ValueType, b: ValueType): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A condition that needs nothing. */
function flag({ random, paths }: Writer): string {
  const flags = paths.filter(({ type, guards }) => type.kind === 'Bool' && guards.length === 0);
  return flags.length > 0 ? random.pick(flags).text : random.pick(['principal == resource', 'true', 'false']);
}

function compared({ random }: Writer, type: ValueType, [a, b, c]: readonly [string, string, string]): string {
  switch (type.kind) {
    case 'Long':
      return random.pick([
        `${a} + ${b} > ${c}`,
        `${a} * ${b} <= ${c}`,
        `-${a} < ${b}`,
        `${a} - ${b} == ${c}`,
      ]);
    case 'String':
      return `${a} like "${random.pick(['\\*', 'x\\*', '*\\**', 'x*y', '*x', '\\u{e4}*', '**'])}"`;
    case 'Set':
      return random.pick([
        `${a}.containsAll(${b})`,
        `${a}.containsAny(${b})`,
        ...(type.element.kind === 'Entity' ? [`principal in ${a}`, `resource in ${a}`] : []),
      ]);
    case 'Entity':
      return random.pick([
        `${a} in [${b}, ${c}]`,
        `${a} in ${b}`,
        `principal in [${a}, ${b}]`,
        `resource in ${a}`,
      ]);
    case 'extension':
      return compareExtensions(random.below(3), type.name, a, b);
    case 'Bool':
      return `(${a} || ${b}) == ${c}`;
    case 'Action':
      return `${a} in [${b}, ${c}]`;
    case 'Record':
      return `[${a}, ${b}] == [${c}]`;
  }
}

type ExtensionName = Extract<ValueType, { kind: 'extension' }>['name'];

function compareExtensions(choice: number, name: ExtensionName, a: string, b: string): string {
  const forms: Readonly<Record<ExtensionName, readonly [string, string, string]>> = {
    ipaddr: [`${a}.isInRange(${b})`, `${a}.isIpv6()`, `${a}.isMulticast()`],
    decimal: [`${a}.greaterThanOrEqual(${b})`, `${a}.lessThanOrEqual(${b})`, `${a}.greaterThan(${b})`],
    datetime: [
      `${a}.durationSince(${b}) > duration("1d")`,
      `${a}.toDate() == ${b}.toDate()`,
      `${a}.toTime() >= duration("1h")`,
    ],
    duration: [`${a} < ${b}`, `${a}.toDays() == ${b}.toDays()`, `${a}.toMinutes() > 60`],
  };
  return forms[name][choice] ?? forms[name][0];
}

/** With the text of some attribute as its key. */
function tagOf({ random, paths, shape }: Writer): string {
  const tagged = paths.filter(
    ({ type }) => type.kind === 'Entity' && shape.types.some(({ name, tags }) => name === type.type && tags),
  );
  const keys = paths.filter(({ type, guards }) => type.kind === 'String' && guards.length === 0);
  if (tagged.length === 0) return 'principal has nothing';
  const holder = random.pick(tagged).text;
  const key = keys.length > 0 && random.percent(70) ? random.pick(keys).text : '"t"';
  const found = `${holder}.getTag(${key})`;
  return `${random.percent(85) ? `${holder}.hasTag(${key}) && ` : ''}${random.pick([`${found} == ${found}`, `[${found}].contains(${found})`])}`;
}

/** The names of one, two or three attributes, each below the one before. */
function stepsBelow({ random, shape }: Writer, type: ValueType): readonly string[] {
  const fieldsOf = (one: ValueType): readonly Field[] =>
    one.kind === 'Record'
      ? one.fields
      : one.kind === 'Entity'
        ? (shape.types.find(({ name }) => name === one.type)?.fields ?? [])
        : [];
  const steps: string[] = [];
  let found = fieldsOf(type);
  while (found.length > 0 && steps.length < 3) {
    const named = found.filter(({ name }) => /^[a-z]\w*$/.test(name) && name !== 'in');
    const field = named.length > 0 ? random.pick(named) : undefined;
    if (!field) break;
    steps.push(field.name);
    found = fieldsOf(field.type);
  }
  return steps.length > 0 ? steps : ['nothing'];
}
