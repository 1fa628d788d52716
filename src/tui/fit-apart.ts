import { groupBy } from '../core/values/group.ts';
import { commonStart } from './common-start.ts';
import { fitAround } from './line.ts';

/** Each text at exactly this width, as `cut` cuts it; different ones that would look alike then are cut around where they differ. */
export function fitApart(
  texts: readonly string[],
  width: number,
  cut: (text: string, width: number) => string,
): string[] {
  const fitted = new Map(texts.map((text) => [text, cut(text, width)]));
  for (const alike of groupsAlike(fitted)) setApart(alike, width, fitted);
  return texts.map((text) => fitted.get(text) ?? '');
}

function groupsAlike(fitted: ReadonlyMap<string, string>): string[][] {
  const groups = groupBy(fitted.keys(), (text) => fitted.get(text));
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** Some of them may differ further on only. */
function setApart(alike: readonly string[], width: number, fitted: Map<string, string>): void {
  const at = alike.reduce(commonStart).length;
  for (const text of alike) fitted.set(text, fitAround(text, width, at));
  for (const still of groupsAlike(new Map(alike.map((text) => [text, fitted.get(text) ?? '']))))
    if (still.length < alike.length) setApart(still, width, fitted);
}
