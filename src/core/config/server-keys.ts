import type { KeyDescriptions } from './key-description.ts';
import type { ServerKeys } from './server-definition.ts';

/** The keys below `server`. */
export const SERVER_KEYS: KeyDescriptions<ServerKeys> = {
  skippedEndpoints: {
    sentence:
      'Endpoints that are not authorized at all, such as the health of the server. They are matched exactly, with the base path of the API where they lie below it. Nothing is decided about them, so fixtures expect `allow`.',
    otherwise: 'none',
    example: 'skippedEndpoints: [GET /health, "GET /docs/{page}"]',
  },
  batch: {
    sentence:
      'What a batch endpoint does when an item is not permitted: `reject` refuses the whole call, `proceed` leaves the item out. Endpoints are named as calls have them, with the base path of the API.',
    otherwise: '`reject`',
    example: 'batch: { DELETE /messages: proceed }',
  },
  maxBatchItems: {
    sentence: 'The most items that a call may have; a call with more items is answered with 400.',
    otherwise: '100',
    example: 'maxBatchItems: 500',
  },
  maxUrlLength: {
    sentence: 'The longest path with query, in characters; a longer call is answered with 414.',
    otherwise: '8192',
    example: 'maxUrlLength: 2000',
  },
  moves: {
    sentence:
      'By action: what else must be permitted when a call of this action moves something. `resource` says where the call carries the identifier, as in `overrides`. A call that names no `destination` moves nothing, and one that says `null` there asks about the `origin` alone; `origin` may be left out.',
    otherwise: 'none',
    example:
      'moves:\n  updateEmailMessage:\n    destination: { action: createEmailMessage, resource: "body:campaign_id" }',
  },
  unknownEndpoint: {
    sentence:
      'The status for paths and methods that the schema does not have: 404, or 403, which answers as if the call were denied (401 without an identity).',
    otherwise: '404',
    example: 'unknownEndpoint: 403',
  },
  missingResource: {
    sentence: 'The status for resources that do not exist: 404, or 403, which hides which ones do.',
    otherwise: '404',
    example: 'missingResource: 403',
  },
  optionsRequests: {
    sentence:
      '`deny`, or `answer` with 204 and the methods of the path. Either way no handler runs. Nothing is decided about a call that is answered, so fixtures expect `allow` or 204.',
    otherwise: '`deny`',
    example: 'optionsRequests: answer',
  },
  caseSensitiveRouting: {
    sentence:
      'Whether letter case counts in every router of the application. If it does not, a path that differs from another endpoint only in letter case is refused.',
    otherwise: '`false`, as Express routes',
    example: 'caseSensitiveRouting: true',
  },
  strictRouting: {
    sentence:
      'Whether a trailing slash counts in every router of the application. If it does not, endpoints that differ only in this slash are denied.',
    otherwise: '`false`, as Express routes',
    example: 'strictRouting: true',
  },
};
