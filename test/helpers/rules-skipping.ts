import { DEFAULT_SERVER_RULES } from '../../src/core/requests/server/server-rules.ts';
import type { PlacedRules } from '../../src/core/verification/verify-input.ts';

/** The rules of a server that skips one endpoint, as in `GET /docs/{id}`. */
export function rulesSkipping(endpoint: string): PlacedRules {
  const [method = '', path = ''] = endpoint.split(' ');
  const skippedEndpoints = [{ httpVerb: method.toLowerCase(), path }];
  return { ...DEFAULT_SERVER_RULES, skippedEndpoints, placeOf: () => ({}) };
}
