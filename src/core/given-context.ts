import type { SchemaJson } from './cedar.ts';
import * as cedar from './cedar.ts';
import { DERIVED_CONTEXT, type GivenContext } from './context.ts';
import { didYouMean, orList } from './definition.ts';
import type { Action } from './model.ts';
import type { Request } from './request.ts';

/**
 * Why a context cannot be given beside a call: it holds something that follows from the call itself, that the schema does not know, or
 * that is of another type.
 */
export function givenContextProblem(
  given: GivenContext,
  action: Action,
  request: Request,
  schema: SchemaJson<string>,
): string | undefined {
  const names = Object.keys(given);
  const derived = names.find((name) => DERIVED_CONTEXT.includes(name));
  if (derived !== undefined)
    return `\`${derived}\` follows from the call and its principal, and cannot be given`;
  const known = action.context.map(({ name }) => name).filter((name) => !DERIVED_CONTEXT.includes(name));
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) return unknownAttribute(unknown, action, known);
  const answer = cedar.checkContext(request.context, request.action, schema);
  return answer.ok ? undefined : answer.errors.map((error) => error.message).join('; ');
}

function unknownAttribute(name: string, action: Action, known: readonly string[]): string {
  const near = didYouMean(name, known);
  const others = known.length > 0 ? `, it has ${orList(known)}` : '';
  return `the schema gives the context of \`${action.name}\` no attribute \`${name}\`${near || others}`;
}
