import { METHOD_OVERRIDES } from '../core/endpoints/method-override.ts';
import type { ServerCall } from '../server/call.ts';
import { isJsonType } from '../server/json-type.ts';
import { after, type Ready } from '../server/waiting/ready.ts';

/** The most bytes of a body that are read to decide about a call. */
const MOST_BYTES = 1024 * 1024;

/** A body that was read before a decision, or that nobody has read. */
export type ReadBody = Pick<ServerCall<Request>, 'body' | 'hasUnreadBody' | 'isReadable'>;

/** Path and query as they stand in the URL of a request, which is what routers go by; without a path in schemes that know none. */
function targetOf({ url }: Request): string {
  const host = url.indexOf('://') + 3;
  const path = url.indexOf('/', host);
  const query = url.indexOf('?', host);
  return url.slice(query >= 0 && query < path ? query : path);
}

/** What the server's authorization needs to know of a request. `read` reads the text of a JSON body that is not too long. */
export function callOf<Req extends object>(
  request: Request,
  req: Req,
  read: (request: Request) => Promise<string | undefined>,
): Ready<ServerCall<Req>> {
  const { method } = request;
  const url = targetOf(request);
  // Requests with these methods have no body, and to ask for it may cost as much as all the rest.
  if (method === 'GET' || method === 'HEAD')
    return { method, url, headers: headersOf(request, METHOD_OVERRIDES), hasUnreadBody: false, req };
  const headers = headersOf(request, HEADERS_READ);
  return after(bodyOf(request, headers, read), (body) => ({ method, url, headers, ...body, req }));
}

/** All that is read of the headers of a call with a body; whether that is unread is always told otherwise. */
const HEADERS_READ = [...METHOD_OVERRIDES, 'content-type', 'content-length'] as const;

/** One by one: some servers make headers of the Fetch API out of their own only when all are asked for, which costs more than the decision. */
function headersOf({ headers }: Request, names: readonly string[]): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = headers.get(name);
    if (value !== null) found[name] = value;
  }
  return found;
}

const NO_BODY: ReadBody = { hasUnreadBody: false };
const UNREAD: ReadBody = { hasUnreadBody: true, isReadable: true };

/**
 * Only JSON is read: what handlers make of forms and other bodies is theirs to say, so policies cannot speak about them. That a body is empty
 * is seen by reading it: where nothing compares the two, a header may say so of one that is not.
 */
function bodyOf(
  request: Request,
  headers: Readonly<Record<string, string>>,
  read: (request: Request) => Promise<string | undefined>,
): Ready<ReadBody> {
  if (request.body === null) return NO_BODY;
  const found = isJsonType(headers['content-type'])
    ? jsonOf(request, headers, read)
    : hasBytes(request).then((isThere) => (isThere ? UNREAD : NO_BODY));
  // A client may leave in the midst of a body, and an earlier handler may be reading it: nobody knows what is in it.
  return found.catch(() => UNREAD);
}

async function jsonOf(
  request: Request,
  headers: Readonly<Record<string, string>>,
  read: (request: Request) => Promise<string | undefined>,
): Promise<ReadBody> {
  if (Number(headers['content-length'] ?? 0) > MOST_BYTES) return UNREAD;
  const text = await read(request);
  return text === undefined ? UNREAD : parsed(text);
}

function parsed(text: string): ReadBody {
  if (text === '') return NO_BODY;
  try {
    const body: unknown = JSON.parse(text);
    return { body, hasUnreadBody: false };
  } catch {
    return UNREAD;
  }
}

/** Whether there is anything in a body: some servers say that there is one where a call has none. */
async function hasBytes(request: Request): Promise<boolean> {
  if (request.bodyUsed) return true;
  let isThere = false;
  await readCopy(request, ({ byteLength }) => {
    // A chunk that is no bytes is something, too.
    isThere = byteLength !== 0;
    return !isThere;
  });
  return isThere;
}

/** The text of a body, which stays there for the handler; nothing where it is too long, or was read before. */
export async function textOf(request: Request): Promise<string | undefined> {
  if (request.bodyUsed) return undefined;
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  await readCopy(request, (chunk) => {
    bytes += chunk.byteLength;
    text += decoder.decode(chunk, { stream: true });
    return bytes <= MOST_BYTES;
  });
  return bytes > MOST_BYTES ? undefined : text + decoder.decode();
}

/** Reads a copy of a body, until `take` wants no more. The handler has not read the other one yet: nobody may wait until both have ended. */
async function readCopy(request: Request, take: (chunk: Uint8Array) => boolean): Promise<void> {
  const reader = request.clone().body?.getReader();
  if (!reader) return;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    if (take(value)) continue;
    reader.cancel().catch(() => undefined);
    return;
  }
}
