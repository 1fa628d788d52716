import { between } from '../../classification/phrases.ts';
import { wordsOf } from '../../classification/words.ts';
import type { Property, Shape } from '../../openapi/endpoint.ts';

/** A property that names another thing, as in `tenantId: "acme"`, `tenant: { "id": "acme" }`, and `tenant: 7` or `tenant: <UUID>`. */
export interface Reference {
  readonly property: Property;
  /** What it names, in lower case without blanks: `emailcampaign`. */
  readonly noun: string;
}

/** The properties of a shape that name other things, in their order. */
export function referencesIn(shape: Shape): Reference[] {
  return [...shape.properties.values()].flatMap((property) => {
    const noun = nounOfProperty(property);
    return noun === '' ? [] : [{ property, noun }];
  });
}

/** Those that JSON:API names: `project: { "data": { "type": "projects", "id": "p1" } }`. */
export function relationsIn(shape: Shape): Reference[] {
  return [...shape.properties.values()].flatMap((property) => {
    const data = property.shape.properties.get('data')?.shape;
    return data !== undefined && hasIdentifier(data) ? [{ property, noun: asNoun(property.name) }] : [];
  });
}

/** The last word of a name that identifies. */
export const IDENTIFIES = /^(id|uuid|guid|gid|uid)$/;

function nounOfProperty({ name, shape }: Property): string {
  const words = wordsOf(name);
  if (isScalar(shape) && IDENTIFIES.test(words.at(-1) ?? '')) return words.slice(0, -1).join('');
  if (isKey(shape)) return COUNTS.test(words.at(-1) ?? '') ? '' : words.join('');
  return shape.type === 'object' && hasIdentifier(shape) ? words.join('') : '';
}

/** A number or a UUID under the bare name of a thing is its key, as Django has foreign keys. A text may as well be its name. */
export function isKey({ type, format }: Shape): boolean {
  return type === 'integer' || (type === 'string' && format === 'uuid');
}

/** What numbers count, measure or order, though there may be things of that name: a discount of 7 is in no discount 7, which may be another tenant's. */
const COUNTS = between('^', 's?$')`
  discount | fee | tax | tip | bonus | deposit | refund | credit | debit | salary | wage | commission
  penalty | reward | stock | capacity | limit | amount | value | age | weight | height | width | length
  depth | distance | volume | percent | percentage | goal | target | order | version | revision | page
  position | level | number | index | rank | score | rating | grade | step | stage | season | episode
  section | chapter | floor | row | column | line | seat | year | month | week | day | period | quantity
  unit | count | size | total | price | rate | cost | budget | balance | points? | priority | status | state
  type | code | port | duration
`;

/** A nested object is another thing when it has an identifier of its own. */
export function hasIdentifier(shape: Shape): boolean {
  return [...shape.properties.keys()].some((name) => IDENTIFIES.test(wordsOf(name).join(' ')));
}

function isScalar({ type }: Shape): boolean {
  return type === 'string' || type === 'integer' || type === 'number' || type === 'unknown';
}

/** A name as {@link Reference.noun} writes it: `emailcampaign` for `EmailCampaign`. */
export function asNoun(name: string): string {
  return wordsOf(name).join('');
}
