import { type Request, requestAbout } from '../core/requests/map-call.ts';
import { hasUnreadBody, UNREAD_BODY } from '../core/requests/server/unread-body.ts';
import type { ServerCall } from './call.ts';
import type { Check } from './options.ts';
import type { Caller } from './principals/caller.ts';
import type { Setup } from './setup.ts';

/** The requests about resources that the application itself names; or why there is nothing that could be decided. */
export type NamedRequests =
  | { readonly type: 'requests'; readonly requests: readonly Request[] }
  | { readonly type: 'unusable'; readonly reason: string };

/**
 * Asks about resources that the application names. A resource that cannot be one makes the call unusable.
 * @throws {Error} when the application asks about an action that does not exist, or that cannot be asked about here.
 */
export function namedRequests<Req extends object>(
  checks: readonly Check[],
  call: ServerCall<Req>,
  { principal, context }: Caller,
  { actions, mapper, model }: Setup<Req>,
): NamedRequests {
  if (checks.length === 0) return { type: 'requests', requests: [] };
  const read = mapper.values(call);
  if (read.type === 'unusable') return read;
  const requests: Request[] = [];
  for (const check of checks) {
    const action = actions.get(check?.action);
    if (!action)
      throw new Error(`a check asks about \`${check?.action}\`, which is not an action of the schema`);
    if (hasUnreadBody(call, action)) return { type: 'unusable', reason: UNREAD_BODY };
    if (!read.isEndpoint && action.context.some(({ name }) => name === 'pathParameters'))
      throw new Error(
        `\`${action.name}\` asks for path parameters, and the call is not to an endpoint of the schema`,
      );
    const asking = { principal, given: context, values: read.values };
    const about = requestAbout(action, check.resource, asking, model);
    if (about.type === 'unusable') return about;
    requests.push(about.request);
  }
  return { type: 'requests', requests };
}
