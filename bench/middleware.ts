/**
 * Requests per second of servers on Express, Fastify and Hono without authorization and with this project's, and of one on Express with that of
 * the Cedar project, in turn, several rounds. `node bench/middleware.ts [seconds per run] [rounds] [policies,...] [kinds,...]`, or `node bench/middleware.ts memory [minutes]`.
 * The CPU time per request is the figure to trust on a busy machine.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import autocannon, { type Result } from 'autocannon';
import { median } from './measure.ts';
import { addRow, perSecond } from './rows.ts';

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
  readonly answered: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p99: number;
  /** Microseconds of CPU time of the server for each request. */
  readonly cpu: number;
  /** Answers that were not 2xx, and connections that failed. */
  readonly failed: number;
}

/** The kinds of `middleware-server.ts`, as the table names them. */
const SERVERS = {
  bare: 'without authorization',
  ours: 'this one',
  'ours-new-callers': 'every call by somebody new',
  'ours-nothing-repeats': 'nothing repeats',
  'ours-nothing-remembered': 'the same, nothing remembered',
  'cedar-project': "the Cedar project's",
  fastify: 'Fastify without authorization',
  'fastify-ours': 'Fastify with this one',
  hono: 'Hono without authorization',
  'hono-ours': 'Hono with this one',
} as const;
type Kind = keyof typeof SERVERS;

/** Each beside the bare server of its own framework. */
const BARE: Readonly<Partial<Record<Kind, Kind>>> = {
  fastify: 'fastify',
  'fastify-ours': 'fastify',
  hono: 'hono',
  'hono-ours': 'hono',
};
const ALL_KINDS = Object.keys(SERVERS) as Kind[];

/** The frameworks are compared with few policies; how many there are makes no difference between them. */
function kindsFor(policies: number): readonly Kind[] {
  const only = chosen?.split(',');
  const kinds = policies < 100 ? ALL_KINDS : ALL_KINDS.filter((kind) => !BARE[kind]);
  return only ? kinds.filter((kind) => only.includes(kind)) : kinds;
}

const isPinned = pinGenerator();
let staysAwake = isPinned;
keepAwake();
const [first = '4', second = '5', sizes = '3,100,1000', chosen] = process.argv.slice(2);
if (first === 'memory') await memory(Number(second));
else await compare(Number(first), Number(second));
staysAwake = false;

async function compare(seconds: number, rounds: number): Promise<void> {
  const where = isPinned ? 'server and load on a core each' : 'server and load share the cores';
  print(`${where}; the last columns are requests/s, and CPU time, as multiples of that server's`);
  print(
    `policies  ${'server'.padEnd(30)}   req/s    p99 ms   CPU us/req   failed   of its bare one: req/s    p99    CPU   of cedar-project: req/s`,
  );
  for (const policies of sizes.split(',').map(Number)) {
    const runs = await inTurn(policies, seconds, rounds);
    for (const kind of kindsFor(policies)) print(row(policies, kind, runs));
    const [on, off] = [runs['ours-nothing-repeats'], runs['ours-nothing-remembered']];
    if (on && off) {
      const ratio = (on.perSecond / off.perSecond).toFixed(2);
      print(`          nothing repeats: remembering serves ${ratio} of the requests/s of plain evaluation`);
    }
    report(policies, runs);
  }
}

/** What `npm run bench` shows of it. */
function report(policies: number, runs: Runs): void {
  const part = `middleware, ${policies.toLocaleString('en')} policies`;
  const compare = (kind: Kind, to: Kind, what: string, bar?: string) => {
    const [run, other] = [runs[kind], runs[to]];
    if (!run || !other) return;
    const { perSecond: figure, cpu, p99, failed } = run;
    addRow({
      part,
      what,
      figure: `${perSecond(figure)}, p99 ${p99.toFixed(2)} ms, ${Math.round(cpu)} us CPU each, ${failed} failed`,
      beside: SERVERS[to],
      ratio: figure / other.perSecond,
      ...(bar ? { bar } : {}),
    });
  };
  const besideBare = (kind: Kind, name: string) => {
    const bare = BARE[kind] ?? 'bare';
    const [run, other] = [runs[kind], runs[bare]];
    if (!run || !other) return;
    compare(kind, bare, `${name}: callers and resources repeat`, 'at least 0.6');
    const ratios = [
      ['CPU for each call', run.cpu / other.cpu, 'at most 1.7'],
      ['p99', run.p99 / other.p99, 'under 2'],
    ] as const;
    for (const [what, ratio, bar] of ratios)
      addRow({ part, what: `${name}: ${what}`, figure: '', beside: SERVERS[bare], ratio, bar });
  };
  if (policies < 100) {
    besideBare('ours', 'Express');
    besideBare('fastify-ours', 'Fastify');
    besideBare('hono-ours', 'Hono');
    compare('ours', 'cedar-project', 'callers and resources repeat', 'at least 4');
  } else compare('ours', 'cedar-project', 'callers and resources repeat', 'at least 10');
  compare('ours-new-callers', 'cedar-project', 'every call by somebody new');
  compare('ours-nothing-repeats', 'ours-nothing-remembered', 'nothing repeats', 'not below 1.0');
}

