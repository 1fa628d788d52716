import { defineCommand } from '../../command.ts';
import { REPORTING_FLAGS } from '../../shared-flags.ts';

export const mergeReportsCommand = defineCommand({
  name: 'merge-reports',
  description: 'make one report of those of all shards of a run',
  arguments: [['<reports...>', 'json reports, one of each shard, in any order']],
  flags: REPORTING_FLAGS,
  load: async () => (await import('./run.ts')).mergeReportFiles,
});
