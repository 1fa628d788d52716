import { type IncomingMessage, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import type { ServerAnswer } from '../core/replay/server-answer.ts';
import type { Call } from '../core/requests/map-call.ts';

/** Sends a call; fails with what went wrong on the way. */
export type SendCall = (call: Call, token: string | undefined) => Promise<ServerAnswer>;

/** How a server is called. */
export interface CallingOptions {
  /** Where it is; paths of calls are put behind its own. */
  readonly server: URL;
  /** The most calls in a second. */
  readonly rate: number;
  /** How long a call may take, in milliseconds. */
  readonly timeout: number;
}

/** Calls a server one by one, target and body as the fixture has them, and follows no redirection. */
export function callsTo({ server, rate, timeout }: CallingOptions): SendCall {
  let next = 0;
  return async (call, token) => {
    const now = performance.now();
    await setTimeout(Math.max(0, next - now));
    next = Math.max(now, next) + 1000 / rate;
    return sendOne(server, call, token, timeout);
  };
}

/** Whether an address is one of this machine. */
export function isOwnMachine({ hostname }: URL): boolean {
  return /^(?:localhost|(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** No answer of an authorization is longer; of others only the beginning is looked at. */
const LONGEST_PROBLEM = 10_000;

function sendOne(
  server: URL,
  { method, url, body, headers = {} }: Call,
  token: string | undefined,
  timeout: number,
): Promise<ServerAnswer> {
  const written = body === undefined ? undefined : JSON.stringify(body);
  const { promise, resolve, reject } = withResolvers<ServerAnswer>();
  const request = server.protocol === 'https:' ? requestByHttps : requestByHttp;
  const sent = request({
    protocol: server.protocol,
    hostname: server.hostname.replace(/^\[|\]$/g, ''),
    port: server.port,
    path: `${server.pathname.replace(/\/$/, '')}${url}`,
    method,
    headers: {
      ...definedOf(headers),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(written === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(written) }),
    },
    agent: false,
    signal: AbortSignal.timeout(timeout),
  });
  sent.on('error', (error) => reject(error.name === 'AbortError' ? late(timeout) : error));
  sent.on('response', (response) => void answerOf(response).then(resolve, reject));
  sent.end(written);
  return promise;
}

function late(timeout: number): Error {
  return new Error(`it took longer than ${timeout} ms`);
}

function definedOf(headers: NonNullable<Call['headers']>): Record<string, string | string[]> {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : [...value]] as const],
  );
  return Object.fromEntries(given);
}

async function answerOf(response: IncomingMessage): Promise<ServerAnswer> {
  const { statusCode = 0, headers } = response;
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk;
    if (text.length > LONGEST_PROBLEM) break;
  }
  const isOfProblems = /^application\/(?:problem\+)?json/.test(headers['content-type'] ?? '');
  // Calls with HEAD get no body: the type alone says it then.
  const isProblem =
    isOfProblems && (text === '' ? headers['content-type']?.includes('problem') : hasProblem(text));
  return { status: statusCode, isProblem: isProblem === true, location: headers.location };
}

/** The members that the authorization gives its problems. */
function hasProblem(text: string): boolean {
  return text.includes('"type":"about:blank"') && text.includes('"requestId":');
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((...given) => {
    [resolve, reject] = given;
  });
  return { promise, resolve, reject };
}
