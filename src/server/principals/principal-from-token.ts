import type { CedarValueJson } from '../../core/cedar/cedar.ts';
import type { Entity } from '../../core/cedar/entity.ts';
import { GROUP_TYPE, type Model, PRINCIPAL_TYPE } from '../../core/model/model.ts';
import {
  type Claims,
  DEFAULT_CLAIMS,
  type PrincipalAnswer,
  type PrincipalClaims,
  principalFromClaims,
} from '../../core/requests/principal.ts';

/** Options of {@link principalFromToken}. */
export interface PrincipalFromTokenOptions<Req> extends Partial<PrincipalClaims> {
  readonly namespace: string;
  /** Where the token validation left the decoded claims; `req.user` when left out. */
  readonly claims?: (req: Req) => unknown;
}

/** Makes the principal entity of a request. `model` is what the schema says; the middleware passes it. */
export type PrincipalFromToken<Req> = (req: Req, model?: Model) => Promise<Entity | undefined>;

/**
 * The ready-made `getPrincipalEntity`: the subject of the verified token is the id, its groups are parents of the form
 * `<userPoolId>|<group>`, its tenant claim too, and claims are attributes: those that the schema models, since the engine refuses
 * others. Without claims, or when they name nobody, there is no principal. Called without a model, it gives the entity of
 * specification 2.5: all claims, and groups of the type `UserGroup`.
 */
export function principalFromToken<Req extends object = object>(
  options: PrincipalFromTokenOptions<Req>,
): PrincipalFromToken<Req> {
  const { namespace, claims: claimsOf = userOf, ...given } = options;
  const names: PrincipalClaims = { ...DEFAULT_CLAIMS, ...given };
  return async (req, model) => {
    if (model && model.namespace !== namespace)
      throw new Error(`the schema has the namespace \`${model.namespace}\`, not \`${namespace}\``);
    const claims = claimsOf(req);
    if (claims === undefined || claims === null) return undefined;
    const answer = model
      ? principalFromClaims(claims as Claims, names, model)
      : plainPrincipal(claims as Claims, names, namespace);
    return answer.ok ? answer.principal : undefined;
  };
}

function userOf(req: object): unknown {
  return 'user' in req ? req.user : undefined;
}

function plainPrincipal(claims: Claims, names: PrincipalClaims, namespace: string): PrincipalAnswer {
  const answer = principalFromClaims(claims, names, plainModel(namespace));
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
