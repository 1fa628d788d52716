/**
 * Requests per second of an Express server without authorization, with this project's middleware, and with the one of the Cedar project,
 * in turn, several rounds. `node bench/middleware.ts [seconds per run] [rounds]`, or `node bench/middleware.ts memory [minutes]`.
 * The CPU time per request is the figure to trust on a busy machine.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import autocannon from 'autocannon';

const PATHS = [
  ...[
    '/dashboard-data',
    '/tenants/acme/campaigns',
    '/campaigns/c1',
    '/campaigns/c1/messages',
    '/messages/m1',
  ],
];

interface Server {
  readonly process: ChildProcess;
  readonly url: string;
}

interface Run {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p99: number;
  /** Microseconds of CPU time of the server for each request. */
  readonly cpu: number;
  /** Answers that were not 2xx, and connections that failed. */
  readonly failed: number;
}

const [first = '4', second = '5'] = process.argv.slice(2);
if (first === 'memory') await memory(Number(second));
else await compare(Number(first), Number(second));

async function compare(seconds: number, rounds: number): Promise<void> {
  print(
    'policies  server              req/s    p99 ms   CPU us/req   failed   req/s to cedar-project   CPU to cedar-project',
  );
  for (const policies of [3, 100, 1000]) {
    const kinds = ['bare', 'ours', 'ours-new-callers', 'cedar-project'];
    const servers = await Promise.all(kinds.map((kind) => start(kind, policies)));
    const runs = kinds.map((): Run[] => []);
    for (const server of servers) await load(server, 5);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, server] of servers.entries()) runs[index]?.push(await load(server, seconds));
    }
    for (const { process: child } of servers) child.kill();
    const medians = runs.map(medianRun);
    const peer = medians[3];
    for (const [index, run] of medians.entries()) {
      const ratio = peer ? `${(run.perSecond / peer.perSecond).toFixed(1)}x` : '';
      const cpu = peer ? `${(peer.cpu / run.cpu).toFixed(1)}x` : '';
      print(
        [
          String(policies).padStart(8),
          ` ${(kinds[index] ?? '').padEnd(17)}`,
          run.perSecond.toFixed(0).padStart(7),
          run.p99.toFixed(1).padStart(9),
          run.cpu.toFixed(0).padStart(11),
          String(run.failed).padStart(8),
          ratio.padStart(22),
          cpu.padStart(22),
        ].join(' '),
      );
    }
  }
}

/** The resident memory of a server under constant load, once a minute. */
async function memory(minutes: number): Promise<void> {
  const server = await start('ours-new-callers', 100);
  for (let minute = 1; minute <= minutes; minute += 1) {
    const { perSecond, failed } = await load(server, 60);
    const { rss } = await usage(server);
    print(
      `minute ${minute}: ${perSecond.toFixed(0)} req/s, ${failed} failed, ${(rss / 2 ** 20).toFixed(0)} MiB`,
    );
  }
  server.process.kill();
}

async function start(kind: string, policies: number): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'middleware-server.ts'), [kind, String(policies)], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  child.once('exit', (code) => {
    if (code) throw new Error(`the server ${kind} ended with ${code}`);
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { process: child, url: `http://127.0.0.1:${port}` };
}

async function load(server: Server, seconds: number): Promise<Run> {
  const before = await usage(server);
  const result = await autocannon({
    url: server.url,
    connections: 20,
    duration: seconds,
    requests: PATHS.map((path) => ({ path })),
  });
  const after = await usage(server);
  const answered = result.requests.total;
  return {
    perSecond: result.requests.average,
    p99: result.latency.p99,
    cpu: (after.cpu - before.cpu) / answered,
    failed: result.non2xx + result.errors + result.timeouts,
  };
}

async function usage({ process: child }: Server): Promise<{ cpu: number; rss: number }> {
  const answer = once(child, 'message');
  child.send('usage');
  const [message] = (await answer) as [{ cpu: number; rss: number }];
  return message;
}

function medianRun(runs: readonly Run[]): Run {
  return {
    perSecond: median(runs.map((run) => run.perSecond)),
    p99: median(runs.map((run) => run.p99)),
    cpu: median(runs.map((run) => run.cpu)),
    failed: runs.reduce((sum, run) => sum + run.failed, 0),
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
