import { v } from '../../core/diagnostics/definition.ts';
import {
  buildInvariantReport,
  type InvariantReport,
  type InvariantResult,
} from '../../core/replay/invariant-result.ts';
import { located, type Raw, type RawPlace, type RawPolicy, readPolicy } from './read-place.ts';

/** As far as reporters print it; what `counts` says is not read, but counted again. */
export const invariantsOutline = v.object({
  assumptions: v.array(v.string('expected a text'), 'expected a list'),
  results: v.array(
    v.object({
      id: v.string('expected a text'),
      because: v.string('expected a text'),
      verdict: v.picklist(['proven', 'refuted', 'not-decided'], 'expected the verdict of an invariant'),
      lines: v.array(v.string('expected a text'), 'expected a list'),
      policies: v.array(v.object({}), 'expected a list'),
    }),
    'expected a list of invariants',
  ),
});

export type RawInvariants = Raw<InvariantReport, 'results', { readonly results: readonly RawInvariant[] }>;

type RawInvariant = Raw<
  InvariantResult,
  'location' | 'policies',
  RawPlace & { readonly policies: readonly RawPolicy[] }
>;

export function readInvariants({ results, assumptions }: RawInvariants): InvariantReport {
  const read = results.map(({ policies, ...result }) => ({
    ...located(result),
    policies: policies.map(readPolicy),
  }));
  return buildInvariantReport(read, assumptions);
}
