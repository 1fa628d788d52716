import { once } from 'node:events';
import type { Decision } from '../../core/engine/engine.ts';
import type { RecordedDecisions } from '../../core/replay/recorded-decisions.ts';
import type { Shard } from '../../core/replay/report.ts';
import type { PrepareOptions } from './prepare-projects.ts';

/** Which fixtures are asked about. */
export interface PartOptions {
  /** `key=glob`, or a word. */
  readonly filter: readonly string[];
  readonly shard?: Shard;
}

/** What a worker thread is started with: it reads the same files, and decides every how manyth fixture. */
export interface WorkerTask {
  readonly paths: readonly string[];
  readonly options: PrepareOptions & PartOptions;
  readonly cwd: string;
  readonly index: number;
  readonly total: number;
}

/** For each project what was decided for the worker's fixtures; most decisions are alike, and are sent once. */
export interface WorkerAnswer {
  readonly distinct: readonly Decision[];
  readonly projects: readonly (readonly WorkerRecord[])[];
}

export interface WorkerRecord {
  /** Indexes into `distinct`. */
  readonly decisions: readonly number[];
  readonly milliseconds: number;
}

/**
 * Has worker threads decide the chosen fixtures of all projects while this one reads the files itself: by project, in the order in which one
 * thread would replay them. Nothing is started for one worker, and nothing is returned then.
 */
export async function recordInWorkers(
  paths: readonly string[],
  options: PrepareOptions & PartOptions & { readonly workers?: number },
  cwd: string,
): Promise<RecordedDecisions[][]> {
  const { workers: total = 1, ...others } = options;
  if (total < 2) return [];
  const started = Array.from({ length: total }, (_, index) =>
    runWorker({ paths, options: others, cwd, index, total }),
  );
  return inTurns(await Promise.all(started));
}

async function runWorker(workerData: WorkerTask): Promise<WorkerAnswer> {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const worker = new Worker(new URL('./replay-worker.js', import.meta.url), { workerData });
  const [answer] = await once(worker, 'message');
  return answer;
}

/** Workers decide in turn, fixture by fixture. */
function inTurns(answers: readonly WorkerAnswer[]): RecordedDecisions[][] {
  const projects = answers[0]?.projects.length ?? 0;
  return Array.from({ length: projects }, (_, project) => {
    const parts = answers.map(({ distinct, projects: all }) =>
      (all[project] ?? []).map((one) => readRecord(one, distinct)),
    );
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    return Array.from(
      { length },
      (__, index) => parts[index % parts.length]?.[Math.floor(index / parts.length)],
    ).filter((one) => one !== undefined);
  });
}

function readRecord(
  { decisions, milliseconds }: WorkerRecord,
  distinct: readonly Decision[],
): RecordedDecisions {
  return { decisions: decisions.flatMap((index) => distinct[index] ?? []), milliseconds };
}
