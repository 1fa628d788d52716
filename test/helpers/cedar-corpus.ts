import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuthorizationQuery } from '../../src/core/cedar/cedar.ts';
import { type Entity, type EntityUid, plainUid } from '../../src/core/cedar/entity.ts';
import { pathTo } from './needs.ts';

/** Policy sets of the Cedar project with requests and the answers that its own engine gives. */
const ARCHIVE = pathTo("Cedar's corpus");

/** One policy set with its requests; the texts are read. */
export interface CorpusTest {
  readonly name: string;
  readonly policies: string;
  readonly schema: string;
  readonly entities: readonly Entity[];
  readonly requests: readonly CorpusRequest[];
}

export interface CorpusRequest extends Omit<AuthorizationQuery, 'entities'> {
  readonly decision: string;
  readonly reason: readonly string[];
  readonly errors: readonly string[];
}

export interface CedarCorpus {
  /** The files that say what belongs to a test, as they are. */
  readonly files: readonly string[];
  readonly tests: () => Generator<CorpusTest>;
  readonly remove: () => void;
}

/** Unpacks the archive; every how manyth of its 7,809 policy sets is taken. */
export function openCedarCorpus(every: number): CedarCorpus {
  const folder = mkdtempSync(join(tmpdir(), 'cedar-corpus-'));
  execFileSync('tar', ['xzf', ARCHIVE, '-C', folder]);
  const names = readdirSync(join(folder, 'corpus-tests')).filter((name) => /^[0-9a-f]+\.json$/.test(name));
  const chosen = names.sort().filter((_, index) => index % every === 0);
  return {
    files: chosen.map((name) => join(folder, 'corpus-tests', name)),
    tests: function* () {
      for (const name of chosen) yield readTest(folder, name);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Each request as it is, then about so many other entities of the types that it is about. */
export function* queriesOf(
  { requests, entities }: CorpusTest,
  others: number,
): Generator<AuthorizationQuery> {
  const uids = entities.map(({ uid }) => plainUid(uid));
  const alike = (uid: EntityUid) =>
    uids.filter(({ type, id }) => type === uid.type && id !== uid.id).slice(0, others);
  for (const { principal, action, resource, context } of requests) {
    const query = { principal, action, resource, context, entities };
    yield query;
    for (const other of alike(principal)) yield { ...query, principal: other };
    for (const other of alike(resource)) yield { ...query, resource: other };
  }
}

function readTest(folder: string, name: string): CorpusTest {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const test = JSON.parse(read(`corpus-tests/${name}`));
  return {
    name,
    policies: read(test.policies),
    schema: read(test.schema),
    entities: JSON.parse(read(test.entities)),
    requests: test.requests,
  };
}
