import type { InvariantResult } from '../../core/replay/invariant-result.ts';
import type { Annotation } from '../report/annotations.ts';
import { printPlace } from '../words/frame.ts';
import { OPEN_INVARIANTS, openInvariantLines, openKindOf } from '../words/invariant-words.ts';
import { visible } from '../words/wording.ts';

/** What does not hold, each at the policy that decides; where none does, at the invariant. */
export function invariantAnnotations(results: readonly InvariantResult[]): Annotation[] {
  return results.flatMap((result) => {
    const kind = openKindOf(result);
    if (!kind) return [];
    const place = result.policies[0] ?? result;
    return [
      {
        command: 'error',
        title: `${OPEN_INVARIANTS[kind]}: ${visible(result.id)}`,
        message: [...openInvariantLines(result), ...ownPlace(result)].join('\n'),
        file: place.file,
        location: place.location,
      },
    ];
  });
}

/** Of one that is shown at a policy. */
function ownPlace({ file, location, policies }: InvariantResult): string[] {
  return policies.length > 0 && file !== undefined ? [`the invariant: ${printPlace(file, location)}`] : [];
}
