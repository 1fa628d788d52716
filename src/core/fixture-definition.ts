import {
  ALWAYS,
  custom,
  forms,
  hasKey,
  IS_LIST,
  IS_MAPPING,
  IS_TEXT,
  isMapping,
  keys,
  mapping,
  oneOf,
  quickly,
  text,
  v,
} from './definition.ts';
import { DENIED_STATUSES } from './fixture.ts';

/** How fixtures files and the files that they share are written. */

// ---- expectations ----

/** Every success is an allow: which one it is, the application decides. */
const ALLOWED_STATUSES = [200, 201, 202, 204] as const;

const decisionWord = oneOf(['allow', 'deny']);
const CALL_WORDS = ['allow', 'deny', 'unroutable', ...ALLOWED_STATUSES, 400, ...DENIED_STATUSES] as const;
const itemWord = oneOf(['allow', 'deny', ...ALLOWED_STATUSES, ...DENIED_STATUSES]);
const callWord = oneOf(CALL_WORDS);
const decisionStatus = oneOf([...ALLOWED_STATUSES, ...DENIED_STATUSES]);

const policyIds = v.array(text, 'expected a list of policy ids');
const because = forms(
  { when: IS_MAPPING, use: keys({ includes: policyIds }) },
  { when: ALWAYS, use: policyIds },
);
const reasons = { because: v.optional(because), errors: v.optional(policyIds) };

const decisionForm = keys({ decision: decisionWord, ...reasons });
const statusForm = keys({ status: decisionStatus, ...reasons });

export const itemExpectation = forms(
  { when: hasKey('status'), use: statusForm },
  { when: IS_MAPPING, use: decisionForm },
  { when: ALWAYS, use: itemWord },
);
const itemsForm = mapping(itemExpectation, 'expected a mapping from items to expectations');

export const expectation = forms(
  { when: hasKey('status'), use: statusForm },
  { when: hasKey('decision', 'because'), use: decisionForm },
  { when: hasKey('items'), use: keys({ items: itemsForm }) },
  { when: IS_MAPPING, use: itemsForm },
  { when: ALWAYS, use: callWord },
);

export type RawExpectation = v.InferOutput<typeof expectation>;
export type RawItemExpectation = v.InferOutput<typeof itemExpectation>;

// ---- principals and entities ----

const claims = anyMapping('expected a mapping of claims such as `{ sub: ana, groups: [editor] }`');
const names = v.pipe(
  v.array(text, 'expected a list of principals'),
  v.nonEmpty('found an empty list, expected the names of principals'),
);

/** By name: what a token says, or the names of several principals. */
export const principalsDefinition = mapping(
  forms({ when: IS_LIST, use: names }, { when: ALWAYS, use: claims }),
  'expected a mapping from names to claims',
);

export type RawPrincipals = v.InferOutput<typeof principalsDefinition>;

const entityUid = keys({ type: text, id: v.string('expected a text') });
const entityDefinition = keys({
  uid: entityUid,
  attrs: anyMapping('expected a mapping of attributes, `{}` when there are none'),
  parents: v.array(entityUid, 'expected a list of `{ type, id }`, `[]` when there are none'),
  tags: v.optional(anyMapping('expected a mapping of tags')),
});
export const entitiesDefinition = v.array(entityDefinition, 'expected a list of entities');

// ---- cases and tables ----

const labels = {
  tags: v.optional(v.array(text, 'expected a list of tags')),
  skip: v.optional(text),
  todo: v.optional(text),
};

/** What goes with a call beside its target and its body. */
const circumstances = {
  headers: v.optional(mapping(v.string('expected a text'), 'expected a mapping from header names to texts')),
  context: v.optional(anyMapping('expected a mapping from attributes of the context to values')),
};

const caseDefinition = keys({
  name: text,
  as: forms({ when: IS_LIST, use: names }, { when: ALWAYS, use: text }),
  call: text,
  body: v.optional(v.unknown()),
  ...circumstances,
  expect: expectation,
  ...labels,
});

const tableDefinition = keys({
  name: text,
  ...labels,
  ...circumstances,
  columns: v.array(text, 'expected a list of principals'),
  rows: mapping(
    quickly(areWords, v.array(expectation, 'expected a list with one expectation for each column')),
    'expected a mapping from calls to expectations',
  ),
});

/** As nearly all rows are. */
function areWords(row: unknown): boolean {
  return Array.isArray(row) && row.every((cell) => WORDS.has(cell));
}

const WORDS: ReadonlySet<unknown> = new Set(CALL_WORDS);

export const fixtureFileDefinition = keys({
  tags: labels.tags,
  principals: v.optional(forms({ when: IS_TEXT, use: text }, { when: ALWAYS, use: principalsDefinition })),
  entities: v.optional(forms({ when: IS_TEXT, use: text }, { when: ALWAYS, use: entitiesDefinition })),
  cases: v.optional(v.array(caseDefinition, 'expected a list of cases')),
  tables: v.optional(v.array(tableDefinition, 'expected a list of tables')),
});

export type RawCase = v.InferOutput<typeof caseDefinition>;
export type RawTable = v.InferOutput<typeof tableDefinition>;

/** Taken as it is, whatever its keys are. */
export function anyMapping(message: string) {
  return custom<Record<string, unknown>>(isMapping, message, { type: 'object' });
}
