import type { Diagnostic } from '../core/diagnostics/diagnostic.ts';
import {
  ANYTHING,
  FLAG,
  FUNCTION,
  NAME,
  neededOptionProblems,
  numberAbove,
  type OptionKind,
  type OptionKinds,
  objectOf,
  oneOf,
  optionProblems,
  wholeNumberFrom,
} from '../core/diagnostics/options.ts';
import { DEFAULT_SERVER_RULES, type SkippedEndpoint } from '../core/requests/server/server-rules.ts';
import { isObject, isRecord } from '../core/values/record.ts';
import type { PrincipalConfiguration, ServerOptions } from './options.ts';
import { MODE } from './report-mode.ts';

const LOGGER: OptionKind = {
  fits: (value) =>
    isObject(value) &&
    ['debug', 'log'].every((name) => ['function', 'undefined'].includes(typeof value[name])) &&
    (value.debug ?? value.log) !== undefined,
  expected: 'an object with a function `log`, a function `debug`, or both',
};

const CACHE: OptionKind = {
  fits: (value) => isObject(value) && typeof value.slice === 'function' && typeof value.drop === 'function',
  expected:
    'what `principalSliceCache({ ttl, size })` makes, or another object with functions `slice` and `drop`',
};

/** The methods of a class may be inherited. */
const LIST: OptionKind = { fits: Array.isArray, expected: 'a list of { httpVerb, path }' };

export const RULES: OptionKind = {
  fits: (value) =>
    isRecord(value) &&
    Object.keys(DEFAULT_SERVER_RULES).every((name) => value[name] !== undefined) &&
    isRecord(value.batch) &&
    isRecord(value.moves) &&
    Array.isArray(value.skippedEndpoints),
  expected: "what `projectOptions('authz.yaml')` reads",
};

export const RELOADS: OptionKind = {
  fits: (value) =>
    isObject(value) &&
    ['current', 'join'].every((name) => typeof value[name] === 'function') &&
    isObject(value.handed),
  expected: "what `projectOptions('authz.yaml')` has",
};

const HEADER: OptionKind = {
  fits: (value) => typeof value === 'string' && /^[ -~]+$/.test(value),
  expected: 'a text that a header can have',
};

/** Some are looked at by others, who know more about them: `schema`, `authorizationEngine`. */
const OPTIONS: OptionKinds<ServerOptions> = {
  schema: ANYTHING,
  authorizationEngine: ANYTHING,
  principalConfiguration: ANYTHING,
  getContext: FUNCTION,
  sliceBuilders: objectOf(FUNCTION, 'a function for each entity type'),
  rules: RULES,
  mode: MODE,
  reloads: RELOADS,
  skippedEndpoints: LIST,
  logger: LOGGER,
  onDecision: FUNCTION,
  batch: objectOf(oneOf(['reject', 'proceed']), '`reject` or `proceed` for each batch endpoint'),
  maxBatchItems: wholeNumberFrom(1),
  moves: objectOf(FUNCTION, 'a function for each action'),
  timeout: numberAbove(0, 'milliseconds'),
  unknownEndpoint: oneOf([404, 403]),
  missingResource: oneOf([404, 403]),
  optionsRequests: oneOf(['deny', 'answer']),
  maxUrlLength: wholeNumberFrom(1),
  caseSensitiveRouting: FLAG,
  strictRouting: FLAG,
  challenge: HEADER,
  requestId: FUNCTION,
};

const PRINCIPAL_CONFIGURATION: OptionKinds<PrincipalConfiguration<object>> = {
  type: oneOf(['custom']),
  getPrincipalEntity: FUNCTION,
  cache: CACHE,
  cacheKey: FUNCTION,
};

const SKIPPED_ENDPOINT: OptionKinds<SkippedEndpoint> = { httpVerb: NAME, path: NAME };

/**
 * What is wrong with the options by themselves, whatever the schema says: names that nobody knows, and values of another type. `own` are
 * those that the adapter for a framework adds.
 */
export function serverOptionProblems(
  options: unknown,
  own: Readonly<Record<string, OptionKind>> = {},
): Diagnostic[] {
  const problems = optionProblems('the authorization', options, { ...OPTIONS, ...own });
  if (!isRecord(options)) return problems;
  const { principalConfiguration, skippedEndpoints } = options;
  const skipped: readonly unknown[] = Array.isArray(skippedEndpoints) ? skippedEndpoints : [];
  return [
    ...problems,
    ...(principalConfiguration === undefined
      ? []
      : optionProblems('`principalConfiguration`', principalConfiguration, PRINCIPAL_CONFIGURATION)),
    ...skipped.flatMap((one, index) =>
      neededOptionProblems(`\`skippedEndpoints[${index}]\``, one, SKIPPED_ENDPOINT),
    ),
  ];
}
