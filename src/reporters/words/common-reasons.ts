import { isBadResult } from '../../core/replay/bad-result.ts';
import type { DecisionResult } from '../../core/replay/replay.ts';
import type { Report } from '../../core/replay/report.ts';
import { reasonTexts } from './result-text.ts';
import { counted, kindWords, visible } from './wording.ts';

/** With fewer failures than this, each can be read. */
const MANY = 10;
const MOST_SHOWN = 5;

/** What many failures have in common: what decided them, the most frequent first. One mistake in a policy can fail hundreds of fixtures. */
export function commonReasons({ projects }: Report): string[] {
  const failures = projects.flatMap(({ results }) => results.filter(isBadResult));
  if (failures.length <= MANY) return [];
  const counts = new Map<string, number>();
  for (const { decisions } of failures) {
    const wrong = decisions.filter(({ status }) => status !== 'passed');
    for (const reason of new Set(wrong.flatMap(reasonsOf))) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a).slice(0, MOST_SHOWN);
  return sorted.map(([reason, count]) => `${counted(count, 'failure')} ${reason}`);
}

function reasonsOf(decision: DecisionResult): string[] {
  const reasons = reasonTexts(decision);
  return reasons.length > 0 ? reasons : [visible(`because ${kindWords(decision.actual)}`)];
}
