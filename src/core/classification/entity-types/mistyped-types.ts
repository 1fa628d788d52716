import { type Diagnostic, distinctDiagnostics } from '../../diagnostics/diagnostic.ts';
import { isSlipOf } from '../../diagnostics/did-you-mean.ts';
import { APPLICATION_TYPE } from '../../endpoints/application.ts';
import type { Decided, EntityTyping } from '../entity-types.ts';
import { problemOn } from '../patterns/override.ts';
import type { TypeNames } from '../type-names.ts';

/** An override may name a type that is new. One that is a letter away from another is more likely to be that one. */
export function mistypedTypes(
  decided: readonly Decided[],
  typing: EntityTyping,
  said?: TypeNames,
): Diagnostic[] {
  const overruled = decided.filter(({ type }) => type !== undefined);
  if (overruled.length === 0) return [];
  const known = typesOf(
    decided.filter(({ type }) => type === undefined),
    typing,
  );
  const found = overruled.flatMap((one) => {
    const { type = '', endpoint } = one;
    const near = [...known].find((other) => isSlipOf(type, other));
    if (near === undefined || known.has(type) || said?.declared.has(type)) return [];
    const message = `\`${type}\` is a letter away from the entity type \`${near}\`, and nothing else speaks of it`;
    const help = `did you mean \`${near}\`? If it is a type of its own, say so in authz.yaml: \`types: { ${type}: {} }\``;
    return [
      { ...problemOn(endpoint, message, help), severity: 'warning' as const, ...one.placeOf?.('type') },
    ];
  });
  return distinctDiagnostics(found);
}

/** What the API itself speaks of, without overrides. */
function typesOf(decided: readonly Decided[], typing: EntityTyping): Set<string> {
  const found = new Set(
    decided.flatMap((one) => [
      typing.resourceOf(one).type,
      ...typing.ancestorsOf(one).map(({ type }) => type),
      typing.memberOf(one) ?? '',
    ]),
  );
  found.delete(APPLICATION_TYPE);
  return found;
}
