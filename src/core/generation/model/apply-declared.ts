import { isTypeName, TYPE_HELP } from '../../classification/patterns/override.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/did-you-mean.ts';
import { APPLICATION_TYPE } from '../../endpoints/application.ts';
import type { DeclaredAttributeForm, DeclaredType } from '../../model/declared-types.ts';
import { PRINCIPAL_TYPE } from '../../model/model.ts';
import type { Shape } from '../../openapi/endpoint.ts';
import type { Declared } from './read-declared.ts';
import { ancestorsOf, draftOf, type TypeDraft, type TypeDrafts, withParent } from './type-draft.ts';

export interface Applied {
  readonly types: TypeDrafts;
  readonly diagnostics: readonly Diagnostic[];
}

/** Adds what people said of types to what was found; a name that nothing has is an error. */
export function applyDeclared(
  found: TypeDrafts,
  declared: Declared,
  components: ReadonlyMap<string, Shape>,
): Applied {
  const types = new Map(found);
  const diagnostics: Diagnostic[] = [];
  const said = Object.entries(declared.types).filter(([, type]) => type.is === undefined);
  for (const [written, type] of said) {
    const name = nameOf(written, found);
    const problem = newTypeProblem(name, type, found);
    if (problem === undefined)
      types.set(name, { ...(types.get(name) ?? draftFor(name, components)), declared: type });
    else diagnostics.push({ ...problem, ...declared.placeOf([written]) });
  }
  for (const [written, type] of said) {
    const name = nameOf(written, found);
    for (const { parent, property, path } of parentsOf(type)) {
      const problem = parentProblem(name, parent, types);
      const draft = types.get(name);
      if (problem) diagnostics.push({ ...problem, ...declared.placeOf([written, ...path]) });
      else if (draft) types.set(name, withParent(draft, parent, property));
    }
  }
  return { types, diagnostics };
}

/** A component may be called otherwise than the type that it describes. */
function nameOf(written: string, types: TypeDrafts): string {
  if (types.has(written)) return written;
  return [...types.values()].find(({ shape }) => shape?.name === written)?.name ?? written;
}

function draftFor(name: string, components: ReadonlyMap<string, Shape>): TypeDraft {
  const shape = components.get(name);
  return draftOf(name, shape ? { shape } : {});
}

type DeclarationProblem = Pick<Diagnostic, 'severity' | 'code' | 'message'> & { readonly help?: string };

function newTypeProblem(name: string, type: DeclaredType, types: TypeDrafts): DeclarationProblem | undefined {
  if (types.has(name) || name === PRINCIPAL_TYPE) return undefined;
  if (!isTypeName(name)) return problem(`\`${name}\` cannot be the name of an entity type`, TYPE_HELP);
  const near = type.new === true ? undefined : nearest(name, [...types.keys()]);
  if (near === undefined) return undefined;
  return problem(
    `the API has no entity type \`${name}\``,
    `did you mean \`${near}\`? For a type of its own, add \`new: true\``,
  );
}

interface DeclaredParent {
  readonly parent: string;
  readonly property?: string;
  readonly path: readonly string[];
}

function parentsOf({ parents = [], attributes = {} }: DeclaredType): DeclaredParent[] {
  const listed = parents.map((parent, index) => ({ parent, path: ['parents', String(index)] }));
  const named = Object.entries(attributes).flatMap(([property, form]) => {
    const parent = formOf(form).parent;
    return parent === undefined ? [] : [{ parent, property, path: ['attributes', property, 'parent'] }];
  });
  return [...listed, ...named];
}

/** A Cedar type alone is short for a form with that type. */
export function formOf(form: string | DeclaredAttributeForm): DeclaredAttributeForm {
  return typeof form === 'string' ? { type: form } : form;
}

function parentProblem(name: string, parent: string, types: TypeDrafts): DeclarationProblem | undefined {
  if (!types.has(parent)) return unknownType(parent, [...types.keys()]);
  if (parent === name)
    return name === PRINCIPAL_TYPE ? problem(CALLERS_IN_CALLERS, 'take it out') : undefined;
  if (ancestorsOf(parent, types).includes(name))
    return problem(`\`${name}\` cannot be in \`${parent}\`, which is in it`, 'remove one of the two');
  return undefined;
}

const CALLERS_IN_CALLERS = `\`${PRINCIPAL_TYPE}\` cannot be in \`${PRINCIPAL_TYPE}\`: callers are in groups`;

/** An entity type that nothing has. */
export function unknownType(name: string, known: readonly string[]): DeclarationProblem {
  const near = nearest(name, known);
  const list = known.filter((one) => one !== APPLICATION_TYPE).slice(0, MOST_LISTED);
  return problem(
    `there is no entity type \`${name}\``,
    near === undefined
      ? `there are ${list.join(', ')}; or add it to authz.yaml: \`types: { ${name}: {} }\``
      : `did you mean \`${near}\`?`,
  );
}

const MOST_LISTED = 12;

export function problem(message: string, help: string): DeclarationProblem {
  return { severity: 'error', code: 'types-invalid', message, help };
}
