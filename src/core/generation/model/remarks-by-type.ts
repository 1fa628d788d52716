import type { Classification } from '../../classification/classified-api.ts';
import { lastWords, sentences } from '../../classification/phrases.ts';
import { isPrivateOf } from '../../classification/reserved/private.ts';
import { placedValues } from '../../classification/signals/values/taken-values.ts';
import { singularOf, wordsOf } from '../../classification/words.ts';
import { APPLICATION_TYPE } from '../../endpoints/application.ts';
import { isAboutOne, PATTERN_TRAITS } from '../../endpoints/pattern.ts';
import type { Remarks } from '../../endpoints/remark.ts';
import { describeIdentifier } from '../../endpoints/resource-from.ts';
import { isReadingEndpoint, PRINCIPAL_TYPE } from '../../model/model.ts';
import { type Endpoint, isReading } from '../../openapi/endpoint.ts';
import { article } from '../../values/article.ts';
import { compareText } from '../../values/compare-text.ts';
import { groupBy } from '../../values/group.ts';
import { remarksOnPlaces } from './remarks-on-places.ts';
import { ancestorsOf, isOutsideTenants, type TypeDrafts, type TypesOfApi } from './type-draft.ts';

/** What is known of an endpoint only once it is known which types contain which. */
export function remarksByType(classification: Classification, api: TypesOfApi): Remarks {
  return {
    ...unplaced(classification, api),
    ...ofContainer(classification, api),
    ...ofPerson(classification, api),
    ...ofAdministration(classification, api),
    ...remarksOnPlaces(classification, api),
    ...handedOver(classification),
    ...referred(classification, api),
  };
}

/** `POST /zones/{zone}/push` with a `targetAccount`, where nothing is asked about that. A payment goes to an account, too. */
function handedOver({ endpoint, pattern, resource, second, remarks }: Classification): Remarks {
  const isOfOne = isAboutOne(pattern) && resource.from.startsWith('path:');
  if (!isOfOne || isReading(endpoint) || (second ?? remarks.access) !== undefined) return {};
  const names = placedValues(endpoint).map(([, { name }]) => name);
  const found = names.find((name) => RECEIVER.test(wordsOf(name).join(' ')));
  return found === undefined || names.some((name) => /amount/i.test(name))
    ? {}
    : { access: `it says by \`${found}\` to whom it hands it over` };
}

const RECEIVER =
  /^(to|target|new|dest|destination|receiving|recipient) (account|org|organi[sz]ation|tenant|workspace|company|customer|owner)( (id|name|email|slug|key|number))?$/;

/** So many endpoints are not about a thing that each of them only refers to. */
const MANY = 3;

/** Types that a path identifies, or that several endpoints are about. */
export function knownTypes(classifications: readonly Classification[]): ReadonlySet<string> {
  const byType = groupBy(classifications, ({ resource }) => resource.type);
  const isKnown = (about: readonly Classification[]) =>
    about.length >= MANY || about.some(({ resource: { from } }) => from.startsWith('path:'));
  return new Set([...byType].flatMap(([type, about]) => (isKnown(about) ? [type] : [])));
}

/**
 * `PUT /reveal-configuration` with a `kmsKeyId` changes a configuration, and the key is only what it refers to: whoever may do something to
 * keys has not been asked about that.
 */
function referred({ endpoint, pattern, resource, remarks }: Classification, { known }: TypesOfApi): Remarks {
  const { type, from } = resource;
  const changes = !isReading(endpoint) || remarks.changes !== undefined;
  const isElsewhere = type !== APPLICATION_TYPE && !from.startsWith('path:');
  if (!isAboutOne(pattern) || !changes || !isElsewhere || known.has(type)) return {};
  return isSaidByPath(type, endpoint.path)
    ? {}
    : {
        referred: `${describeIdentifier(from)} names ${article(type)} \`${type}\`, and nothing says that this is what it changes`,
      };
}

