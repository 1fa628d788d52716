import { type DeclaredAttributeForm, parseAttributeType } from '../model/declared-types.ts';
import { type Attribute, attributePath, type Model } from '../model/model.ts';
import { canonicalJson } from '../values/canonical-json.ts';
import type { Config } from './config.ts';

/** What settings say of attributes and a schema does not have, with the place where they say it. */
export interface AttributeNotFollowed {
  /** As people write it: `types.Pet.attributes.note`. */
  readonly setting: string;
  readonly instead: string;
  readonly place: ReturnType<Config['placeOfSetting']>;
}

/** The settings that name attributes one by one. */
export type AttributeSettings = Pick<
  Config,
  'types' | 'placeOfType' | 'context' | 'placeOfContext' | 'withoutAttributes' | 'placeOfSetting'
>;

/** Attributes that the schema should have, should not have, or has with another type. */
export function attributesNotFollowed(settings: AttributeSettings, model: Model): AttributeNotFollowed[] {
  return [...ofTypes(settings, model), ...ofContext(settings, model), ...leftOut(settings, model)];
}

function ofTypes(
  { types, placeOfType, withoutAttributes }: AttributeSettings,
  { entityTypes, mappingType, principalType }: Model,
): AttributeNotFollowed[] {
  return entityTypes.flatMap(({ name, attributes }) => {
    // Where everything applies to the application, only callers have attributes.
    const isBare = mappingType === 'SimpleRest' && name !== principalType;
    const declared = !isBare && Object.hasOwn(types, name) ? (types[name]?.attributes ?? {}) : {};
    return Object.entries(declared).flatMap(([attribute, form]) => {
      if (typeof form !== 'string' && form.parent !== undefined) return [];
      if (withoutAttributes.includes(attributePath({ name }, { name: attribute }))) return [];
      const instead = difference(form, attributes, attribute);
      const path = [name, 'attributes', attribute];
      return instead === undefined
        ? []
        : [{ setting: `types.${path.join('.')}`, instead, place: placeOfType(path) }];
    });
  });
}

/** Every action has what is declared. */
function ofContext(
  { context, placeOfContext }: AttributeSettings,
  { actions }: Model,
): AttributeNotFollowed[] {
  return Object.entries(context).flatMap(([name, form]) => {
    const [instead] = actions
      .filter(({ endpoints }) => endpoints.length > 0)
      .flatMap((action) => difference(form, action.context, name) ?? []);
    return instead === undefined
      ? []
      : [{ setting: `context.${name}`, instead, place: placeOfContext([name]) }];
  });
}

function leftOut(
  { withoutAttributes, placeOfSetting }: AttributeSettings,
  { entityTypes }: Model,
): AttributeNotFollowed[] {
  const known = new Set(
    entityTypes.flatMap((type) => type.attributes.map((attribute) => attributePath(type, attribute))),
  );
  return withoutAttributes.flatMap((path, index) =>
    known.has(path)
      ? [
          {
            setting: `withoutAttributes: ${path}`,
            instead: 'this attribute',
            place: placeOfSetting(['withoutAttributes', String(index)], 'value'),
          },
        ]
      : [],
  );
}

/** Entity types may have come by another name, and whether a value may be missing may follow from the API description. */
function difference(
  form: string | Pick<DeclaredAttributeForm, 'type'>,
  attributes: readonly Attribute[],
  name: string,
): string | undefined {
  const found = attributes.find((one) => one.name === name);
  if (!found) return 'no such attribute';
  const written = typeof form === 'string' ? form : form.type;
  const type = written === undefined ? undefined : parseAttributeType(written);
  if (type === undefined || [type, found.type].some(({ kind }) => kind === 'Entity')) return undefined;
  return canonicalJson(type) === canonicalJson(found.type) ? undefined : 'another type for it';
}
