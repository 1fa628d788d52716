import type { ServerOptions } from './options.ts';

/** What a reload replaces, all of it or nothing. */
export type ReloadedParts<Req extends object> = Pick<
  ServerOptions<Req>,
  'schema' | 'authorizationEngine' | 'principalConfiguration' | 'rules'
>;

/**
 * Sets everything up with other parts, and returns what puts them into use and cannot fail.
 * @throws {InputError} when they do not fit: then nothing has changed.
 */
export type PrepareParts<Req extends object> = (parts: ReloadedParts<Req>) => () => void;

/** Where parts of the options come from, and come from again. */
export interface Reloads<Req extends object> {
  /** Those that the options hold. */
  readonly handed: ReloadedParts<Req>;
  /** Those that are in use now. */
  readonly current: () => ReloadedParts<Req>;
  /** Has an authorization take part in each reload from now on. */
  readonly join: (prepare: PrepareParts<Req>) => void;
}

const PARTS = ['schema', 'authorizationEngine', 'principalConfiguration', 'rules'] as const;

/** The options with the parts that are to be in use, but for those that the application has set itself. */
export function withParts<Req extends object>(
  options: ServerOptions<Req>,
  now: ReloadedParts<Req>,
): ServerOptions<Req> {
  const handed = options.reloads?.handed;
  const reloaded = PARTS.filter((name) => options[name] === handed?.[name] && now[name] !== undefined);
  return { ...options, ...Object.fromEntries(reloaded.map((name) => [name, now[name]])) };
}
