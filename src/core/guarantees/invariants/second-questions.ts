import type { Analysis } from '../../analysis/analysis.ts';
import type { AnalysedPolicy } from '../../analysis/questions/claim.ts';
import type { RequestEnvironment } from '../../analysis/schema/analysis-schema.ts';
import { type EntityUid, entityKey } from '../../cedar/entity.ts';
import type { Policy } from '../../policies/policy.ts';
import type { ModelEndpoint } from '../../requests/map-call.ts';
import type { ServerRules } from '../../requests/server/server-rules.ts';
import { askedByMoves } from '../declared-moves.ts';
import type { Invariant, UndecidedReason } from './invariant.ts';

/** What has to be known of a project to ask about second questions. */
export interface AskedProject {
  readonly analysis: Analysis;
  /** The endpoints that are decided about, of the action of an environment. */
  readonly endpointsOf: (action: EntityUid) => readonly (ModelEndpoint | undefined)[];
  readonly moves: ServerRules['moves'] | undefined;
  readonly policiesFor: (action: EntityUid) => readonly Policy[];
}

/**
 * Why it is not said that calls are always allowed, though their first question is: they ask a second one, which may be denied. It is about
 * another resource, so only a second question that is always permitted changes nothing.
 */
export function secondQuestions({ statement }: Invariant, project: AskedProject): readonly UndecidedReason[] {
  const permits =
    statement.type === 'requests' ? statement.policies.filter(({ json }) => json.effect === 'permit') : [];
  if (permits.length === 0) return [];
  return project.analysis.environments.flatMap((environment) =>
    project.endpointsOf(environment.action).flatMap((endpoint): readonly UndecidedReason[] => {
      if (!endpoint) return [];
      const { second } = endpoint;
      const asked = [
        ...(second ? [second.action] : []),
        ...askedByMoves(endpoint.action.name, project.moves),
      ];
      if (asked.length === 0 || permits.every((permit) => isNowhere(permit, environment, project))) return [];
      return asked
        .filter((name) => !isAlwaysPermitted(name, environment, project))
        .map((name) => ({
          what: 'a second question',
          message: `\`${endpoint.method} ${endpoint.path}\` also asks \`${name}\`, which is not always permitted`,
          action: environment.action.id,
        }));
    }),
  );
}

function isNowhere(
  policy: AnalysedPolicy,
  environment: RequestEnvironment,
  { analysis }: AskedProject,
): boolean {
  return analysis.prove(environment, [{ kind: 'never-applies', policy }])[0]?.kind === 'proven';
}

function isAlwaysPermitted(
  name: string,
  { action, principalType }: RequestEnvironment,
  { analysis, policiesFor }: AskedProject,
): boolean {
  const uid = { type: action.type, id: name };
  const asked = analysis.environments.filter(
    (one) => entityKey(one.action) === entityKey(uid) && one.principalType === principalType,
  );
  const policies = policiesFor(uid);
  return (
    asked.length > 0 &&
    asked.every((one) => analysis.prove(one, [{ kind: 'always-allowed', policies }])[0]?.kind === 'proven')
  );
}
