import type { CedarValueJson } from '../../core/cedar/cedar.ts';
import type { Entity } from '../../core/cedar/entity.ts';
import { type Diagnostic, InputError } from '../../core/diagnostics/diagnostic.ts';
import { FUNCTION, NAME, type OptionKinds, optionProblems, TEXT } from '../../core/diagnostics/options.ts';
import { GROUP_TYPE, type Model, PRINCIPAL_TYPE } from '../../core/model/model.ts';
import {
  type Claims,
  DEFAULT_CLAIMS,
  isOutOfTime,
  type PrincipalAnswer,
  type PrincipalClaims,
  principalNamedBy,
  tokenClockAt,
} from '../../core/requests/principal.ts';
import { isRecord } from '../../core/values/record.ts';
import { isPromise, unawaited } from '../waiting/in-time.ts';
import { knownPrincipals } from './known-principals.ts';

/** Options of {@link principalFromToken}. The claims are `sub`, `groups` and `tenant_id` where nothing else is said. */
export interface PrincipalFromTokenOptions<Req> extends Partial<PrincipalClaims> {
  /** That of the schema. */
  readonly namespace: string;
  /** Where the token validation left the decoded claims; `req.user` when left out. */
  readonly claims?: (req: Req) => unknown;
}

/** Makes the principal entity of a request. `model` is what the schema says; the middleware passes it. */
export type PrincipalFromToken<Req> = (req: Req, model?: Model) => Entity | undefined;

const OPTIONS: OptionKinds<PrincipalFromTokenOptions<object>> = {
  namespace: TEXT,
  subject: NAME,
  groups: NAME,
  tenant: NAME,
  userPoolId: NAME,
  claims: FUNCTION,
};

/**
 * The ready-made `getPrincipalEntity`, for claims of a token that the application has validated. The subject is the id. Groups and tenants
 * are parents; with `userPoolId`, the ids of groups are `<userPoolId>|<group>`. Claims that the schema models are attributes, and others are
 * left out, since the engine refuses them. There is no principal without claims, if they name nobody, or if the token is past its time
 * (`exp`) or before it (`nbf`), in seconds since 1970. Called without a model, it makes attributes of all claims, parents of groups of the
 * type `UserGroup`, and none of tenants. `claims` must answer at once: a promise is a `TypeError` in the call.
 * @throws {InputError} with all that is wrong with the options.
 */
export function principalFromToken<Req extends object = object>(
  options: PrincipalFromTokenOptions<Req>,
): PrincipalFromToken<Req> {
  const problems = optionProblems('`principalFromToken`', options, OPTIONS);
  if (problems.length === 0 && options.namespace === undefined) problems.push(NO_NAMESPACE);
  if (problems.length > 0) throw new InputError(problems);
  const { namespace, claims: claimsOf = userOf } = options;
  const names = claimNames(options);
  const claimsNow = (req: Req) => {
    const claims = atOnce(claimsOf(req));
    return isRecord(claims) && !isNotNow(claims) ? claims : undefined;
  };
  const principal: PrincipalFromToken<Req> = (req, model) => {
    const claims = claimsNow(req);
    if (!claims) return undefined;
    const answer = model ? principalNamedBy(claims, names, model) : plainPrincipal(claims, names, namespace);
    return answer.ok ? answer.principal : undefined;
  };
  const isOutOfItsTime = (req: object) => {
    const claims = atOnce(claimsOf(req as Req));
    return isRecord(claims) && isNotNow(claims);
  };
  const remembering = (model: Model, most: number) => {
    const named = knownPrincipals(names, model, most);
    return (req: object) => {
      const claims = claimsNow(req as Req);
      return claims && named(claims);
    };
  };
  readyMade.set(principal, { namespace, isOutOfItsTime, remembering });
  return principal;
}

/** Claims that are there only later would name nobody, and a token that is refused later would end the process. */
function atOnce(claims: unknown): unknown {
  if (!isPromise(claims)) return claims;
  unawaited(claims);
  throw new TypeError(
    '`claims` answered with a promise: validate the token before the authorization, or give a `getPrincipalEntity` that waits for it',
  );
}

/** The clock is not asked where nothing depends on it. */
function isNotNow(claims: Claims): boolean {
  const hasTimes = claims.exp !== undefined || claims.nbf !== undefined;
  return hasTimes && isOutOfTime(claims, tokenClockAt(Date.now() / 1000));
}

const NO_NAMESPACE: Diagnostic = {
  severity: 'error',
  code: 'option-unusable',
  message: '`principalFromToken` has no `namespace`',
  help: 'give that of the schema',
};

function claimNames<Req>(options: PrincipalFromTokenOptions<Req>): PrincipalClaims {
  const { subject, groups, tenant } = DEFAULT_CLAIMS;
  return {
    subject: options.subject ?? subject,
    groups: options.groups ?? groups,
    tenant: options.tenant ?? tenant,
    ...(options.userPoolId === undefined ? {} : { userPoolId: options.userPoolId }),
  };
}

interface ReadyMade {
  readonly namespace: string;
  readonly isOutOfItsTime: (req: object) => boolean;
  /** The same function with a memory of `most` principals. */
  readonly remembering: (model: Model, most: number) => (req: object) => Entity | undefined;
}

/** What is known of the functions that {@link principalFromToken} made. */
const readyMade = new WeakMap<object, ReadyMade>();

/** The namespace of the principals that a function makes, where {@link principalFromToken} made the function. */
export function namespaceOf(getPrincipalEntity: unknown): string | undefined {
  return typeof getPrincipalEntity === 'function' ? readyMade.get(getPrincipalEntity)?.namespace : undefined;
}

/**
 * A function that {@link principalFromToken} made, with a memory: the principal of the same claims is the same object, which nobody can change.
 * `undefined` for other functions: what they answer may follow from anything.
 */
export function rememberingPrincipal(
  getPrincipalEntity: object,
  model: Model,
  most: number,
): ((req: object) => Entity | undefined) | undefined {
  return readyMade.get(getPrincipalEntity)?.remembering(model, most);
}

/** Whether the token of a call is past its time, or before it: then it names nobody, whatever a cache remembers of its subject. */
export function hasTokenOutOfTime(getPrincipalEntity: object, req: object): boolean {
  return readyMade.get(getPrincipalEntity)?.isOutOfItsTime(req) === true;
}

function userOf(req: object): unknown {
  return 'user' in req ? req.user : undefined;
}

function plainPrincipal(claims: Claims, names: PrincipalClaims, namespace: string): PrincipalAnswer {
  const answer = principalNamedBy(claims, names, plainModel(namespace));
  if (!answer.ok) return answer;
  const attrs = Object.entries(claims).filter(([, value]) => value !== undefined && value !== null);
  return {
    ok: true,
    principal: { ...answer.principal, attrs: Object.fromEntries(attrs) as Record<string, CedarValueJson> },
  };
}

function plainModel(namespace: string): Model {
  return {
    namespace,
    mappingType: 'SimpleRest',
    entityTypes: [],
    actions: [],
    principalType: PRINCIPAL_TYPE,
    groupType: GROUP_TYPE,
  };
}
