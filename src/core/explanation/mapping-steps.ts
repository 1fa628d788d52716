import { type Entity, type EntityUid, plainUid } from '../cedar/entity.ts';
import { lastPart } from '../cedar/namespace.ts';
import { printUid, printValue } from '../cedar/print-value.ts';
import { APPLICATION_TYPE } from '../endpoints/application.ts';
import { describeIdentifier } from '../endpoints/resource-from.ts';
import type { Call, ModelEndpoint, Request } from '../requests/map-call.ts';
import type { Slice } from '../requests/slice.ts';
import type { MappingStep } from './explanation.ts';

/** A request, and the call and endpoint that it comes from where there are any. */
export interface MappedRequest {
  readonly call?: Call;
  readonly endpoint?: ModelEndpoint;
  readonly request: Request;
  readonly principal: Entity;
  readonly slice: Slice;
}

/** From the call to the request and its entities, one step after the other. */
export function mappingSteps({ call, endpoint, request, principal, slice }: MappedRequest): MappingStep[] {
  const { resource } = request;
  const parents = principal.parents.map(plainUid);
  return [
    ...(call ? [callStep(call)] : []),
    ...(endpoint ? endpointSteps(endpoint) : []),
    { name: 'action', text: printUid(request.action) },
    { name: 'principal', text: `${printUid(request.principal)}${inParents(parents)}` },
    { name: 'resource', text: `${printUid(resource)}${endpoint ? `, ${origin(endpoint, request)}` : ''}` },
    { name: 'context', text: printValue({ ...request.context }) },
    { name: 'slice', text: sliceText(slice) },
  ];
}

export function callStep({ method, url }: Call): MappingStep {
  return { name: 'call', text: `${method} ${url}` };
}

function endpointSteps({ method, path, pattern }: ModelEndpoint): MappingStep[] {
  return [
    { name: 'endpoint', text: `${method} ${path}` },
    { name: 'pattern', text: pattern },
  ];
}

function inParents(parents: readonly EntityUid[]): string {
  return parents.length > 0 ? ` in ${parents.map(printUid).join(', ')}` : ', in nothing';
}

function origin({ from: own, second }: ModelEndpoint, { isSecond, resource }: Request): string {
  const from = (isSecond && second?.from) || own;
  if (from === 'application') return WHOLE;
  // Where every action applies to the application, as with `SimpleRest`, a call may name what nothing asks about.
  if (lastPart(resource.type) === APPLICATION_TYPE)
    return `${WHOLE}, whatever ${describeIdentifier(from)} says`;
  if (!from.includes(':')) return `identified by ${describeIdentifier(from)}`;
  const { place, name } = /^(?<place>[a-z]+):?(?<name>[\s\S]*)$/.exec(from)?.groups ?? {};
  return `identified by ${place} \`${name}\``;
}

const WHOLE = 'which means the whole application';

const MOST_SHOWN = 8;

function sliceText(slice: Slice): string {
  if (slice.type === 'not-found') return slice.why ?? 'there is no such resource in the entities';
  const uids = slice.entities.map(({ uid }) => printUid(plainUid(uid)));
  const more = uids.length > MOST_SHOWN ? `, and ${uids.length - MOST_SHOWN} more` : '';
  return `${uids.slice(0, MOST_SHOWN).join(', ')}${more}`;
}
