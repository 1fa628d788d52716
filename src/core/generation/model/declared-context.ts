import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { DeclaredContext, PlaceOfDeclared } from '../../model/declared-types.ts';
import type { Attribute } from '../../model/model.ts';
import { DERIVED_CONTEXT } from '../../requests/context.ts';
import { problem } from './apply-declared.ts';
import { byName } from './attributes.ts';
import { typeFor } from './declared-attributes.ts';

/** What `context` of `authz.yaml` says. */
export interface ContextOptions {
  readonly context?: DeclaredContext;
  readonly placeOfContext?: PlaceOfDeclared;
}

/** The declared attributes of every action's context. One of another type than there is, or that follows from the call, is reported. */
export function declaredContext(
  { context = {}, placeOfContext = () => ({}) }: ContextOptions,
  types: readonly string[],
  report: (diagnostic: Diagnostic) => void,
): Attribute[] {
  const scope = { types, placeOf: placeOfContext, report };
  const declared = Object.entries(context).flatMap(([name, written]): Attribute[] => {
    const { type: named, optional = true } = typeof written === 'string' ? { type: written } : written;
    if (DERIVED_CONTEXT.includes(name)) {
      const help = 'take it out, or give it another name';
      report({ ...problem(`\`context.${name}\` follows from the call`, help), ...placeOfContext([name]) });
      return [];
    }
    const type = typeFor(named, [name], scope);
    return type === undefined ? [] : [{ name, required: !optional, type }];
  });
  return byName(declared);
}
