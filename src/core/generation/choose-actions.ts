import { APPLICATION_TYPE } from '../endpoints/application.ts';
import { type Action, isReadingAction, type Model } from '../model/model.ts';
import { compareText } from '../values/compare-text.ts';
import { freeName } from '../values/free-name.ts';
import { groupBy } from '../values/group.ts';
import { type ActionChoice, plainNatureOf, standingOf } from './policies/standing.ts';

/** Actions that go into one policy. */
export interface ActionGroup {
  /** What tells the policy's id from those of the other groups; empty when there is one group only. */
  readonly suffix: string;
  /** Set when all actions of the group have this resource type and the group has been made for it. */
  readonly resourceType?: string;
  readonly actions: readonly Action[];
}

/** A list that a person still reads. Longer ones are split by resource type, then by the first part of the path. */
const LONGEST_LIST = 20;

/**
 * The model's actions of the given natures, in lists short enough to read; those that are kept out of broad policies are in none.
 * Actions are named one by one on purpose: an endpoint that is added later is denied until somebody adds it to a policy.
 */
export function chooseActions(choices: readonly ActionChoice[], model: Model): ActionGroup[] {
  return grouped(
    model.actions.filter((action) => {
      const standing = standingOf(action);
      return standing.type === 'of-nature' && choices.includes(standing.nature);
    }),
  );
}

/** The same for what a policy forbids: there nothing is kept out, neither what is reserved nor the caller's own. */
export function chooseForbidden(choices: readonly ActionChoice[], model: Model): ActionGroup[] {
  const isMeant = (action: Action) => {
    const nature = plainNatureOf(action);
    const method = isReadingAction(action) ? 'reading' : 'writing';
    return choices.includes(nature) || (nature !== 'open' && choices.includes(method));
  };
  return grouped(model.actions.filter(isMeant));
}

/** All actions of the model, in lists short enough to read. */
export function listActions(model: Model): ActionGroup[] {
  return grouped(model.actions);
}

function grouped(actions: readonly Action[]): ActionGroup[] {
  if (actions.length === 0) return [];
  if (actions.length <= LONGEST_LIST) return [{ suffix: '', actions }];
  const groups = sortedGroups(actions, (action) => action.resourceType);
  return withUniqueSuffixes(groups.flatMap(([type, group]) => splitByPath(type, group)));
}

function splitByPath(resourceType: string, actions: readonly Action[]): ActionGroup[] {
  const ofType = resourceType === APPLICATION_TYPE ? {} : { resourceType };
  const suffix = kebab(resourceType);
  if (actions.length <= LONGEST_LIST) return [{ suffix, ...ofType, actions }];
  const areas = sortedGroups(actions, firstSegment).flatMap(([segment, area]) => inPortions(segment, area));
  return packed(areas).map(({ segment, actions }, index) => ({
    suffix: `${suffix}-${segment ? kebab(segment) : index + 1}`,
    ...ofType,
    actions,
  }));
}

/** Actions under one first part of the path; `undefined` once several areas share a list. */
interface Area {
  readonly segment: string | undefined;
  readonly actions: readonly Action[];
}

/** Neighbouring areas share a list while there is room: an API with one action an area would else get one policy for each. */
function packed(areas: readonly Area[]): Area[] {
  const lists: Area[] = [];
  for (const area of areas) {
    const last = lists.at(-1);
    if (last && last.actions.length + area.actions.length <= LONGEST_LIST) {
      lists[lists.length - 1] = { segment: undefined, actions: [...last.actions, ...area.actions] };
    } else lists.push(area);
  }
  return lists;
}

/** The first fixed word of the path: where large APIs keep their areas. */
function firstSegment(action: Action): string {
  const segments = action.endpoints[0]?.path.split('/') ?? [];
  return (
    segments.find(
      (segment) => segment !== '' && !segment.includes('{') && !/^(?:api|v\d+)$/i.test(segment),
    ) ?? ''
  );
}

function inPortions(segment: string, actions: readonly Action[]): Area[] {
  const count = Math.ceil(actions.length / LONGEST_LIST);
  return Array.from({ length: count }, (_, index) => ({
    segment,
    actions: actions.slice(index * LONGEST_LIST, (index + 1) * LONGEST_LIST),
  }));
}

function sortedGroups(actions: readonly Action[], key: (action: Action) => string): [string, Action[]][] {
  return [...groupBy(actions, key)].sort(([a], [b]) => compareText(a, b));
}

/** Two names that differ in case or punctuation only would give two policies the same id. */
function withUniqueSuffixes(groups: readonly ActionGroup[]): ActionGroup[] {
  const taken = new Set<string>();
  return groups.map((group) => {
    const suffix = freeName(group.suffix, (name) => taken.has(name));
    taken.add(suffix);
    return { ...group, suffix };
  });
}

/** `EmailCampaign` -> `email-campaign`. */
export function kebab(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase();
}
