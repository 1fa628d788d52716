import type { Classification } from '../../classification/classified-api.ts';
import { wordsOf } from '../../classification/words.ts';
import { APPLICATION_TYPE } from '../../endpoints/application.ts';
import { isAboutOne, PATTERN_TRAITS } from '../../endpoints/pattern.ts';
import type { Remarks } from '../../endpoints/remark.ts';
import { isReadingEndpoint, PRINCIPAL_TYPE } from '../../model/model.ts';
import { compareText } from '../../values/compare-text.ts';
import { ancestorsOf, type TypeDrafts } from './type-draft.ts';

export interface TypesOfApi {
  readonly types: TypeDrafts;
  readonly tenantType: string | undefined;
  /** Whether actions are about things, so that tenants can be kept apart at all. */
  readonly isolates: boolean;
  /** What the API description calls itself. */
  readonly title: string;
}

/** What is known of an endpoint only once it is known which types contain which. */
export function remarksByType(classification: Classification, api: TypesOfApi): Remarks {
  return {
    ...unplaced(classification, api),
    ...ofContainer(classification, api),
    ...ofAdministration(classification, api),
  };
}

/** An API that is called after administrators is for them, as a whole. */
function ofAdministration({ pattern }: Classification, { title }: TypesOfApi): Remarks {
  if (PATTERN_TRAITS[pattern].isForAnyone || !/\badmin(istration|istrators?)?\b/i.test(title)) return {};
  return { administrative: `the API is called \`${title.replaceAll(/\p{Cc}/gu, ' ')}\`` };
}

/** Nothing can keep members of one tenant from changing things of another, where nobody knows whose these are. */
function unplaced(
  { endpoint, pattern, resource: { type }, remarks }: Classification,
  api: TypesOfApi,
): Remarks {
  const { tenantType } = api;
  const reads = isReadingEndpoint({ method: endpoint.method, pattern }) && remarks.changes === undefined;
  const isOutside = type !== APPLICATION_TYPE && type !== PRINCIPAL_TYPE && type !== tenantType;
  if (tenantType === undefined || !api.isolates || reads || !isOutside) return {};
  if (ancestorsOf(type, api.types).includes(tenantType)) return {};
  return { unplaced: `nothing says which \`${tenantType}\` a \`${type}\` is in` };
}

function ofContainer({ endpoint, pattern, resource }: Classification, api: TypesOfApi): Remarks {
  const { types, tenantType } = api;
  if (!/^(POST|PUT|PATCH|DELETE)$/.test(endpoint.method) || !isAboutOne(pattern)) return {};
  if (resource.type === tenantType) return { administrative: `it changes the \`${tenantType}\` itself` };
  if (!isItself(endpoint.path) || endpoint.method === 'POST' || !holdsOthers(resource.type, api)) return {};
  if (endpoint.method === 'DELETE') return { container: `it deletes ${whatIsIn(resource.type, types)}` };
  const shows = [...(endpoint.body?.shape.properties.keys() ?? [])].find((name) =>
    WHO_SEES.test(wordsOf(name).join(' ')),
  );
  return shows === undefined ? {} : { access: `its body says by \`${shows}\` who may see what is in it` };
}

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
const HOLDS =
  /(^| )(repo|repository|cluster|database|bucket|registry|namespace|vpc|network|vault|keyspace|datastore|domain|zone|site|store|project|board|app|realm|environment|data center|resource group)$/;

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
