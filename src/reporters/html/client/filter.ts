import type { PageData, PageFixture } from '../page.ts';

/** Tells which fixtures have all the words in what they say about themselves; with `failedOnly`, of those that failed or erred. */
export function createFilter(data: PageData): (query: string, failedOnly: boolean) => PageFixture[] {
  const texts = new Map(data.fixtures.map((fixture) => [fixture, searchable(fixture, data)]));
  return (query, failedOnly) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    return data.fixtures.filter((fixture) => {
      if (failedOnly && !isBad(fixture)) return false;
      const text = texts.get(fixture) ?? '';
      return words.every((word) => text.includes(word));
    });
  };
}

export function isBad({ status }: PageFixture): boolean {
  return status === 'failed' || status === 'errored';
}

function searchable(fixture: PageFixture, data: PageData): string {
  const { name, asks, place, tags, status, row, column, decisions } = fixture;
  const decided = decisions.flatMap(({ decision, verdict, reasons }) => [decision, verdict, ...reasons]);
  const texts = [name, asks, place, ...tags, status, data.rows[row], data.columns[column], ...decided];
  return texts.join('\n').toLowerCase();
}
