import { isResourceFrom, type ResourceFrom } from './resource-from.ts';

/** What a call asks besides its own question: an action on a second thing that it names, such as the album that photos are moved to. */
export interface SecondCheck {
  /** The name of the action. The second thing is of its resource type. */
  readonly action: string;
  readonly from: ResourceFrom;
  /** A call may leave it out; then it asks its own question only. */
  readonly optional?: boolean;
}

/** As it is told: `createPhoto` on `album_id` in the body. */
export const SECOND_CHECK_FORM =
  '`ACTION PLACE`, as in `createPhoto body:album_id`, with a `?` behind where it may be missing; or `none`';

/**
 * `, which also asks \`createPhoto\` (body:album_id)`, behind what an endpoint asks, or `may also ask` where calls may leave the second thing
 * out; nothing where it asks one question.
 */
export function alsoAsks(second: SecondCheck | undefined): string {
  if (second === undefined) return '';
  return `, which ${second.optional ? 'may also ask' : 'also asks'} \`${second.action}\` (${second.from})`;
}

/** What a person wrote as {@link SECOND_CHECK_FORM}; `undefined` where it is something else. */
export function readSecondCheck(said: string): SecondCheck | undefined {
  const at = said.lastIndexOf(' ');
  const from = said.slice(at + 1).replace(/\?$/, '');
  if (at <= 0 || !isResourceFrom(from) || from === 'application') return undefined;
  return { action: said.slice(0, at), from, ...(said.endsWith('?') ? { optional: true } : {}) };
}
