import type { ClassifiedApi } from '../classification/classified-api.ts';
import { placeProblem } from '../classification/patterns/override.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Config } from './config.ts';

/**
 * What `moves` says of places that no call of the action has: such a call names no destination, so nothing would be asked about it. A body
 * may have more than the API description says of it.
 */
export function placesOfMoves(
  { server: { moves }, placeOfSetting }: Pick<Config, 'server' | 'placeOfSetting'>,
  { classifications }: ClassifiedApi,
): Diagnostic[] {
  return Object.entries(moves).flatMap(([name, move]) =>
    (['origin', 'destination'] as const).flatMap((part) => {
      const place = move[part]?.resource;
      if (place === undefined) return [];
      const problems = classifications
        .filter(({ action, ownAction }) => action === name || ownAction === name)
        .map(({ endpoint }) => placeProblem(place, '', endpoint));
      const [problem] = problems;
      // Calls of one endpoint may move something, and those of another not.
      if (problem === undefined || problems.some((one) => one?.severity !== 'error')) return [];
      const at = ['server', 'moves', name, part, 'resource'];
      return [{ ...problem, code: 'server-rule-unusable', ...placeOfSetting(at, 'value') }];
    }),
  );
}
