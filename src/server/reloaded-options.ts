import { RELOADED_PARTS, type ReloadedParts, type ServerOptions } from './options.ts';

/** The options with the parts that are to be in use, but for those that the application has set itself. */
export function withParts<Req extends object>(
  options: ServerOptions<Req>,
  now: ReloadedParts<Req>,
): ServerOptions<Req> {
  const handed = options.reloads?.handed;
  const reloaded = RELOADED_PARTS.filter(
    (name) => options[name] === handed?.[name] && now[name] !== undefined,
  );
  return { ...options, ...Object.fromEntries(reloaded.map((name) => [name, now[name]])) };
}
