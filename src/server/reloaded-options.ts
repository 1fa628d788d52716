import { keysIn } from '../core/values/keys-in.ts';
import type { ReloadedParts, ServerOptions } from './options.ts';

/** Each of them: the compiler reports a part that is not here. */
const PARTS = keysIn({
  schema: true,
  authorizationEngine: true,
  principalConfiguration: true,
  rules: true,
} satisfies Record<keyof ReloadedParts<object>, true>);

/** The options with the parts that are to be in use, but for those that the application has set itself. */
export function withParts<Req extends object>(
  options: ServerOptions<Req>,
  now: ReloadedParts<Req>,
): ServerOptions<Req> {
  const handed = options.reloads?.handed;
  const reloaded = PARTS.filter((name) => options[name] === handed?.[name] && now[name] !== undefined);
  return { ...options, ...Object.fromEntries(reloaded.map((name) => [name, now[name]])) };
}
