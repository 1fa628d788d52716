import { describe, expect, it } from 'vitest';
import { createMemoStore } from '../../../src/core/caching/memo-store.ts';
import { createEngine } from '../../../src/core/engine/engine.ts';
import { compareSaved } from '../../../src/core/guarantees/comparison/compare-saved.ts';
import { DEFAULT_CLAIMS } from '../../../src/core/requests/principal.ts';
import { DEFAULT_SERVER_RULES, type ServerRules } from '../../../src/core/requests/server/server-rules.ts';
import { lastOf } from '../../../src/core/values/last-of.ts';
import { checkProvable } from '../../../src/core/verification/check-project.ts';
import type { DecidedProject } from '../../../src/core/watching/replay-again.ts';

const SCHEMA = `
namespace App {
  entity User;
  entity Doc;
  @endpoint("GET /docs/{id} single-resource path:id")
  action read appliesTo { principal: [User], resource: [Doc], context: {} };
  @endpoint("GET /docs/{id}/ single-resource path:id")
  action look appliesTo { principal: [User], resource: [Doc], context: {} };
}`;

const memos = createMemoStore();

/** A watched project whose `authz.yaml` has these rules for the server, and which is otherwise the same each time. */
function saved(rules: Partial<ServerRules>): DecidedProject {
  const text = '@id("all") permit (principal, action, resource);';
  const checked = checkProvable(
    {
      name: '.',
      schema: { file: 'schema', text: SCHEMA },
      policies: [{ file: 'p.cedar', name: 'p.cedar', text }],
      claims: DEFAULT_CLAIMS,
      fixtures: [],
      rules: { ...DEFAULT_SERVER_RULES, ...rules, placeOf: () => ({}) },
    },
    memos,
  );
  if (!checked.ok) throw new Error(JSON.stringify(checked.diagnostics));
  const { schema, policySet } = checked.value;
  const engine = createEngine('saved', schema, policySet);
  if (!engine.ok) throw new Error(JSON.stringify(engine.diagnostics));
  return { project: checked.value, engine: engine.value, results: new Map() };
}

describe('a save that changes the rules of the server alone', () => {
  it('is not said to open nothing where calls are decided about that were refused', () => {
    const { changes, undecided } = lastOf(compareSaved(saved({}), saved({ strictRouting: true })));
    expect(changes).toEqual([]);
    expect(undecided).toEqual([
      expect.stringMatching(/^GET \/docs\/\{id\}: its calls are decided about now, and were refused/),
      expect.stringMatching(/^GET \/docs\/\{id\}\/: its calls are decided about now, and were refused/),
      expect.stringMatching(/^server\.strictRouting: paths that differ .* only in a slash at the end/),
    ]);
  });

  it.each([
    ['maxUrlLength', { maxUrlLength: 20_000 }, /paths of 8193 to 20000 characters are decided about/],
    [
      'caseSensitiveRouting',
      { caseSensitiveRouting: true },
      /differ from another endpoint only in letter case/,
    ],
  ])('says what %s does to calls of any endpoint', (key, rules, words) => {
    const { undecided } = lastOf(compareSaved(saved({}), saved(rules)));
    expect(undecided).toEqual([expect.stringMatching(words)]);
    expect(undecided[0]).toContain(`server.${key}: `);
  });

  it('is nothing where the rules let through what they let through before', () => {
    const nothing = { changes: [], undecided: [] };
    expect(lastOf(compareSaved(saved({}), saved({})))).toEqual(nothing);
    expect(lastOf(compareSaved(saved({}), saved({ missingResource: 403 })))).toEqual(nothing);
  });
});

describe('a save of policies that need not fit the schema', () => {
  it('is compared as long as they do', () => {
    const stays = { ...saved({}), mayBeInvalid: true, areUnfit: false };
    const becomes = { ...saved({ strictRouting: true }), mayBeInvalid: true };
    expect(lastOf(compareSaved(stays, { ...becomes, areUnfit: false })).undecided).toHaveLength(3);
    expect(lastOf(compareSaved(stays, { ...becomes, areUnfit: true })).undecided).toEqual([
      'policies do not fit the schema, so nothing is proven about them',
    ]);
  });
});
