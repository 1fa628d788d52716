import { createAnalysis } from '../../src/core/analysis/analysis.ts';
import {
  type RequestEnvironment,
  readAnalysisSchema,
} from '../../src/core/analysis/schema/analysis-schema.ts';
import type { SchemaJson } from '../../src/core/cedar/cedar.ts';
import { printUid } from '../../src/core/cedar/print-value.ts';
import { schemaOf } from './analysis.ts';
import { type FuzzOptions, holdAgainstEngine, type Tally, withoutSome } from './analysis-fuzzer.ts';
import { CHOSEN_SCHEMAS, type ChosenSchema } from './chosen-schemas.ts';
import { hasRightTypes } from './comparison-fuzzer.ts';
import { ONLY_SLICE } from './random-facts.ts';
import { type Random, randomSource } from './random-source.ts';
import { idsOf, textOf, typedWorld } from './typed-world.ts';

const WORLDS = 150;
const PATTERNS = [
  ...['*', '', 'a*', '*b', 'a*b', 'a*a*b', '*ab*', '**', 'a**b', 'ab*ab'],
  ...['\\*', 'a\\*b', '*\\**', '\\\\', '*\\\\*', '\\u{e9}*'],
];

/** Random policies over one of the chosen schemas: every claim is held against the engine. */
export function fuzzChosen(
  seed: number,
  tally: Tally,
  { mostRequests = Number.POSITIVE_INFINITY }: FuzzOptions = {},
): void {
  const random = randomSource(seed);
  const chosen = random.pick(CHOSEN_SCHEMAS);
  const json = schemaOf(chosen.schema);
  const environment = random.pick(createAnalysis(json).environments);
  const written = writer(random, chosen, environment);
  const entitiesExist = random.once(2);
  const worlds = Array.from({ length: WORLDS }, () => {
    const made = typedWorld(random, readAnalysisSchema(json), environment);
    return entitiesExist ? made : withoutSome(random, made);
  });
  const subject = {
    label: `chosen ${seed}`,
    json,
    isAsked: (one: RequestEnvironment) => JSON.stringify(one) === JSON.stringify(environment),
    texts: Array.from({ length: 4 }, (_, index) => `@id("p${index}") ${written()}`),
    facts: random.once(3) ? [ONLY_SLICE] : [],
    entitiesExist,
    worlds,
  };
  holdAgainstEngine({ ...subject, mostRequests, isOdd: true }, tally);
}

/** Those conditions of a chosen schema that fit an environment, but for the guards of optional attributes. */
export function conditionsFor(
  random: Random,
  { schema, conditions }: ChosenSchema,
  environment: RequestEnvironment,
): readonly string[] {
  const json = schemaOf(schema);
  return conditions.filter((one) =>
    hasRightTypes(`permit ${scopeOf(environment)} when { ${filled(random, json, one)} };`, { json }),
  );
}

function scopeOf({ principalType, action, resourceType }: RequestEnvironment): string {
  return `(principal is ${principalType}, action == ${printUid(action)}, resource is ${resourceType})`;
}

function writer(random: Random, chosen: ChosenSchema, environment: RequestEnvironment): () => string {
  const json = schemaOf(chosen.schema);
  const fitting = conditionsFor(random, chosen, environment);
  const condition = (depth: number): string => {
    if (depth === 0 || random.once(3)) return filled(random, json, random.pick(fitting));
    const [left, right] = [condition(depth - 1), condition(depth - 1)];
    return random.pick([
      `((${left}) && (${right}))`,
      `((${left}) || (${right}))`,
      `!(${left})`,
      `(if ${filled(random, json, random.pick(fitting))} then ${left} else ${right})`,
      `((${left}) == (${right}))`,
      `((${left}) && 9007199254740991 * 4096 > 0)`,
    ]);
  };
  return () => {
    const clauses = Array.from(
      { length: random.pick([1, 1, 2]) },
      () => `${random.pick(['when', 'when', 'unless'])} { ${condition(random.below(3))} }`,
    );
    return `${random.pick(['permit', 'permit', 'forbid'])} ${scopeOf(environment)} ${clauses.join(' ')};`;
  };
}

/** A condition with something for each `?`. */
function filled(random: Random, json: SchemaJson<string>, condition: string): string {
  return condition
    .replace(/([\w:]+)::"\?"/g, (_, type: string) => {
      const ids = idsOf(readAnalysisSchema(json), type);
      return printUid({ type, id: random.pick(ids) });
    })
    .replace(/like "\?"/g, () => `like "${random.pick(PATTERNS)}"`)
    .replace(/"\?"/g, () => JSON.stringify(textOf(random)));
}
