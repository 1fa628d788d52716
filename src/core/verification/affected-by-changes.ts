import { qualified } from '../cedar/namespace.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import { problemAt } from '../diagnostics/problem-at.ts';
import { endpointKey } from '../endpoints/endpoint-key.ts';
import { alsoAsks } from '../endpoints/second-check.ts';
import { actionsTakenOver } from '../model/changes/model-changes.ts';
import { changedReservations } from '../model/changes/reservations.ts';
import type { Action, ActionEndpoint, Model } from '../model/model.ts';
import { actionsIn } from '../policies/action-scope.ts';
import { locatePolicy, locateRange, type Policy } from '../policies/policy.ts';
import type { CheckedProject } from './check-project.ts';

/**
 * The policies and fixtures that still fit an endpoint whose pattern, resource or action has changed, but may no longer mean what they say. Those
 * that name what is gone are errors, and found elsewhere.
 */
export function concernedByChanges(before: Model, after: Model, project: CheckedProject): Diagnostic[] {
  const earlier = new Map(
    before.actions.flatMap((action) =>
      action.endpoints.map((endpoint) => [endpointKey(endpoint), { action, endpoint }] as const),
    ),
  );
  const reclassified = after.actions.flatMap((action) =>
    action.endpoints.flatMap((endpoint) => {
      const was = earlier.get(endpointKey(endpoint));
      if (was === undefined || meaning(was.action, was.endpoint) === meaning(action, endpoint)) return [];
      const what = `\`${endpointKey(endpoint)}\` is now ${meaning(action, endpoint)}; it was ${meaning(was.action, was.endpoint)}`;
      return [...policiesAbout(action, what, project), ...fixturesAbout(endpoint, what, project)];
    }),
  );
  return [
    ...reclassified,
    ...namedByOthers(before, after, project),
    ...permittedInSpite(before, after, project),
  ];
}

/** Policies that name an action which another endpoint has now: what they permit to it, nobody has asked for. */
function namedByOthers(before: Model, after: Model, project: CheckedProject): Diagnostic[] {
  return actionsTakenOver(before, after).flatMap(({ action, text }) =>
    policiesNaming(action, project).map((policy) => ({
      severity: 'warning',
      code: 'action-taken-over',
      message: `policy \`${policy.id}\` names action \`${action}\`: ${text}`,
      help: 'check whether it still permits or forbids what it should; `action` in `overrides` of authz.yaml gives an endpoint a name that stays',
      file: policy.file.file,
      location: locateName(policy, action),
    })),
  );
}

/** Policies go on permitting what the API description now reserves: the recorded fixtures stay green. */
function permittedInSpite(before: Model, after: Model, project: CheckedProject): Diagnostic[] {
  const reserved = changedReservations(before, after).filter(({ reserves }) => reserves);
  return reserved.flatMap(({ action, text }) =>
    policiesNaming(action.name, project)
      .filter(({ json }) => json.effect === 'permit')
      .map((policy) => ({
        severity: 'warning',
        code: 'permitted-in-spite',
        message: `policy \`${policy.id}\` permits action \`${action.name}\`: ${text}`,
        help: 'check whether it still permits what it should, and to whom',
        file: policy.file.file,
        location: locateName(policy, action.name),
      })),
  );
}

function meaning({ resourceType }: Action, { pattern, from, second }: ActionEndpoint): string {
  return `${pattern} on \`${resourceType}\` (${from})${alsoAsks(second)}`;
}

function policiesAbout(action: Action, what: string, project: CheckedProject): Diagnostic[] {
  return policiesNaming(action.name, project).map((policy) => ({
    severity: 'warning',
    code: 'endpoint-reclassified',
    message: `policy \`${policy.id}\` names action \`${action.name}\`: ${what}`,
    help: 'check whether it still permits or forbids what it should',
    file: policy.file.file,
    location: locateName(policy, action.name),
  }));
}

function policiesNaming(action: string, { model, policySet }: CheckedProject): readonly Policy[] {
  const type = qualified(model.namespace, 'Action');
  return policySet.policies.filter(({ json }) =>
    actionsIn(json).some((one) => one.type === type && one.id === action),
  );
}

/** Where the policy first names the action; the policy, where the name is written with escapes of its own. */
function locateName(policy: Policy, name: string): Location {
  const quoted = JSON.stringify(name);
  const at = policy.text.indexOf(quoted);
  if (at < 0) return locatePolicy(policy);
  return locateRange(policy, at, at + quoted.length);
}

/** The first fixture of each file that calls the endpoint, with the number of the others. */
function fixturesAbout(endpoint: ActionEndpoint, what: string, project: CheckedProject): Diagnostic[] {
  const calling = project.fixtures
    .filter((ready) => ready.endpoint && endpointKey(ready.endpoint) === endpointKey(endpoint))
    .map(({ fixture }) => fixture);
  const sources = [...new Set(calling.map(({ source }) => source))];
  return sources.flatMap((source) => {
    const [first, ...others] = calling.filter((fixture) => fixture.source === source);
    if (first === undefined) return [];
    const more = others.length > 0 ? `, and ${others.length} more call it` : ' calls it';
    const message = `\`${first.name}\`${more}: ${what}`;
    const help = 'check whether they still expect what they should';
    return [
      {
        ...problemAt(source, first.at, { code: 'endpoint-reclassified', message, help }),
        severity: 'warning' as const,
      },
    ];
  });
}
