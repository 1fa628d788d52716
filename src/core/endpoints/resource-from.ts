/** Where a call carries the identifier of its authorization resource: `application`, `path:NAME`, `query:NAME`, `body:NAME`. */
export type ResourceFrom = 'application' | `path:${string}` | `query:${string}` | `body:${string}`;
