import type { Override } from '../core/classification/classify.ts';
import { didYouMean, orList } from '../core/diagnostics/did-you-mean.ts';
import { PATTERN_NAMES, type PatternName } from '../core/endpoints/pattern.ts';
import { isResourceFrom, RESOURCE_FROM_FORMS } from '../core/endpoints/resource-from.ts';
import { fail } from './projects/inputs.ts';

/** The overrides that `--override` gives, each as `METHOD /path=PATTERN[,RESOURCE[,TYPE]]`; whether they fit the API is seen later. */
export function readOverrides(written: readonly string[]): ReadonlyMap<string, Override> {
  return new Map(written.map(readOverride));
}

function readOverride(written: string): [string, Override] {
  const [, endpoint, pattern = '', resource, type] =
    /^([A-Z]+ \/.*)=([^=,]*)(?:,([^=,]*))?(?:,([^=,]*))?$/s.exec(written) ?? [];
  if (endpoint === undefined)
    return fail(
      'usage',
      `\`--override ${written}\` is not usable`,
      "write an endpoint and its pattern, and if need be the resource and its type: `--override 'POST /search=listing,application'`",
    );
  if (!isPattern(pattern))
    return fail(
      'usage',
      `\`${pattern}\` in \`--override\` is not a pattern${didYouMean(pattern, PATTERN_NAMES)}`,
      `a pattern is ${orList(PATTERN_NAMES)}`,
    );
  if (resource !== undefined && !isResourceFrom(resource))
    return fail(
      'usage',
      `\`${resource}\` in \`--override\` is not a resource`,
      `a resource is ${RESOURCE_FROM_FORMS}`,
    );
  return [endpoint, { pattern, ...(resource === undefined ? {} : { resource }), ...(type ? { type } : {}) }];
}

function isPattern(word: string): word is PatternName {
  return (PATTERN_NAMES as readonly string[]).includes(word);
}
