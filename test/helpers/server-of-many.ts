import { createServer, type RequestListener } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import { type RunningServer, running } from './express-server.ts';

/** A server that runs while the tests of a suite do, and serves one application after the other. */
export function serverOfMany(): {
  readonly send: RunningServer['send'];
  readonly serve: (app: RequestListener) => void;
} {
  let server: RunningServer;
  let listener: RequestListener = (_request, response) => void response.end();
  beforeAll(async () => {
    server = await running(
      createServer((req, res) => listener(req, res)),
      [],
      [],
    );
  });
  afterAll(() => server.close());
  const serve = (app: RequestListener) => {
    listener = app;
  };
  return { send: (...call) => server.send(...call), serve };
}
