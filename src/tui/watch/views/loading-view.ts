import type { Snapshot } from '../../../core/watching/session.ts';
import { questionText } from '../../../reporters/words/result-text.ts';
import { barLine } from '../../bar.ts';
import { fitCall } from '../../fit-call.ts';
import type { Room } from '../../layout.ts';
import { type Line, span } from '../../line.ts';

/** What is to be seen before the first results: how far it is, and what has failed so far. */
export function loadingLines({ activity }: Snapshot, { width, height }: Room): Line[] {
  if (activity.type !== 'replaying')
    return [[span('Reading the project and replaying its fixtures ...', 'quiet')]];
  const { failed } = activity;
  const shown = failed.slice(0, Math.max(0, height - 4));
  const more = failed.length - shown.length;
  return [
    barLine('Replaying', activity, width),
    [],
    ...(failed.length > 0 ? [[span('not as expected so far', 'strong')]] : []),
    ...shown.map(
      (result): Line => [span('✗ ', 'bad'), span(fitCall(questionText(result.fixture), width - 2))],
    ),
    ...(more > 0 ? [[span(`and ${more} more`, 'quiet')]] : []),
  ];
}
