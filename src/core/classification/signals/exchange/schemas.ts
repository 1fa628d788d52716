import { memoize, memoizeByIdentity } from '../../../caching/memoize.ts';
import type { Endpoint, Shape } from '../../../openapi/endpoint.ts';
import { phraseOf, wordsOf } from '../../words.ts';

/** What a body is, by the name of its schema and by what it describes. */
export interface Schemas {
  /** Its schema is called after changing something. */
  readonly takesChange: boolean;
  /** Its schema is called after seeking something. */
  readonly takesQuery: boolean;
  /** It describes a thing that has a name. */
  readonly takesThing: boolean;
  /** It says much, whatever it is. */
  readonly takesMuch: boolean;
  /** It holds one value. */
  readonly takesOne: boolean;
}

/** So many properties are much. */
const MUCH = 6;

/** Reads the body of an endpoint. */
export function schemasOf({ body }: Endpoint): Schemas {
  if (body === undefined) return NO_BODY;
  const { name, properties } = body.shape;
  const words = name === undefined ? '' : kindOf(name);
  return {
    takesChange: words === 'change',
    takesQuery: words === 'query',
    takesThing: describesThing(body.shape),
    takesMuch: properties.size >= MUCH,
    takesOne: properties.size === 1,
  };
}

const NO_BODY: Schemas = {
  takesChange: false,
  takesQuery: false,
  takesThing: false,
  takesMuch: false,
  takesOne: false,
};

const kindOf = memoize((name: string): 'change' | 'query' | '' => {
  const words = wordsOf(name);
  if (words.some((word) => /^(update|edit|patch|change|modify|set)$/.test(word))) return 'change';
  return words.some((word) => /^(search|query|filter|criteria|find|list)$/.test(word)) ? 'query' : '';
});

const describesThing = memoizeByIdentity((body: Shape) =>
  [...body.properties.keys()].some((name) => NAMED.test(phraseOf(name))),
);

/** Names of properties by which things are called. */
const NAMED = /^(.+ )?(name|title|label|description|subject)$/;
