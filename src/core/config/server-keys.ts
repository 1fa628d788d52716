import type { KeyDescriptions } from './key-description.ts';
import type { ServerKeys } from './server-definition.ts';

/** The keys below `server`. */
export const SERVER_KEYS: KeyDescriptions<ServerKeys> = {
  skippedEndpoints: {
    sentence:
      'Endpoints that are not authorized at all, such as the health of the server. Matched exactly. Nothing is decided about them: in fixtures `allow` is what is right.',
    otherwise: 'none',
    example: 'skippedEndpoints: [GET /health, "GET /docs/{page}"]',
  },
  batch: {
    sentence:
      'What a batch endpoint does when an item is not permitted: `reject` refuses the whole call, `proceed` leaves the item out.',
    otherwise: '`reject`',
    example: 'batch: { DELETE /messages: proceed }',
  },
  maxBatchItems: {
    sentence: 'The most items of one call; one with more is answered with 400.',
    otherwise: '100',
    example: 'maxBatchItems: 500',
  },
  maxUrlLength: {
    sentence: 'The longest path with query, in characters; a longer one is answered with 414.',
    otherwise: '8192',
    example: 'maxUrlLength: 2000',
  },
  moves: {
    sentence:
      'By action: what must be permitted besides, when its call moves something. `resource` says where the call carries the identifier, as in `overrides`. A call that names no `destination` moves nothing; `origin` may be left out.',
    otherwise: 'none',
    example:
      'moves:\n  updateEmailMessage:\n    destination: { action: createEmailMessage, resource: "body:campaign_id" }',
  },
  unknownEndpoint: {
    sentence: 'The status for paths and methods that the schema does not have: 404 or 403.',
    otherwise: '404',
    example: 'unknownEndpoint: 403',
  },
  missingResource: {
    sentence: 'The status for resources that do not exist: 404, or 403, which hides which ones do.',
    otherwise: '404',
    example: 'missingResource: 403',
  },
  optionsRequests: {
    sentence: '`deny`, or `answer` with 204 and the methods of the path. Either way no handler runs.',
    otherwise: '`deny`',
    example: 'optionsRequests: answer',
  },
  caseSensitiveRouting: {
    sentence:
      'Whether letter case counts in every router of the application. Where it does not, a path that differs from another endpoint in case only is refused.',
    otherwise: '`false`, as Express routes',
    example: 'caseSensitiveRouting: true',
  },
  strictRouting: {
    sentence:
      'Whether a slash at the end counts in every router of the application. Where it does not, endpoints that differ in it only are denied.',
    otherwise: '`false`, as Express routes',
    example: 'strictRouting: true',
  },
};
