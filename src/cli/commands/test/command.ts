import { InvalidArgumentError } from 'commander';
import type { Thresholds } from '../../../core/coverage/coverage.ts';
import type { Shard } from '../../../core/replay/report.ts';
import { COVERAGE_MEASURES, FIXTURE_FILTER_KEYS } from '../../choices.ts';
import { defineCommand } from '../../command.ts';
import { checkChoice, type Flag, filterFlag, given, negated, repeated, text } from '../../flags.ts';
import { FILE_FLAGS, REPORTING_FLAGS } from '../../shared-flags.ts';

/** How the calls are sent to a running server. */
const AGAINST_FLAGS = {
  against: text('server', 'send the calls to a running server, and compare its answers with the fixtures'),
  tokenFrom: text(
    'file-or-command',
    'a file with a token for each principal, or a command that prints the token of the principal given as its last argument',
  ),
  allMethods: given('send calls that may change something, too, not only GET, HEAD and OPTIONS'),
  rate: atMost(1_000, 'n', 'the most calls in a second (default: 20)'),
  callTimeout: atMost(600_000, 'ms', 'how long the server may take for a call (default: 5000)'),
  allowRemote: given('call other machines than this one, too'),
  allowRedirects: given('count a redirect as let through, too'),
};

export const testCommand = defineCommand({
  name: 'test',
  description: 'replay fixtures against the policies',
  arguments: [['[paths...]', 'projects, folders or fixtures files (default: the current folder)']],
  flags: {
    ...FILE_FLAGS,
    tests: repeated('file', 'tests, as `cedar run-tests` takes them: the same as a path'),
    filter: filterFlag('replay only some fixtures', FIXTURE_FILTER_KEYS),
    shard: shardFlag(),
    bail: bailFlag(),
    workers: workersFlag(),
    ...REPORTING_FLAGS,
    coverage: given('show which endpoints, policies and conditions the fixtures never tried'),
    coverageThreshold: thresholdFlag(),
    update: {
      ...given('write the actual decisions into the fixtures files, and show what changed'),
      letter: 'u',
    },
    passWithNoTests: given('exit with 0 when no fixture is found'),
    invariants: negated(
      'prove nothing about all requests: no invariants after the fixtures, no matrix on the page',
    ),
    decisionClasses: negated('evaluate every request, instead of reusing decisions of equivalent requests'),
    paranoid: given('compare 1 % of the reused decisions with the engine'),
    ...AGAINST_FLAGS,
  },
  output: 'report',
  load: async () => (await import('./run.ts')).test,
});

function shardFlag(): Flag<Shard> {
  return {
    placeholder: '<i/n>',
    description: 'replay one of n equal parts; merge-reports merges their JSON reports',
    parse: (written) => {
      const [, index, total] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(written) ?? [];
      if (index === undefined || Number(index) > Number(total))
        throw new InvalidArgumentError('expected a part of a whole, such as 1/4');
      return { index: Number(index), total: Number(total) };
    },
  };
}

function bailFlag(): Flag<number> {
  return {
    placeholder: '[n]',
    description: 'stop after the first n fixtures that fail or cannot be decided',
    preset: '1',
    parse: (written) => {
      if (/^[1-9]\d{0,8}$/.test(written)) return Number(written);
      throw new InvalidArgumentError('expected a number from 1; name paths before it');
    },
  };
}

function workersFlag(): Flag<number> {
  return {
    placeholder: '<n>',
    description: 'number of threads; worthwhile from tens of thousands of fixtures on (default: 1)',
    parse: (written) => {
      if (/^[1-9]\d?$/.test(written)) return Number(written);
      throw new InvalidArgumentError('expected a number from 1 to 99');
    },
  };
}

function thresholdFlag(): Flag<Thresholds> {
  return {
    placeholder: '<measure=percent>',
    description: `exit with 1 below it (${COVERAGE_MEASURES.join(', ')}); may be given several times`,
    parse: (written, earlier = {}) => {
      const [, measure = '', percent = ''] = /^([^=]*)=(.*)$/s.exec(written) ?? [];
      const known = checkChoice(measure, COVERAGE_MEASURES);
      if (!/^\d{1,3}(?:\.\d+)?$/.test(percent) || Number(percent) > 100)
        throw new InvalidArgumentError('expected a percentage from 0 to 100, as in `endpoints=90`');
      return { ...earlier, [known]: Number(percent) };
    },
  };
}

function atMost(most: number, placeholder: string, description: string): Flag<number> {
  return {
    placeholder: `<${placeholder}>`,
    description,
    parse: (written) => {
      if (/^[1-9]\d*$/.test(written) && Number(written) <= most) return Number(written);
      throw new InvalidArgumentError(`expected a number from 1 to ${most}`);
    },
  };
}
