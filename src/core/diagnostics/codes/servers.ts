import type { CodeDescription } from './description.ts';

/** The server of an application: its options, its rules, and what it cannot decide about. */
export const SERVER_CODES = {
  'middleware-unusable': {
    sentence: 'The middleware refuses to start.',
    cause: 'An option is missing, or contradicts the schema or another option.',
    remedy: 'Correct the option that the message names; see `docs/middleware.md`.',
    example: 'new ServerAuthorizationMiddleware({ schema, authorizationEngine })   // nothing says who calls',
  },
  'option-unusable': {
    sentence: 'A constructor of the library has an option that it does not know, or of another type.',
    cause: 'The name of the option is mistyped, or its value is not what the option takes.',
    remedy: 'Correct the option that the message names; see `docs/middleware.md`.',
    example: "new ServerAuthorizationMiddleware({ ..., timeout: 'abc' })",
  },
  'server-rule-unusable': {
    sentence: 'A key below `server` in `authz.yaml` names what the schema does not have.',
    cause:
      'An endpoint below `batch` is not a batch endpoint, or an action below `moves` does not exist. `authz generate-schema` also says if no call of the action has the place that `moves` names. It is a warning if the schema has an endpoint of `skippedEndpoints` only below its base path: then nothing is skipped.',
    remedy: 'Use the suggestion in the message; the schema has the names.',
    example: 'server: { batch: { DELETE /mesages: proceed } }',
  },
  'skipped-endpoint-unusable': {
    sentence: 'An entry of `skippedEndpoints` cannot be used.',
    cause: 'It has no path that a call can have, or its method is not a method of HTTP.',
    remedy:
      "Write it like `GET /health` in `authz.yaml`, and like `{ httpVerb: 'get', path: '/health' }` in options.",
    example: "skippedEndpoints: [{ httpVerb: 'gte', path: '/health' }]",
  },
  'route-ambiguous': {
    sentence: 'A server could not tell two endpoints apart.',
    cause:
      'Their paths differ only in letter case or a slash at the end, and the routers of the server ignore that. Or two entries of `skippedEndpoints` differ only in the names of parameters.',
    remedy:
      'Rename a path; or set `caseSensitiveRouting` or `strictRouting`, if every router of the application respects the difference.',
    example: 'GET /Pets/{id} and GET /pets/{id}, on Express',
  },
  'anonymous-unusable': {
    sentence:
      'The schema leaves no room for a caller without an identity: such calls are all answered with 401.',
    cause: 'The type of the principal has a required attribute, or the schema enumerates all principals.',
    remedy: 'Make the attributes optional, if an endpoint is meant for everyone; else nothing.',
    example: 'entity User { email: String };   // and `@endpoint("POST /login ...")` for everyone',
  },
  'report-mode': {
    sentence: 'The middleware lets calls through that it would otherwise refuse.',
    cause: 'Its option `mode` is `report`, for all endpoints or for some.',
    remedy: 'Nothing, as long as you want that; leave `mode` out to refuse such calls.',
    example: "new ServerAuthorizationMiddleware({ ..., mode: 'report' })",
  },
} as const satisfies Readonly<Record<string, CodeDescription>>;
