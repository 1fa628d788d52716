import type { Diagnostic } from '../core/diagnostics/diagnostic.ts';
import type { ServerAuthorization } from './authorization.ts';
import type { ServerCall } from './call.ts';
import type { FilterOptions, NamedResource } from './handler-checks.ts';
import { after, type Ready } from './waiting/ready.ts';

/** What every adapter offers: warnings, and more questions for the handlers of calls that were let through, for the same caller. */
export abstract class HandlerQuestions<Req extends object> {
  readonly #authorization: Questions<Req>;
  readonly #callOf: (req: Req) => Ready<ServerCall<Req>>;

  constructor(authorization: Questions<Req>, callOf: (req: Req) => Ready<ServerCall<Req>>) {
    this.#authorization = authorization;
    this.#callOf = callOf;
  }

  /** Warnings about what is in use now, such as a schema that leaves no room for callers without an identity; the log has them, too. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#authorization.diagnostics;
  }

  /**
   * Whether the caller of a call may do one thing more, in the handler of the call: `await authorization.check(req, 'getEmailCampaign', id)`.
   * False when it is denied, or when there is no such resource; rejects when it could not be decided, so that the call fails.
   */
  async check(req: Req, action: string, id: string): Promise<boolean> {
    return after(this.#call(req), (call) => this.#authorization.check(call, action, id));
  }

  /**
   * The items of a list about which an action is permitted, in their order. An item is known by its `id`, or by what `options.id` says;
   * with `options.entity` the list itself says what the slice builder would look up. Rejects when an item could not be decided about.
   */
  async filter<Item>(
    req: Req,
    action: string,
    items: readonly Item[],
    options?: FilterOptions<Item>,
  ): Promise<Item[]> {
    return after(this.#call(req), (call) => this.#authorization.filter(call, action, items, options));
  }

  /** What the caller may do with a resource, for user interfaces: names of actions. An identifier alone is of the type the call is about. */
  async actionsOn(req: Req, resource: string | NamedResource): Promise<string[]> {
    return after(this.#call(req), (call) => this.#authorization.actionsOn(call, resource));
  }

  /** How many calls were let through although they are refused, by endpoint: in the mode `report`. */
  letThrough(): ReadonlyMap<string, number> {
    return this.#authorization.letThrough();
  }

  #call(req: Req): Ready<ServerCall<Req>> {
    try {
      return this.#callOf(req);
    } catch (cause) {
      throw new TypeError(NO_CALL, { cause });
    }
  }
}

const NO_CALL =
  '`check`, `filter` and `actionsOn` are asked in the handler of a call: the first argument must be the request that it got (in Hono its context)';

type Questions<Req extends object> = Pick<
  ServerAuthorization<Req>,
  'letThrough' | 'check' | 'filter' | 'actionsOn' | 'diagnostics'
>;
