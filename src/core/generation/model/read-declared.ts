import type { TypeNames } from '../../classification/type-names.ts';
import { readDefinition } from '../../diagnostics/definition.ts';
import type { Diagnostic, Outcome } from '../../diagnostics/diagnostic.ts';
import { partOf } from '../../diagnostics/source.ts';
import {
  type DeclaredType,
  type DeclaredTypes,
  declaredTypeDefinition,
  mergeDeclared,
  type PlaceOfDeclared,
  rootExtensionDefinition,
} from '../../model/declared-types.ts';
import type { Extension, Spec } from '../../openapi/endpoint.ts';

/** Everything that is declared of types, and where. */
export interface Declared {
  readonly types: DeclaredTypes;
  readonly placeOf: PlaceOfDeclared;
}

/** What is said of entity types beside the API description. */
export interface DeclaredOptions {
  /** What `types` of `authz.yaml` says. */
  readonly types?: DeclaredTypes;
  /** Where something in it stands, for messages. */
  readonly placeOfType?: PlaceOfDeclared;
}

/** What the API description and the configuration declare of types; the configuration wins. */
export function readDeclared(spec: Spec, options: DeclaredOptions): Outcome<Declared> {
  const layers = spec.extensions.map((extension) => ({ extension, read: readExtension(extension) }));
  const diagnostics: Diagnostic[] = layers.flatMap(({ read }) => read.diagnostics);
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  const described = layers.map(({ read }) => (read.ok ? read.value : {}));
  const own = options.types ?? {};
  const placeOf: PlaceOfDeclared = (path) => {
    const [name = ''] = path;
    if (Object.hasOwn(own, name)) return options.placeOfType?.(path) ?? {};
    const at = layers.find(({ read }) => read.ok && Object.hasOwn(read.value, name));
    return at === undefined ? {} : placeIn(at.extension, path);
  };
  return { ok: true, value: { types: mergeDeclared([...described, own]), placeOf }, diagnostics: [] };
}

/** The root's `x-authz` has `types`; that of a component speaks of the type that is called like it. */
function readExtension(extension: Extension): Outcome<DeclaredTypes> {
  const source = partOf(extension.source, extension.at, extension.value);
  if (extension.component === undefined) {
    const read = readDefinition(rootExtensionDefinition, source, 'types-invalid');
    return read.ok ? { ok: true, value: (read.value.types ?? {}) as DeclaredTypes, diagnostics: [] } : read;
  }
  const read = readDefinition(declaredTypeDefinition, source, 'types-invalid');
  if (!read.ok) return read;
  return { ok: true, value: { [extension.component]: read.value as DeclaredType }, diagnostics: [] };
}

function placeIn(
  { source, at, component }: Extension,
  path: readonly string[],
): Pick<Diagnostic, 'file' | 'location'> {
  const inside = component === undefined ? ['types', ...path] : path.slice(1);
  const location = source.locate([...at, ...inside], 'key');
  return { file: source.file, ...(location === undefined ? {} : { location }) };
}

/** Which names of types stand for others, and which are declared beside those of the API. */
export function typeNamesIn({ types, placeOf }: Declared): TypeNames {
  const entries = Object.entries(types);
  return {
    aliases: new Map(entries.flatMap(([name, { is }]) => (is === undefined ? [] : [[name, is] as const]))),
    declared: new Set(entries.flatMap(([name, { is }]) => (is === undefined ? [name] : []))),
    placeOf: (name) => placeOf([name]),
  };
}
