import type { Spec } from '../openapi/endpoint.ts';

/** What stands before every path of the API in calls: what is given, else what its servers share. Without a slash at its end. */
export function basePathFor(spec: Spec, given: string | undefined): string {
  const path = (given ?? spec.basePath).replace(/\/+$/, '');
  return path === '' || path.startsWith('/') ? path : `/${path}`;
}