/** `POST /updateThing` and `/things/close` are about a thing. */
function isSaidByPath(type: string, path: string): boolean {
  const noun = ` ${nounOf(type)} `;
  return path.split(/[/.:]/).some((literal) => {
    const words = wordsOf(literal);
    return ` ${words.map(singularOf).join(' ')} `.includes(noun) || ` ${words.join(' ')} `.includes(noun);
  });
}

/** An API that is called after administrators is for them, as a whole. */
function ofAdministration({ pattern }: Classification, { title }: TypesOfApi): Remarks {
  if (PATTERN_TRAITS[pattern].isForAnyone || !/\badmin(istration|istrators?)?\b/i.test(title)) return {};
  return { administrative: `the API is called \`${title.replaceAll(/\p{Cc}/gu, ' ')}\`` };
}

/** Nothing can keep members of one tenant from changing things of another, where nobody knows whose these are. */
function unplaced(
  { endpoint, pattern, resource, memberType, remarks }: Classification,
  api: TypesOfApi,
): Remarks {
  const { tenantType, types } = api;
  const reads = isReadingEndpoint({ method: endpoint.method, pattern }) && remarks.changes === undefined;
  const makes = PATTERN_TRAITS[pattern].members === 'created' && resource.type === APPLICATION_TYPE;
  const type = makes ? memberType : resource.type;
  if (type === undefined || !types.has(type) || !api.isolates || reads) return {};
  if (!isOutsideTenants(type, { types, tenantType })) return {};
  return { unplaced: `nothing says which \`${tenantType}\` ${article(type)} \`${type}\` is in` };
}

/** `GET /reviews/{id}`, where reviews are in employees and in nothing else but what keeps tenants or employers apart. */
function ofPerson({ pattern, resource, remarks }: Classification, { types }: TypesOfApi): Remarks {
  const isOfOne = isAboutOne(pattern) && resource.from.startsWith('path:');
  if (!isOfOne || remarks.own !== undefined || remarks.private !== undefined) return {};
  const parents = (types.get(resource.type)?.parents ?? []).filter((name) => !APART_ALONE.test(nounOf(name)));
  const [person] = parents;
  const isPrivate = parents.length === 1 && isPrivateOf(nounOf(person ?? ''), nounOf(resource.type));
  return isPrivate
    ? {
        private: `it is about ${article(resource.type)} \`${resource.type}\` of ${article(person ?? '')} \`${person}\``,
      }
    : {};
}

const APART_ALONE = /^(org|organi[sz]ation|tenant|workspace|company|account)$/;

function ofContainer({ endpoint, pattern, resource, memberType }: Classification, api: TypesOfApi): Remarks {
  const { types, tenantType } = api;
  const made = PATTERN_TRAITS[pattern].members === 'created' ? memberType : undefined;
  if (made !== undefined && made === tenantType)
    return { administrative: `it makes one of the type \`${tenantType}\`, which keeps tenants apart` };
  if (!/^(POST|PUT|PATCH|DELETE)$/.test(endpoint.method) || !isAboutOne(pattern)) return {};
  if (resource.type === tenantType) return { administrative: `it changes the \`${tenantType}\` itself` };
  if (!isItself(endpoint.path) || endpoint.method === 'POST') return {};
  const said = isOutermost(resource.type, api) ? deletesOthers(endpoint) : undefined;
  if (said !== undefined) return { container: said };
  const isWhole = endpoint.method === 'DELETE' && IN_WHICH_ALL_IS.test(nounOf(resource.type));
  if (!isWhole && !holdsOthers(resource.type, api)) return {};
  if (endpoint.method === 'DELETE') return { container: `it deletes ${whatIsIn(resource.type, types)}` };
  const shows = [...(endpoint.body?.shape.properties.keys() ?? [])].find((name) =>
    WHO_SEES.test(wordsOf(name).join(' ')),
  );
  return shows === undefined ? {} : { access: `its body says by \`${shows}\` who may see what is in it` };
}

