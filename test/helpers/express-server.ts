import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express5 from 'express';
import express4 from 'express4';
import type { Entity } from '../../src/core/cedar/entity.ts';
import { entityStore, plainUid } from '../../src/core/cedar/entity.ts';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import type { MiddlewareOptions } from '../../src/express/options.ts';
import { ServerAuthorizationMiddleware } from '../../src/express/server-authorization-middleware.ts';
import { principalFromToken } from '../../src/server/principals/principal-from-token.ts';
import type { SliceBuilders } from '../../src/server/slices/slice-builder.ts';
import { emailEntities } from './email-entities.ts';
import { emailModel, emailSchemaFile } from './email-model.ts';

/** Both supported versions. */
export const EXPRESS_VERSIONS = [
  ['Express 5', express5],
  ['Express 4', express4],
] as const;

export type ExpressModule = typeof express5;

/** An answer of a server, and what happened on the way to it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RunningServer {
  readonly port: number;
  /** Routes whose handler ran since it was last read, as `METHOD /template`. */
  readonly takeRan: () => string[];
  /** Lines that were logged since they were last read. */
  readonly takeLog: () => string[];
  /** One HTTP request exactly as written, over a connection of its own. */
  readonly raw: (head: string, body?: string) => Promise<Answer>;
  readonly send: (method: string, url: string, options?: SendOptions) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

export interface SendOptions {
  /** Claims of the caller, as the token validation of the application would leave them; none for the anonymous caller. */
  readonly as?: object;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export const ana = { sub: 'ana', groups: ['editor'], tenant_id: 'acme' };
export const eve = { sub: 'eve', groups: ['editor'], tenant_id: 'umbrella' };

export const emailStringSchema = { type: 'jsonString', schema: emailSchemaFile.text } as const;

/** Looks entities up in a list, and counts how often. */
export function buildersOver(
  entities: readonly Entity[] = emailEntities,
  looked: string[] = [],
): SliceBuilders<unknown> {
  const store = entityStore(entities);
  const types = ['Tenant', 'EmailCampaign', 'EmailMessage'];
  return Object.fromEntries(
    types.map((type) => [
      type,
      async (id: string) => {
        looked.push(`${type} ${id}`);
        const entity = store.get({ type: `EmailApp::${type}`, id });
        return entity && { attrs: entity.attrs, parents: entity.parents.map(plainUid) };
      },
    ]),
  );
}

export function emailOptions(policies: string, more: Partial<MiddlewareOptions> = {}): MiddlewareOptions {
  return {
    schema: emailStringSchema,
    authorizationEngine: new PolicyInlineAuthorizationEngine({
      staticPolicies: policies,
      schema: emailStringSchema,
    }),
    principalConfiguration: {
      type: 'custom',
      getPrincipalEntity: principalFromToken({ namespace: 'EmailApp' }),
    },
    sliceBuilders: buildersOver(),
    ...more,
  };
}

export interface AppParts {
  readonly express: ExpressModule;
  readonly options: MiddlewareOptions;
  /** Runs on the application before, between and after the middleware and the routes. */
  readonly before?: (app: express5.Express) => void;
  readonly between?: (app: express5.Express) => void;
  readonly after?: (app: express5.Express) => void;
}

/** The e-mail application: a route for each endpoint of the schema, which records that it ran. */
export async function startEmailServer({
  express,
  options,
  before,
  between,
  after,
}: AppParts): Promise<RunningServer> {
  const ran: string[] = [];
  const lines: string[] = [];
  const app = express();
  before?.(app);
  app.use(express.json());
  app.use(validateToken);
  const logger = { log: (line: string) => lines.push(line), ...options.logger };
  const authorization = new ServerAuthorizationMiddleware({ ...options, logger });
  app.use(authorization.middleware);
  between?.(app);
  for (const { endpoints } of emailModel.actions)
    for (const { method, path } of endpoints) mount(app, method, path, ran);
  after?.(app);
  app.use((error: Error, _req: express5.Request, res: express5.Response, _next: express5.NextFunction) => {
    res.status(500).json({ error: error.message });
  });
  return running(createServer(app), ran, lines);
}

/** What stands for the application's own token validation: the claims of a verified token come from a header here. */
export function validateToken(
  req: express5.Request,
  _res: express5.Response,
  next: express5.NextFunction,
): void {
  const claims = req.headers['x-claims'];
  if (typeof claims === 'string') Object.assign(req, { user: JSON.parse(claims) });
  next();
}

/** A route in the form of Express for a template of the schema. */
export function mount(app: express5.Express, method: string, template: string, ran: string[]): void {
  const path = template.replaceAll(/\{(\w+)\}/g, ':$1');
  const name = method.toLowerCase() as 'get' | 'head' | 'post' | 'put' | 'delete';
  app[name](path, (req: express5.Request, res: express5.Response) => {
    ran.push(`${method} ${template}`);
    res.json({ params: req.params, authorized: req.authorized ?? null });
  });
}

/** Starts any server on a free port of 127.0.0.1. */
export async function running(server: Server, ran: string[], lines: string[]): Promise<RunningServer> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const raw = (head: string, body = '') => exchange(port, head, body);
  return {
    port,
    takeRan: () => ran.splice(0),
    takeLog: () => lines.splice(0),
    raw,
    send: (method, url, options = {}) => raw(...written(method, url, options)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function written(method: string, url: string, { as, json, headers = {} }: SendOptions): [string, string] {
  const body = json === undefined ? '' : JSON.stringify(json);
  const lines = [
    `${method} ${url} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(as ? [`X-Claims: ${JSON.stringify(as)}`] : []),
    ...(body ? ['Content-Type: application/json'] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return [lines.join('\r\n'), body];
}

/** Sends a head and a body byte for byte, and reads until the server closes. */
function exchange(port: number, head: string, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(parseAnswer(Buffer.concat(chunks).toString('latin1'))));
    const length = body === '' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
    socket.write(Buffer.from(`${head}\r\n${length}Connection: close\r\n\r\n`, 'latin1'));
    socket.write(Buffer.from(body, 'utf8'));
  });
}

function parseAnswer(text: string): Answer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => [
    line.split(':', 1)[0]?.toLowerCase() ?? '',
    line.replace(/^[^:]*:\s*/, ''),
  ]);
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers: Object.fromEntries(headers),
    body: unchunked(rest.join('\r\n\r\n'), /transfer-encoding: chunked/i.test(head)),
  };
}

function unchunked(body: string, chunked: boolean): string {
  return chunked ? body.replaceAll(/(?:^|\r\n)[0-9a-f]+\r\n/gi, '').replace(/\r\n$/, '') : body;
}
