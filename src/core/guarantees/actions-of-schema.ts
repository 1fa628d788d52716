import { type EntityUid, entityKey } from '../cedar/entity.ts';
import { qualified } from '../cedar/namespace.ts';
import { printUid } from '../cedar/print-value.ts';
import type { Action } from '../model/model.ts';
import type { Schema } from '../model/read-schema.ts';

/** An action that requests may be about. */
export interface AskableAction {
  readonly uid: EntityUid;
  /** Where it is another one than that of the model. */
  readonly namespace?: string;
  /** What the model says of it; missing where it is of another namespace, or for several types of resources. */
  readonly action?: Action;
}

/**
 * Every action of a schema that some request may be about, those of the model first, in its order. The model has only those that calls may be
 * about: who proves something about all requests must not leave the others out.
 */
export function actionsOfSchema({ json, model }: Schema): readonly AskableAction[] {
  const type = qualified(model.namespace, 'Action');
  const own = model.actions.map((action): AskableAction => ({ uid: { type, id: action.name }, action }));
  const known = new Set(own.map(({ uid }) => entityKey(uid)));
  const others = Object.keys(json)
    .sort()
    .flatMap((namespace) => askedIn(namespace, json).map((id) => ({ namespace, id })))
    .map(
      ({ namespace, id }): AskableAction => ({
        uid: { type: qualified(namespace, 'Action'), id },
        ...(namespace === model.namespace ? {} : { namespace }),
      }),
    )
    .filter(({ uid }) => !known.has(entityKey(uid)));
  return [...own, ...others];
}

/** `read`, or `Files::Action::"read"` where the namespace is another one than that of the model. */
export function actionName({
  action,
  namespace,
}: {
  readonly action: string;
  readonly namespace?: string | undefined;
}): string {
  return namespace === undefined ? action : printUid({ type: qualified(namespace, 'Action'), id: action });
}

/** A group of actions has no types: no request is about it. */
function askedIn(namespace: string, json: Schema['json']): readonly string[] {
  return Object.entries(json[namespace]?.actions ?? {})
    .filter(
      ([, { appliesTo }]) =>
        (appliesTo?.principalTypes ?? []).length > 0 && (appliesTo?.resourceTypes ?? []).length > 0,
    )
    .map(([id]) => id)
    .sort();
}
