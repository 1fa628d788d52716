import { defineCommand } from '../../command.ts';
import { REPORTING_FLAGS } from '../../shared-flags.ts';

export const mergeReportsCommand = defineCommand({
  name: 'merge-reports',
  description: 'merge the reports of all shards of a run into one',
  arguments: [['<reports...>', 'JSON reports, one for each shard, in any order']],
  flags: REPORTING_FLAGS,
  output: 'report',
  load: async () => (await import('./run.ts')).mergeReportFiles,
});
