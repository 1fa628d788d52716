import { v } from '../../core/diagnostics/definition.ts';
import { SEVERITIES } from '../../core/diagnostics/diagnostic.ts';
import { invariantsOutline } from './read-invariants.ts';

const text = v.string('expected a text');
const number = v.number('expected a number');
const texts = v.array(text, 'expected a list');

const diagnostic = v.object({
  severity: v.picklist(SEVERITIES, 'expected the severity of a problem'),
  code: text,
  message: text,
  help: v.optional(text),
  details: v.optional(texts),
  file: v.optional(text),
});

const policies = v.array(v.object({ id: text, file: text }), 'expected a list of policies');

const decision = v.object({
  expected: v.object({}),
  because: policies,
  errors: v.array(v.object({ message: text }), 'expected a list of errors'),
});

const scope = v.object({
  filters: texts,
  shard: v.optional(v.object({ index: number, total: number })),
});

/** What a report must have so that it can be merged and printed. */
export const reportOutline = v.object({
  scope: v.optional(scope),
  invariants: v.optional(invariantsOutline),
  projects: v.array(
    v.object({
      name: text,
      policies: number,
      endpoints: number,
      untested: texts,
      diagnostics: v.array(diagnostic, 'expected a list of problems'),
      results: v.array(
        v.object({
          name: text,
          file: text,
          status: v.picklist(
            ['passed', 'failed', 'errored', 'skipped', 'todo'],
            'expected the status of a result',
          ),
          decisions: v.array(decision, 'expected a list of decisions'),
        }),
        'expected a list of results',
      ),
    }),
    'expected a list of projects',
  ),
});
