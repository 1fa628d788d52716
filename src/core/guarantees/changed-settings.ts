import { endpointKey } from '../endpoints/endpoint-key.ts';
import type { ServerMapper } from '../requests/server/server-mapper.ts';
import { examplePaths } from '../requests/template.ts';
import { compareText } from '../values/compare-text.ts';
import type { SettingChange } from './comparison/comparison.ts';

/** What `authz.yaml` of one state says: the values by their keys, as in `server.maxUrlLength`. */
export interface StatedSettings {
  readonly settings: ReadonlyMap<string, string>;
  readonly server: RuledServer;
}

/** What a server does with calls before anything is decided. */
type RuledServer = Pick<ServerMapper, 'rules' | 'table'>;

/** Every key that says otherwise than before, whether it does something to calls or not: a check that looks elsewhere checks less. */
export function changedSettings(before: StatedSettings, after: StatedSettings): readonly SettingChange[] {
  const effects = effectsForAll(before.server, after.server);
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
  before: RuledServer,
  after: RuledServer,
): ReadonlyMap<string, NonNullable<Effect>> {
  const found = Object.entries(EFFECTS).flatMap(([key, effectOf]) => {
    const effect = effectOf(before, after);
    return effect ? [[key, effect] as const] : [];
  });
  return new Map(found);
}

/** What no endpoint says. What each other rule does is said where the endpoints are compared. */
const EFFECTS: Readonly<Record<string, (was: RuledServer, is: RuledServer) => Effect>> = {
  'server.maxUrlLength': ({ rules: { maxUrlLength: was } }, { rules: { maxUrlLength: is } }) => {
    if (is === was) return undefined;
    return is > was
      ? {
          kind: 'opened',
          message: `paths of ${was + 1} to ${is} characters are decided about, and were refused`,
        }
      : { kind: 'closed', message: `paths of ${is + 1} to ${was} characters are refused` };
  },
  'server.caseSensitiveRouting': (was, is) =>
    routing(was.rules.caseSensitiveRouting, is.rules.caseSensitiveRouting, 'in letter case'),
  'server.strictRouting': (was, is) =>
    routing(was.rules.strictRouting, is.rules.strictRouting, 'in a slash at the end'),
  'server.skippedEndpoints': (was, is) => {
    const [opened, closed] = [skippedAnew(was, is), skippedAnew(is, was)];
    if (opened.length > 0)
      return {
        kind: 'opened',
        message: `calls of ${opened.join(', ')} go through without a decision, and were refused: the schema had no such endpoint`,
      };
    if (closed.length === 0) return undefined;
    const message = `calls of ${closed.join(', ')} are refused, as the schema has no such endpoint, and went through without a decision`;
    return { kind: 'closed', message };
  },
};

/** What the second server lets through that stands for nothing in the first one. Of what did, the endpoints say what becomes of it. */
function skippedAnew(
  { table: { find } }: RuledServer,
  { table: { skipped } }: RuledServer,
): readonly string[] {
  return skipped
    .filter(({ method, path }) => examplePaths(path).some((one) => find(method, one).type === 'no-endpoint'))
    .map(endpointKey)
    .sort(compareText);
}

function routing(was: boolean, is: boolean, what: string): Effect {
  if (is === was) return undefined;
  return is
    ? {
        kind: 'not-decided',
        message: `paths that differ from another endpoint only ${what} are decided about, and were refused: a router that ignores the difference runs the other one`,
      }
    : { kind: 'closed', message: `paths that differ from another endpoint only ${what} are refused` };
}
