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
  const segments = segmentsOf(pathOf(url));
  const ending = endingLike(
    segments,
    mapper.endpoints.filter((one) => one.method === method),
  );
  const near = ending
    ? endpointKey(ending)
    : nearestEndpointKey(`${method} /${segments.join('/')}`, mapper.endpoints.map(endpointKey));
  return near && `did you mean \`${near}\`?`;
}

/** Without the empty ones: no parameter has such a value. */
function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/**
 * The endpoint whose template is the call's path with something before it, such as the base path of the servers: of those that say the same,
 * the one with least before it.
 */
function endingLike(
  segments: readonly string[],
  endpoints: CallMapper['endpoints'],
): CallMapper['endpoints'][number] | undefined {
  const alike = endpoints.map((endpoint) => {
    const template = segmentsOf(endpoint.path);
    return { endpoint, length: template.length, literals: literalsAlike(template, segments) };
  });
  const [best] = alike
    .filter(({ literals }) => literals > 0)
    .sort((a, b) => b.literals - a.literals || a.length - b.length);
  return best?.endpoint;
}

/** How many segments at the end of a template are those of the call, letter by letter; none where one of them is another. */
function literalsAlike(template: readonly string[], said: readonly string[]): number {
  const end = template.slice(-said.length);
  const fits = end.length === said.length && end.every((one, at) => one.includes('{') || one === said[at]);
  return fits ? end.filter((one, at) => one === said[at]).length : 0;
}
