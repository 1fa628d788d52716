import { custom, keys, mapping, oneOf, text, v } from '../diagnostics/definition.ts';
import { METHODS } from '../endpoints/method.ts';
import { isResourceFrom, RESOURCE_FROM_FORMS, type ResourceFrom } from '../endpoints/resource-from.ts';
import {
  BATCH_CHOICES,
  DEFAULT_SERVER_RULES,
  HIDING_STATUSES,
  OPTIONS_CHOICES,
  type ServerRules,
} from '../requests/server/server-rules.ts';

/** A method and a path, as in `GET /docs/{page}`. */
const ENDPOINT = new RegExp(`^(?:${METHODS.join('|')}) /\\S*$`);

const endpoint = v.pipe(
  text,
  v.regex(
    ENDPOINT,
    ({ received }) => `found ${received}, expected a method and a path, as in \`GET /health\``,
  ),
);

function wholeNumber(example: number) {
  const expected = ({ received }: v.BaseIssue<unknown>) =>
    `found ${received}, expected a whole number from 1 on, such as ${example}`;
  return v.pipe(
    v.number(expected),
    v.integer(expected),
    v.minValue(1, expected),
    v.maxValue(1_000_000, expected),
  );
}

const flag = v.boolean('expected `true` or `false`');

/** Of a move: nothing is moved to the application. */
const place = custom<Exclude<ResourceFrom, 'application'>>(
  (input) => typeof input === 'string' && input !== 'application' && isResourceFrom(input),
  `expected ${RESOURCE_FROM_FORMS.replace('`application`, ', '')}`,
  {
    type: 'string',
    pattern: '^(?:(?:path|query):[\\s\\S]+|body(?::[^.[\\]]+|\\[\\])(?:\\.[^.[\\]]+|\\[\\])*)$',
  },
);

const moveCheck = keys({ action: text, resource: place });

export const serverDefinition = keys({
  skippedEndpoints: v.optional(v.array(endpoint, 'expected a list of endpoints, as in `[GET /health]`')),
  batch: v.optional(
    mapping(oneOf(BATCH_CHOICES), 'expected a mapping from batch endpoints to `reject` or `proceed`'),
  ),
  maxBatchItems: v.optional(wholeNumber(100)),
  maxUrlLength: v.optional(wholeNumber(8192)),
  moves: v.optional(
    mapping(
      keys({ origin: v.optional(moveCheck), destination: moveCheck }),
      'expected a mapping from actions to moves',
    ),
  ),
  unknownEndpoint: v.optional(oneOf(HIDING_STATUSES)),
  missingResource: v.optional(oneOf(HIDING_STATUSES)),
  optionsRequests: v.optional(oneOf(OPTIONS_CHOICES)),
  caseSensitiveRouting: v.optional(flag),
  strictRouting: v.optional(flag),
});

export type ServerKeys = v.InferOutput<typeof serverDefinition>;

/** The rules that are written, with the defaults of a server for the others. */
export function readServerRules(written: ServerKeys = {}): ServerRules {
  const { skippedEndpoints = [], ...others } = written;
  const given = Object.entries(others).filter(([, value]) => value !== undefined);
  return {
    ...DEFAULT_SERVER_RULES,
    ...Object.fromEntries(given),
    skippedEndpoints: skippedEndpoints.map((one) => {
      const [method = '', path = ''] = one.split(' ');
      return { httpVerb: method.toLowerCase(), path };
    }),
  };
}
