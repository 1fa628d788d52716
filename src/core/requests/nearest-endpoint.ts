import { nearestEndpointKey } from '../diagnostics/nearest-operation.ts';
import { endpointKey } from '../endpoints/endpoint-key.ts';
import { METHODS } from '../endpoints/method.ts';
import { pathOf } from '../endpoints/path-template.ts';
import type { Call, CallMapper } from './map-call.ts';

/** What stands where nothing is near. */
const NOTHING_NEAR = 'the schema lists the endpoints of all actions';

/** The endpoint that was most likely meant; an operation beside it on the same path is none. */
export function nearestEndpoint(call: Call, mapper: CallMapper): string {
  return nearEndpoint(call, mapper) ?? NOTHING_NEAR;
}

/** The same; nothing where nothing is near. */
export function nearEndpoint({ method, url }: Call, mapper: CallMapper): string | undefined {
  if (!METHODS.some((known) => known === method)) return `known methods are ${METHODS.join(', ')}`;
  const segments = pathOf(url).split('/');
  const ending = endingLike(
    segments,
    mapper.endpoints.filter((one) => one.method === method),
  );
  const near = ending
    ? endpointKey(ending)
    : nearestEndpointKey(`${method} ${segments.join('/')}`, mapper.endpoints.map(endpointKey));
  return near && `did you mean \`${near}\`?`;
}

/** The endpoint whose template is the call's path with something before it, such as the base path of the servers. */
function endingLike(
  segments: readonly string[],
  endpoints: CallMapper['endpoints'],
): CallMapper['endpoints'][number] | undefined {
  let best: { readonly endpoint: CallMapper['endpoints'][number]; readonly literals: number } | undefined;
  for (const endpoint of endpoints) {
    const literals = literalsAlike(endpoint.path, segments);
    if (literals > (best?.literals ?? 0)) best = { endpoint, literals };
  }
  return best?.endpoint;
}

/** How many segments at the end of a template are those of the call, letter by letter; none where one of them is another. */
function literalsAlike(template: string, segments: readonly string[]): number {
  const said = segments.slice(1);
  const end = template.split('/').slice(1).slice(-said.length);
  const fits = end.length === said.length && end.every((one, at) => one.includes('{') || one === said[at]);
  return fits ? end.filter((one, at) => one !== '' && one === said[at]).length : 0;
}
