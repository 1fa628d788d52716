import { qualified } from '../../cedar/namespace.ts';
import { printUid } from '../../cedar/print-value.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { endpointKey } from '../../endpoints/endpoint-key.ts';
import { describeGroups } from '../../endpoints/group-requirement.ts';
import type { Action, Model } from '../../model/model.ts';
import { groupBy } from '../../values/group.ts';
import { groupId, type Naming } from './rename-types.ts';
import { type ActionChoice, plainNatureOf, RESERVATIONS, type Reservation, standingOf } from './standing.ts';

/** An action that no template permits by its nature. */
export interface LeftOutAction {
  readonly action: Action;
  readonly reservation: Reservation;
}

/** The actions that templates leave out, in the order of the model. */
export function actionsLeftOut(model: Model): LeftOutAction[] {
  return model.actions.flatMap((action) => {
    const standing = standingOf(action);
    return standing.type === 'reserved' ? [{ action, reservation: standing.reservation }] : [];
  });
}

/** Why each of them is left out. */
const REASONS: Readonly<Record<Reservation, string>> = {
  administrative: 'seems to be for those who run the system',
  secret: 'gives or changes credentials',
  access:
    'changes who may do what, acts for others or decides about them, or sends what happens to another server',
  money: 'moves money, or changes how it is paid',
  container: 'deletes a thing with everything that is in it',
  private: 'is about logs, bills, personal data or the like',
  sweeping:
    'acts on more than the one thing that it names, or on whatever a query or another call in it selects',
  restricted:
    'is said to be for some (where `x-authz-groups` or `security` names them, the template `api-groups` permits it)',
  presumed: 'is open by no more than a guess, or takes a credential all the same',
  undocumented: 'changes something, and neither its path nor a described body says what',
  unplaced: 'changes something, and nothing says or asks which tenant it is in',
  referred: 'changes something, and what the call identifies may be another thing',
  unidentified: 'changes or deletes something that the call does not identify',
  unchecked: 'changes or deletes several things, and the policies are asked about none of them',
};

/** One diagnostic for each reason, with the line that would permit each action. */
export function describeLeftOut(leftOut: readonly LeftOutAction[], naming: Naming): Diagnostic[] {
  return RESERVATIONS.flatMap((reservation) => {
    const actions = leftOut.filter((one) => one.reservation === reservation).map(({ action }) => action);
    if (actions.length === 0) return [];
    const why = `for members, viewers or everybody, as ${actions.length === 1 ? 'it' : 'each'} ${REASONS[reservation]}`;
    return [describeInNoPolicy(actions, why, naming)];
  });
}

/** The actions that nothing reserves, that are of none of the natures that templates permit, and that the API description names no group for. */
export function describeNamedNowhere(naming: Naming, natures: readonly ActionChoice[]): Diagnostic[] {
  const actions = naming.model.actions.filter((action) => {
    const standing = standingOf(action);
    return action.groups.length === 0 && standing.type === 'of-nature' && !natures.includes(standing.nature);
  });
  if (actions.length === 0) return [];
  const whom = actions.length === 1 ? 'it' : 'them';
  return [
    describeInNoPolicy(actions, `for groups, as the API description names no group for ${whom}`, naming),
  ];
}

/** The actions that are permitted by their nature, whatever groups or scopes the API description names for them; nothing where it names none. */
export function describeGroupsUnasked({ actions }: Model, natures: readonly ActionChoice[]): Diagnostic[] {
  const unasked = actions.filter((action) => {
    const standing = standingOf(action);
    return action.groups.length > 0 && standing.type === 'of-nature' && natures.includes(standing.nature);
  });
  if (unasked.length === 0) return [];
  const byGroups = groupBy(unasked, ({ groups }) => describeGroups(groups));
  return [
    {
      severity: 'info',
      code: 'groups-unasked',
      message: `${unasked.length === 1 ? '1 action is' : `${unasked.length} actions are`} permitted without the groups or scopes that the API description asks for`,
      help: 'where tokens bring them as groups, choose the template `api-groups` instead of those for members and viewers: it permits each action to those who have them',
      details: [...byGroups].map(([groups, [first, ...others]]) => {
        const more = others.length > 0 ? ` and ${others.length} more` : '';
        return `${groups}: ${first?.name}${more}`;
      }),
    },
  ];
}

function describeInNoPolicy(actions: readonly Action[], why: string, naming: Naming): Diagnostic {
  const isOne = actions.length === 1;
  const count = isOne ? '1 action is' : `${actions.length} actions are`;
  return {
    severity: 'info',
    code: 'left-out',
    message: `${count} in no policy ${why}`,
    help: `to permit ${isOne ? 'it' : 'one'}, add its line to a policy, with a group of yours`,
    details: actions.map((action) => permitLine(action, naming)),
  };
}

function permitLine(action: Action, naming: Naming): string {
  const { name, endpoints } = action;
  const { namespace, groupType } = naming.model;
  const group = printUid({ type: qualified(namespace, groupType), id: groupId('member', naming) });
  const principal = plainNatureOf(action) === 'open' ? 'principal' : `principal in ${group}`;
  const called = endpoints.map(endpointKey).join(', ');
  // A path may hold a line end, which would end the comment.
  const comment = called === name ? '' : ` // ${called.replaceAll(/\p{Cc}/gu, ' ')}`;
  const uid = printUid({ type: qualified(namespace, 'Action'), id: name });
  return `permit (${principal}, action == ${uid}, resource);${comment}`;
}

/** The endpoints that act on a second thing which no policy is asked about; nothing where there are none. */
export function describeUnasked(actions: readonly Action[]): Diagnostic[] {
  const unasked = actions.flatMap(({ name, remarks }) =>
    remarks?.unasked === undefined ? [] : [`${name}: ${remarks.unasked}`],
  );
  if (unasked.length === 0) return [];
  const count = unasked.length === 1 ? '1 action may act' : `${unasked.length} actions may act`;
  return [
    {
      severity: 'info',
      code: 'second-unasked',
      message: `${count} on a second thing, which nothing is asked about: the handler must check that`,
      help: `to have authz ask, write \`overrides: { METHOD /path: { also: "ACTION PLACE" } }\` in authz.yaml, with the endpoint as the API description writes it, an action on the second thing, and the place that names it, such as \`body:album_id\`; \`body:album_id?\` where calls may leave it out`,
      details: unasked,
    },
  ];
}
