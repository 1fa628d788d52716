import type { Model } from './model.ts';

/** The entity type that a parameter names: `tenant_id` is about `Tenant`. */
export function typeCalledLike(parameter: string, model: Model): string | undefined {
  const word = parameter
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .replace(/ids?$/i, '')
    .toLowerCase();
  return model.entityTypes.find(({ name }) => word !== '' && name.toLowerCase().endsWith(word))?.name;
}
