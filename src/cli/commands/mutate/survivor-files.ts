import type { WrittenFixtures } from '../../../core/authoring/written-fixtures.ts';
import type { Survivor } from '../../../core/mutation/killing-fixtures.ts';
import { locatePolicy } from '../../../core/policies/policy.ts';
import type { PlannedFile } from '../../../project/files/write.ts';
import { printFixtures } from '../../../project/writing/print-fixtures.ts';
import { visible } from '../../../reporters/words/wording.ts';

const HEAD = `\
 Calls that no fixture tried, found by \`authz mutate\`. Each expects what is decided today: check whether that is what is meant.`;

/** The fixtures that would kill the survivors, each set in a file of its own: their entities contradict each other. */
export function survivorFiles(files: readonly WrittenFixtures[], path: string): readonly PlannedFile[] {
  return files.map((fixtures, index) => ({
    path: index === 0 ? path : path.replace(/(?:\.fixtures)?(\.\w+)$/, `-${index + 1}.fixtures$1`),
    text: printFixtures(fixtures, HEAD),
    ifExists: 'replace',
  }));
}

/** A survivor that nothing was written for. */
export function withoutFixture({ mutation: { policy, change } }: Survivor): string {
  const { line, column } = locatePolicy(policy);
  const place = `${policy.file.file}:${line}:${column}`;
  return visible(
    `no fixture: ${policy.id}: ${change} (${place}): no call is known that passes today and fails with it`,
  );
}
