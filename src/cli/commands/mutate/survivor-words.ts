import { placeText } from '../../../core/diagnostics/diagnostic.ts';
import type { Survivor } from '../../../core/mutation/mutation.ts';
import { locatePolicy } from '../../../core/policies/policy.ts';
import { visible } from '../../../reporters/words/wording.ts';

/** What stands above the fixtures. */
export const HEAD = `\
 Calls that no fixture tried, found by \`authz mutate\`. Each expects what is decided today: check whether that is what is meant.`;

/** A survivor that nothing was written for. */
export function withoutFixture({ mutation: { policy, change } }: Survivor): string {
  const place = placeText(policy.file.file, locatePolicy(policy));
  return visible(
    `no fixture: ${policy.id}: ${change} (${place}): no call is known that passes today and fails with it`,
  );
}
