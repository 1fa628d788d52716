import type { Action } from '../../model/model.ts';
import { isRecord } from '../../values/record.ts';
import type { Call } from '../map-call.ts';

export const UNREAD_BODY = 'the body of the call is in no form that was read before it was authorized';

/** A call, and whether it has a body that nobody has read; its headers say so when left out. */
export interface ReadableBody extends Call {
  readonly hasUnreadBody?: boolean;
}

/** Whether policies may speak about a body that is there, and that only a later handler would read. */
export function hasUnreadBody(call: ReadableBody, { context }: Action): boolean {
  return context.some(({ name }) => name === 'body') && isBodyUnread(call);
}

/** Whether a call has a body, and nobody has read it. */
function isBodyUnread({ body, headers = {}, hasUnreadBody: isUnread }: ReadableBody): boolean {
  return isClosed(body) || (body === undefined && (isUnread ?? hasMoreThan(0, headers)));
}

/** Whether nothing was read of a body that holds something: parsers leave an empty object for what is in another form. */
export function isUnclearBody({ body, headers = {}, hasUnreadBody: isUnread }: ReadableBody): boolean {
  if (isClosed(body)) return true;
  const isEmpty = typeof body === 'object' && body !== null && Object.keys(body).length === 0;
  return (body === undefined || isEmpty) && (isUnread ?? hasMoreThan('{}'.length, headers));
}

/** Whether what a body names can be seen in it by nobody but a later handler: also that of a text, which a handler may take apart. */
export function isBodyUnseen(call: ReadableBody): boolean {
  return isBodyUnread(call) || isUnclearBody(call) || typeof call.body === 'string';
}

/** Whether a body is something that does not show what it holds, such as bytes, a stream or a form: a handler reads it later. */
function isClosed(body: unknown): boolean {
  if (!isRecord(body)) return false;
  const prototype: unknown = Object.getPrototypeOf(body);
  // Plain objects of any realm have a prototype without a prototype, or none.
  return prototype !== null && Object.getPrototypeOf(prototype) !== null;
}

function hasMoreThan(length: number, headers: NonNullable<Call['headers']>): boolean {
  return (
    headerOf(headers, 'transfer-encoding') !== undefined ||
    Number(headerOf(headers, 'content-length') ?? 0) > length
  );
}

/** Servers have the names in lower case, people write them as they like. */
function headerOf(headers: NonNullable<Call['headers']>, name: string): unknown {
  const known = headers[name];
  if (known !== undefined) return known;
  const written = Object.keys(headers).find(
    (one) => one.length === name.length && one.toLowerCase() === name,
  );
  return written === undefined ? undefined : headers[written];
}
