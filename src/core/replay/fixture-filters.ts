import { pathOf } from '../endpoints/path-template.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import { type Filter, filtersOf } from './filter.ts';

/** What fixtures can be chosen by. */
const KEYS = {
  name: 'words',
  file: 'file',
  tag: 'text',
  method: 'any-case',
  path: 'path',
  action: 'text',
  pattern: 'text',
  principal: 'text',
} as const;

export type FixtureFilterKey = keyof typeof KEYS;
export type FixtureFilter = Filter<FixtureFilterKey>;

export const FIXTURE_FILTERS = filtersOf<ReadyFixture, FixtureFilterKey>({
  noun: 'fixture',
  keys: KEYS,
  facts,
});

/** What a filter of this key looks at. */
function facts({ fixture, endpoint, checks }: ReadyFixture, key: FixtureFilterKey): readonly string[] {
  const call = fixture.asks.type === 'call' ? fixture.asks.call : undefined;
  switch (key) {
    case 'name':
      return [fixture.name];
    case 'file':
      return [fixture.source.file];
    case 'tag':
      return fixture.tags;
    case 'method':
      return call ? [call.method] : [];
    case 'path':
      return [...(call ? [pathOf(call.url)] : []), ...(endpoint ? [endpoint.path] : [])];
    case 'action':
      return [...new Set(checks.map(({ request }) => request.action.id))];
    case 'pattern':
      return endpoint ? [endpoint.pattern] : [];
    case 'principal':
      return [fixture.as];
  }
}