function isOutermost(type: string, { types, tenantType }: TypesOfApi): boolean {
  return ancestorsOf(type, types).every((one) => one === tenantType || APART.test(nounOf(one)));
}

/** What is said to go along, though the paths do not say that it is in there. */
function deletesOthers({ method, summary, description }: Endpoint): string | undefined {
  if (method !== 'DELETE') return undefined;
  const said = DELETES_OTHERS.exec(`${summary}. ${description.slice(0, 400)}`)?.[0];
  return said && `its description says "${said.toLowerCase()}"`;
}

const DELETES_OTHERS = sentences`
  \b(and|including|along with|together with) all (of )?(the|its|it's|it’s|their) (?!(meta)?data\b|content|info|detail|version|file|setting|histor|attachment|propert|attribute)\w+
  \ball (of )?its \w+ (are|will be) (also |permanently )?(deleted|removed)\b
`;

/** The path ends with what identifies it, and not below what somebody only has of it: `/user/starred/{repo}`. */
function isItself(path: string): boolean {
  const segments = path.split('/').filter((segment) => segment !== '');
  const literal = segments.findLast((segment) => !segment.includes('{')) ?? '';
  return segments.at(-1)?.endsWith('}') === true && !ONLY_HAD.test(literal);
}

const ONLY_HAD = /(ed|ing|favou?rites?|stars|likes?|subscriptions?|bookmarks?|watch(es|list)?)$/i;

/** Properties that open or close all that is in something. */
const WHO_SEES =
  /(^| )((is )?(private|public|internal)|visibility|privacy( setting)?|public access|access level|permission level|acl|default permissions?)$/;

function whatIsIn(type: string, types: TypeDrafts): string {
  const [first, second, ...others] = childrenOf(type, types);
  if (first === undefined) return `one \`${type}\`, and whatever is in it`;
  const more = second === undefined ? '' : others.length === 0 ? ` and \`${second}\`` : ' and more';
  return `one \`${type}\`, and every \`${first}\`${more} in it`;
}

// ---- containers ----

/** What holds other things by its very name, whether or not the API describes them, and whatever it is in itself. */
const HOLDS = lastWords`
  repo | repository | cluster | database | bucket | registry | namespace | vpc | network | vault | keyspace
  datastore | domain | zone | site | store | project | board | app | realm | environment | data center
  resource ?group | studio
`;

/** What is over with one of these, no member decides, whatever the API says of what is in it. */
const IN_WHICH_ALL_IS = lastWords`
  account | wallet | school | campus | hospital | clinic | shop | merchant | agency | restaurant | hotel
  facility | warehouse | lab | laboratory | club | church | parish | patient | election | legal case | matter
`;

/** People, and what keeps them or customers apart: what is in one of these is still an outermost thing. */
const APART =
  /(^| )(org|organi[sz]ation|tenant|workspace|company|account|user|owner|member|team|group|customer)$/;

/**
 * Deleting one takes away what many people have made: what holds other things by its name, and the outermost of what holds something that
 * holds something. What is inside of those is everyday work: a card of a board, an issue of a repository.
 */
function holdsOthers(type: string, api: TypesOfApi): boolean {
  if (HOLDS.test(nounOf(type))) return true;
  return isOfContainers(type, api) && !ancestorsOf(type, api.types).some((one) => isOfContainers(one, api));
}

function isOfContainers(name: string, { types, tenantType }: TypesOfApi): boolean {
  if (name === tenantType || APART.test(nounOf(name)) || name === APPLICATION_TYPE) return false;
  return (
    HOLDS.test(nounOf(name)) || childrenOf(name, types).some((child) => childrenOf(child, types).length > 0)
  );
}

function nounOf(type: string): string {
  return wordsOf(type).join(' ');
}

function childrenOf(name: string, types: TypeDrafts): string[] {
  return [...types.values()]
    .filter(({ name: child, parents }) => parents.includes(name) && child !== PRINCIPAL_TYPE)
    .map(({ name: child }) => child)
    .sort(compareText);
}
