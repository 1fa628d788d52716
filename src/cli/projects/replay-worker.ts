import { parentPort, workerData } from 'node:worker_threads';
import type { Decision } from '../../core/engine/engine.ts';
import { FIXTURE_FILTERS } from '../../core/replay/fixture-filters.ts';
import type { RecordedDecisions } from '../../core/replay/recorded-decisions.ts';
import { selectFixtures } from '../../core/replay/selection.ts';
import { prepareProjects } from './prepare-projects.ts';
import type { WorkerAnswer, WorkerTask } from './workers.ts';

void answer(workerData as WorkerTask).then((found) => parentPort?.postMessage(found));

/** What does not fit together is told by the main thread, which reads the same files: here it is nothing to decide. */
async function answer({ paths, options, cwd, index, total }: WorkerTask): Promise<WorkerAnswer> {
  const filters = FIXTURE_FILTERS.read(options.filter);
  const projects = await prepareProjects(paths, options, { cwd, ownsProcess: true });
  const chosen = selectFixtures(
    projects.map(({ fixtures }) => fixtures),
    { filters: filters.ok ? filters.value : [], ...(options.shard ? { shard: options.shard } : {}) },
  );
  const recorded = projects.map((project, at) =>
    project.record((chosen[at]?.fixtures ?? []).filter((_, place) => place % total === index)),
  );
  return compact(recorded);
}

function compact(projects: readonly (readonly RecordedDecisions[])[]): WorkerAnswer {
  const indexes = new Map<string, number>();
  const distinct: Decision[] = [];
  const indexOf = (decision: Decision): number => {
    const key = JSON.stringify(decision);
    const known = indexes.get(key);
    if (known !== undefined) return known;
    indexes.set(key, distinct.length);
    return distinct.push(decision) - 1;
  };
  const compacted = projects.map((records) =>
    records.map(({ decisions, milliseconds }) => ({ decisions: decisions.map(indexOf), milliseconds })),
  );
  return { distinct, projects: compacted };
}
