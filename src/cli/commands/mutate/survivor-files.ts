import { exampleFixtures } from '../../../core/guarantees/examples/example-fixtures.ts';
import type { MutationResult } from '../../../core/mutation/mutation.ts';
import type { CheckedProject } from '../../../core/verification/check-project.ts';
import type { VerifyInput } from '../../../core/verification/verify-input.ts';
import type { PlannedFile } from '../../../project/files/write.ts';
import { printFixtures } from '../../../project/writing/print-fixtures.ts';

const HEAD = `\
 Calls that no fixture tried, found by \`authz mutate\`. Each expects what is decided today: check whether that is what is meant.`;

/** The calls that would kill the survivors as fixtures files; further ones where their entities contradict each other. */
export function survivorFiles(
  results: readonly MutationResult[],
  { model }: CheckedProject,
  { claims }: VerifyInput,
  path: string,
): readonly PlannedFile[] {
  const survivors = results.flatMap((result) => (result.kind === 'survived' ? [result] : []));
  const examples = survivors.map(({ example, expect, mutation }) => ({
    example,
    expect,
    name: `${mutation.policy.id}: ${mutation.change}`,
  }));
  return exampleFixtures(examples, model, claims).map((fixtures, index) => ({
    path: index === 0 ? path : path.replace(/(?:\.fixtures)?(\.\w+)$/, `-${index + 1}.fixtures$1`),
    text: printFixtures(fixtures, HEAD),
    ifExists: 'replace',
  }));
}
