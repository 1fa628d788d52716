import type { ServerRules } from '../requests/server/server-rules.ts';
import { compareText } from '../values/compare-text.ts';
import type { SettingChange } from './comparison/comparison.ts';

/** What `authz.yaml` of one state says: the values by their keys, as in `server.maxUrlLength`. */
export interface StatedSettings {
  readonly settings: ReadonlyMap<string, string>;
  readonly rules: ServerRules;
}

/** Every key that says otherwise than before, whether it does something to calls or not: a check that looks elsewhere checks less. */
export function changedSettings(before: StatedSettings, after: StatedSettings): readonly SettingChange[] {
  const effects = effectsForAll(before.rules, after.rules);
  const keys = [...new Set([...before.settings.keys(), ...after.settings.keys()])].sort(compareText);
  return keys.flatMap((key): SettingChange[] => {
    const [was, is] = [before.settings.get(key), after.settings.get(key)];
    if (was === is) return [];
    const effect = effects.get(key);
    return [
      {
        key,
        ...(was === undefined ? {} : { before: was }),
        ...(is === undefined ? {} : { after: is }),
        ...(effect ?? { kind: 'unchanged' }),
      },
    ];
  });
}

type Effect = Pick<SettingChange, 'kind' | 'message'> | undefined;

/** What rules of a server do to calls of any endpoint that they did not before, by their keys. */
export function effectsForAll(
  before: ServerRules,
  after: ServerRules,
): ReadonlyMap<string, NonNullable<Effect>> {
  const found = Object.entries(EFFECTS).flatMap(([key, effectOf]) => {
    const effect = effectOf(before, after);
    return effect ? [[key, effect] as const] : [];
  });
  return new Map(found);
}

/** What no endpoint says. What each other rule does is said where the endpoints are compared. */
const EFFECTS: Readonly<Record<string, (was: ServerRules, is: ServerRules) => Effect>> = {
  'server.maxUrlLength': ({ maxUrlLength: was }, { maxUrlLength: is }) => {
    if (is === was) return undefined;
    return is > was
      ? {
          kind: 'opened',
          message: `paths of ${was + 1} to ${is} characters are decided about, and were refused`,
        }
      : { kind: 'closed', message: `paths of ${is + 1} to ${was} characters are refused` };
  },
  'server.caseSensitiveRouting': (was, is) =>
    routing(was.caseSensitiveRouting, is.caseSensitiveRouting, 'in letter case'),
  'server.strictRouting': (was, is) => routing(was.strictRouting, is.strictRouting, 'in a slash at the end'),
};

function routing(was: boolean, is: boolean, what: string): Effect {
  if (is === was) return undefined;
  return is
    ? {
        kind: 'not-decided',
        message: `paths that differ from another endpoint only ${what} are decided about, and were refused: a router that ignores the difference runs the other one`,
      }
    : { kind: 'closed', message: `paths that differ from another endpoint only ${what} are refused` };
}
