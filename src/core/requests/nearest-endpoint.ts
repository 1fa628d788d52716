import { nearest } from '../diagnostics/did-you-mean.ts';
import { METHODS } from '../endpoints/method.ts';
import { pathOf } from '../endpoints/path-template.ts';
import type { Call, CallMapper } from './map-call.ts';

/** The template whose shape is nearest, found by putting the call's own segments in place of parameters. */
export function nearestEndpoint({ method, url }: Call, mapper: CallMapper): string {
  if (!METHODS.some((known) => known === method)) return `known methods are ${METHODS.join(', ')}`;
  const segments = pathOf(url).split('/');
  const calls = mapper.endpoints.map(
    (endpoint) => `${endpoint.method} ${withSegments(endpoint.path, segments)}`,
  );
  const endpoint =
    mapper.endpoints.find((one) => one.method === method && endsLike(one.path, segments)) ??
    mapper.endpoints[calls.indexOf(nearest(`${method} ${segments.join('/')}`, calls) ?? '')];
  return endpoint
    ? `did you mean \`${endpoint.method} ${endpoint.path}\`?`
    : 'the schema lists the endpoints of all actions';
}

/** Whether a template is the call's path with something before it, such as the base path of the servers. */
function endsLike(template: string, segments: readonly string[]): boolean {
  const end = template.split('/').slice(1 - segments.length);
  return (
    segments.length > 1 &&
    ['', ...end].join('/') !== '/' &&
    withSegments(['', ...end].join('/'), segments) === segments.join('/')
  );
}

function withSegments(template: string, segments: readonly string[]): string {
  const filled = template
    .split('/')
    .map((segment, index) => (segment.includes('{') ? (segments[index] ?? segment) : segment));
  return filled.join('/');
}
