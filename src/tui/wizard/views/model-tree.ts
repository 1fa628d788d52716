import { type Attribute, attributePath, type EntityType, type Model } from '../../../core/model/model.ts';
import type { WizardState } from '../state.ts';

/** One row of the tree: an entity type, or an attribute that may be ticked. */
export interface TreeRow {
  readonly type: EntityType;
  readonly attribute?: Attribute;
  /** How far down the containers it stands. */
  readonly depth: number;
}

/** The entity types below what contains them, each with its attributes. */
export function treeRows(state: WizardState): readonly TreeRow[] {
  const model = state.api.read?.drafter.wholeModel(state.answers);
  return model ? branch(undefined, 0, model) : [];
}

function branch(container: string | undefined, depth: number, model: Model): TreeRow[] {
  return model.entityTypes
    .filter((type) => nearestContainer(type, model) === container)
    .flatMap((type) => [
      { type, depth },
      ...type.attributes.map((attribute) => ({ type, attribute, depth: depth + 1 })),
      ...branch(type.name, depth + 1, model),
    ]);
}

/** The container that is itself in all other ones; people are not drawn below their groups. */
function nearestContainer(type: EntityType, model: Model): string | undefined {
  if (type.name === model.principalType) return undefined;
  const parents = model.entityTypes.filter(({ name }) => type.parents.includes(name) && name !== type.name);
  const [nearest] = [...parents].sort((a, b) => b.parents.length - a.parents.length);
  // Types that contain each other would hang in the air.
  return nearest && !nearest.parents.includes(type.name) ? nearest.name : undefined;
}

/** Ticks one attribute, or all of a type: on when any is off. */
export function tickRow(state: WizardState, row: TreeRow): WizardState {
  const paths = (row.attribute ? [row.attribute] : row.type.attributes).map((one) =>
    attributePath(row.type, one),
  );
  if (paths.length === 0) return { ...state, notice: 'It has no attributes to leave out' };
  const left = new Set(state.answers.withoutAttributes);
  const areAllOn = paths.every((path) => !left.has(path));
  for (const path of paths) {
    if (areAllOn) left.add(path);
    else left.delete(path);
  }
  return { ...state, answers: { ...state.answers, withoutAttributes: [...left].sort() } };
}