type Runs = Readonly<Partial<Record<Kind, Run>>>;

/** One run of each server after the other, so that a slow moment of the machine meets them all; the medians. */
async function inTurn(policies: number, seconds: number, rounds: number): Promise<Runs> {
  const kinds = kindsFor(policies);
  const servers = await Promise.all(kinds.map((kind) => start(kind, policies)));
  const runs = kinds.map((): Run[] => []);
  for (const server of servers) await warmUp(server);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, server] of servers.entries()) runs[index]?.push(await load(server, seconds));
  }
  for (const { process: child } of servers) child.kill();
  return Object.fromEntries(kinds.map((kind, index) => [kind, medianRun(runs[index] ?? [])]));
}

function row(policies: number, kind: Kind, runs: Runs): string {
  const run = runs[kind];
  if (!run) return '';
  const { perSecond, p99, cpu, failed } = run;
  const bare = runs[BARE[kind] ?? 'bare'];
  const peer = runs['cedar-project'];
  const times = (figure: number, other: number | undefined, digits: number) =>
    other === undefined ? '-' : (figure / other).toFixed(digits);
  return [
    String(policies).padStart(8),
    ` ${SERVERS[kind].padEnd(29)}`,
    perSecond.toFixed(0).padStart(7),
    p99.toFixed(2).padStart(9),
    cpu.toFixed(0).padStart(11),
    String(failed).padStart(8),
    times(perSecond, bare?.perSecond, 2).padStart(24),
    times(p99, bare?.p99, 2).padStart(6),
    times(cpu, bare?.cpu, 2).padStart(6),
    times(perSecond, peer?.perSecond, 1).padStart(25),
  ].join(' ');
}

/**
 * Until V8 has compiled what is called often, which takes a server with more to do longer: until it has answered many calls and takes
 * no less CPU time for each than before. A slow server need not get that far.
 */
async function warmUp(server: Server): Promise<void> {
  let answered = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 8; run += 1) {
    const { answered: more, cpu } = await load(server, 3);
    answered += more;
    if (answered >= 50_000 && cpu > 0.95 * least) return;
    least = Math.min(least, cpu);
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

async function start(kind: Kind, policies: number): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'middleware-server.ts'), [kind, String(policies)], {
    env: { ...process.env, NODE_ENV: 'production' },
    ...(isPinned ? { execPath: 'taskset', execArgv: ['-c', '0', process.execPath] } : {}),
  });
  child.once('exit', (code) => {
    if (code) throw new Error(`the server ${kind} ended with ${code}`);
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { process: child, url: `http://127.0.0.1:${port}` };
}

async function load(server: Server, seconds: number): Promise<Run> {
  const before = await usage(server);
  const { result, times } = await answers(server.url, seconds);
  const after = await usage(server);
  const answered = result.requests.total;
  return {
    answered,
    perSecond: result.requests.average,
    p99: percentile(times, 0.99),
    cpu: (after.cpu - before.cpu) / answered,
    failed: result.non2xx + result.errors + result.timeouts,
  };
}

/** With the time of each answer in milliseconds: what the library itself sums up are whole milliseconds, and many answers take less than one. */
async function answers(url: string, duration: number): Promise<{ result: Result; times: number[] }> {
  const requests = PATHS.map((path) => ({ path }));
  const times: number[] = [];
  const result = await new Promise<Result>((resolve, reject) => {
    const run = autocannon({ url, connections: 20, duration, requests }, (error, done) =>
      error ? reject(error) : resolve(done),
    );
    run.on('response', (_client, _status, _bytes, time) => times.push(time));
  });
  return { result, times };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

async function usage({ process: child }: Server): Promise<{ cpu: number; rss: number }> {
  const answer = once(child, 'message');
  child.send('usage');
  const [message] = (await answer) as [{ cpu: number; rss: number }];
  return message;
}

function medianRun(runs: readonly Run[]): Run {
  return {
    answered: runs.reduce((sum, run) => sum + run.answered, 0),
    perSecond: median(runs.map((run) => run.perSecond)),
    p99: median(runs.map((run) => run.p99)),
    cpu: median(runs.map((run) => run.cpu)),
    failed: runs.reduce((sum, run) => sum + run.failed, 0),
  };
}

/** The load on the second core, so that it does not take the time of what it measures. Linux only. */
function pinGenerator(): boolean {
  if (availableParallelism() < 2) return false;
  try {
    execFileSync('taskset', ['-a', '-c', '-p', '1', String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * A load that sleeps until an answer comes is woken by the server, and the system counts the waking as the server's time: more of it for the
 * slower one of two servers, since only the faster keeps the load busy.
 */
function keepAwake(): void {
  if (staysAwake) setImmediate(keepAwake);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
