import { members, readDefinition, text, v } from '../diagnostics/definition.ts';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import type { Source } from '../diagnostics/source.ts';
import { METHOD_OVERRIDES } from '../endpoints/method-override.ts';
import { anyMapping } from '../fixtures/definition.ts';
import type { ReadableBody } from '../requests/server/unread-body.ts';

/** One HTTP exchange of a recording. */
export interface HarExchange {
  /** With the parsed JSON body, when there is one, and the headers that name another method. */
  readonly call: ReadableBody;
  /** What the caller showed for an identity, as it was sent: never to be written anywhere. */
  readonly credentials: readonly string[];
  readonly status: number;
}

/** Reads an HTTP archive, as browsers and proxies save it (HAR 1.2). */
export function readHar(source: Source): Outcome<HarExchange[]> {
  const har = readDefinition(harDefinition, source, 'har-invalid');
  if (!har.ok) return har;
  return { ok: true, value: har.value.log.entries.map(exchangeOf), diagnostics: [] };
}

const nameAndValue = members({ name: v.string('expected a text'), value: v.string('expected a text') });
const entry = members({
  request: members({
    method: text,
    url: text,
    headers: v.optional(v.array(nameAndValue, 'expected a list of headers')),
    cookies: v.optional(v.array(nameAndValue, 'expected a list of cookies')),
    postData: v.optional(v.nullable(anyMapping('expected a mapping'))),
  }),
  response: members({ status: v.number('expected a status such as 200') }),
});
const harDefinition = members({
  log: members({ entries: v.array(entry, 'expected a list of entries') }),
});

type RawExchange = v.InferOutput<typeof entry>;

function exchangeOf({ request, response }: RawExchange): HarExchange {
  return {
    call: {
      method: request.method.toUpperCase(),
      url: targetOf(request.url),
      headers: overridesIn(request),
      ...bodyOf(request.postData),
    },
    credentials: credentialsOf(request),
    status: response.status,
  };
}

/** Path and query as they were sent: a URL parser would tidy them up. */
function targetOf(url: string): string {
  const target = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return target.startsWith('/') ? target : `/${target}`;
}

function overridesIn({ headers = [] }: RawExchange['request']): Record<string, string> {
  const overrides = headers.filter(({ name }) => METHOD_OVERRIDES.some((one) => one === name.toLowerCase()));
  return Object.fromEntries(overrides.map(({ name, value }) => [name, value]));
}

/** What is no JSON, such as a form, is there all the same. A form may be recorded by its parameters alone. */
function bodyOf(postData: RawExchange['request']['postData']): Pick<ReadableBody, 'body' | 'hasUnreadBody'> {
  const { text: content, params } = postData ?? {};
  if (typeof content !== 'string' || content === '')
    return { hasUnreadBody: Array.isArray(params) && params.length > 0 };
  try {
    const body: unknown = JSON.parse(content);
    return { body, hasUnreadBody: false };
  } catch {
    return { hasUnreadBody: true };
  }
}

const CREDENTIAL_HEADERS: ReadonlySet<string> = new Set(['authorization', 'x-api-key']);
/** Most cookies say nothing of who calls; these do, by their name or since they hold a JSON Web Token. */
const CREDENTIAL_COOKIE = /sess|auth|token|jwt|(?:^|[._-])sid$/i;
const JSON_WEB_TOKEN = /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/;

/** Bearer tokens and keys first, then cookies. */
function credentialsOf({ headers = [], cookies = [] }: RawExchange['request']): string[] {
  const shown = headers.filter(({ name }) => CREDENTIAL_HEADERS.has(name.toLowerCase()));
  const jar =
    cookies.length > 0
      ? cookies
      : headers.filter(({ name }) => name.toLowerCase() === 'cookie').flatMap(cookiesIn);
  const telling = jar.filter(({ name, value }) => CREDENTIAL_COOKIE.test(name) || JSON_WEB_TOKEN.test(value));
  const values = [
    ...shown.map(({ value }) => value.replace(/^\S+\s+(?=\S)/, '')),
    ...telling.map(({ value }) => value),
  ];
  return values.filter((value) => value !== '');
}

function cookiesIn({ value }: { readonly value: string }): { name: string; value: string }[] {
  return value.split(';').map((pair) => {
    const [, name = '', content = ''] = /^\s*([^=]*)=?(.*?)\s*$/s.exec(pair) ?? [];
    return { name, value: content };
  });
}
