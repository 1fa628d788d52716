import type { Model } from '../../model/model.ts';
import { fixedPath } from './endpoint-table.ts';
import type { RuleProblem, ServerRules } from './server-rules.ts';

/**
 * Skipped endpoints that lack what all paths of the schema begin with. The schema need not have a skipped endpoint, but where it has the same
 * one below its base path, that one is meant: calls of it are decided about, and nothing is skipped.
 */
export function skippedElsewhere({ skippedEndpoints }: ServerRules, model: Model): RuleProblem[] {
  if (skippedEndpoints.length === 0) return [];
  const endpoints = model.actions.flatMap((action) => action.endpoints);
  const known = new Map(
    endpoints.map(({ method, path }) => [`${method} ${fixedPath(path)}`, `${method} ${path}`]),
  );
  const bases = sharedStarts(endpoints.map(({ path }) => path));
  return skippedEndpoints.flatMap(({ httpVerb, path }, index) => {
    const method = httpVerb.toUpperCase();
    const named = (base: string) => known.get(`${method} ${base}${fixedPath(path)}`);
    const meant = bases.map(named).find((one) => one !== undefined);
    if (named('') !== undefined || meant === undefined) return [];
    return [
      {
        path: ['skippedEndpoints', index],
        message: `\`skippedEndpoints\` has \`${method} ${path}\`, which is not an endpoint of the schema: did you mean \`${meant}\`?`,
        help: 'paths are written as calls have them, with the base path; the endpoint of the schema is not skipped',
      },
    ];
  });
}

/** `/api` and `/api/v2` for paths that all begin with `/api/v2/`. */
export function sharedStarts([first = '', ...others]: readonly string[]): string[] {
  const starts: string[] = [];
  let start = '';
  for (const segment of first.split('/').slice(1)) {
    start += `/${segment}`;
    if (segment.includes('{') || !others.every((path) => path.startsWith(`${start}/`))) break;
    starts.push(start);
  }
  return starts;
}
