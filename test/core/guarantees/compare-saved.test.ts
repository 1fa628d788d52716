import { describe, expect, it } from 'vitest';
import { compareSaved } from '../../../src/core/guarantees/comparison/compare-saved.ts';
import type { SaveFindings } from '../../../src/core/guarantees/comparison/saved-changes.ts';
import type { WrittenFact } from '../../../src/core/model/written-fact.ts';
import { DEFAULT_CLAIMS } from '../../../src/core/requests/principal.ts';
import { DEFAULT_SERVER_RULES, type ServerRules } from '../../../src/core/requests/server/server-rules.ts';
import { lastOf } from '../../../src/core/values/last-of.ts';
import type { VerifyInput } from '../../../src/core/verification/verify-input.ts';
import { createVerifier } from '../../../src/core/watching/incremental-verifier.ts';
import type { DecidedProject } from '../../../src/core/watching/replay-again.ts';
import { policyFile } from '../../helpers/policies.ts';
import { sourceOf } from '../../helpers/source.ts';

const SCHEMA = `
namespace App {
  entity User;
  entity Doc { level: Long };
  @endpoint("GET /docs/{id} single-resource path:id")
  action read appliesTo { principal: [User], resource: [Doc], context: {} };
  @endpoint("PUT /docs/{id} single-resource path:id")
  action write appliesTo { principal: [User], resource: [Doc], context: {} };
  @endpoint("GET /notes/{doc_id} single-resource path:doc_id")
  action note appliesTo { principal: [User], resource: [Doc], context: {} };
}`;

/** Has endpoints that routers may take for one another. */
const ALIKE = SCHEMA.replace('PUT /docs/{id}', 'GET /docs/{id}/');

const PROJECT = {
  name: '.',
  schema: { file: 'schema', text: SCHEMA },
  policies: [policyFile('@id("all") permit (principal, action, resource);')],
  claims: DEFAULT_CLAIMS,
  fixtures: [],
} satisfies VerifyInput;

const verifier = createVerifier('saved');

/** A project as it is watched. */
function decided(input: VerifyInput): DecidedProject {
  const { decided: found, report } = lastOf(verifier.begin(input).replay());
  if (!found) throw new Error(JSON.stringify(report.diagnostics));
  return found;
}

/** The project of these tests, but for some changes. */
function saved(changes: Partial<VerifyInput>): DecidedProject {
  return decided({ ...PROJECT, ...changes });
}

/** With these rules for the server in its `authz.yaml`. */
function ruled(rules: Partial<ServerRules>): DecidedProject {
  return saved({
    schema: { file: 'schema', text: ALIKE },
    rules: { ...DEFAULT_SERVER_RULES, ...rules, placeOf: () => ({}) },
  });
}

function found(before: DecidedProject, after: DecidedProject): SaveFindings {
  return lastOf(compareSaved(before, after));
}

/** What opened and closed, with whether a fixture turned with it. */
function turns({ changes }: SaveFindings): string[] {
  return changes.map(({ kind, change, isTried }) => `${kind} ${change.action}${isTried ? ', tried' : ''}`);
}

function policies(text: string): Pick<VerifyInput, 'policies'> {
  return { policies: [policyFile(text)] };
}

describe('a save that changes the rules of the server alone', () => {
  it('is not said to open nothing where calls are decided about that were refused', () => {
    const { changes, undecided } = found(ruled({}), ruled({ strictRouting: true }));
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
    const { undecided } = found(ruled({}), ruled(rules));
    expect(undecided).toEqual([expect.stringMatching(words)]);
    expect(undecided[0]).toContain(`server.${key}: `);
  });

  it('is nothing where the rules let through what they let through before', () => {
    const nothing = { changes: [], undecided: [] };
    expect(found(ruled({}), ruled({}))).toEqual(nothing);
    expect(found(ruled({}), ruled({ missingResource: 403 }))).toEqual(nothing);
  });
});

describe('a save of policies that need not fit the schema', () => {
  it('is compared as long as they do', () => {
    const unchecked = (text: string) => saved({ ...policies(text), mayBeInvalid: true });
    const none = unchecked('forbid (principal, action, resource);');
    const all = unchecked('permit (principal, action, resource);');
    const misfits = unchecked('permit (principal, action, resource) when { resource.lvl == 1 };');
    expect(turns(found(none, all))).toEqual(['opened read', 'opened write', 'opened note']);
    const unproven = {
      changes: [],
      undecided: ['policies do not fit the schema, so nothing is proven about them'],
    };
    expect(found(all, misfits)).toEqual(unproven);
    expect(found(misfits, all)).toEqual(unproven);
  });
});

describe('a save of the schema', () => {
  it('is compared, also where the policies stay the same', () => {
    const less = SCHEMA.replace(/@endpoint\("PUT[^;]*;/, '');
    const smaller = saved({ schema: { file: 'schema', text: less } });
    expect(turns(found(smaller, saved({})))).toEqual(['opened write']);
    expect(turns(found(saved({}), smaller))).toEqual(['closed write']);
  });

  it('says that nothing is proven where there is none, before or after it', () => {
    const { schema: _, ...rest } = PROJECT;
    const bare = decided({ ...rest, ...policies('permit (principal, action, resource);') });
    const unproven = { changes: [], undecided: ['there is no schema, so nothing is proven'] };
    expect(found(bare, saved({}))).toEqual(unproven);
    expect(found(saved({}), bare)).toEqual(unproven);
  });
});

describe('what the application makes sure of', () => {
  const before = policies('forbid (principal, action, resource);');
  const after = policies('permit (principal, action, resource) when { resource.level == 5 };');
  const low: WrittenFact = { id: 'low', when: 'resource.level < 5' };

  it('is heeded as it is written after the save', () => {
    expect(turns(found(saved(before), saved({ ...after, facts: [low] })))).toEqual([]);
    const high: WrittenFact = { id: 'high', when: 'resource.level > 4' };
    expect(turns(found(saved(before), saved({ ...after, facts: [high] })))).toHaveLength(3);
    expect(turns(found(saved({ ...before, facts: [low] }), saved(after)))).toHaveLength(3);
  });

  it('is left aside where it cannot be used, so that more is shown rather than less', () => {
    const misspelt: WrittenFact = { id: 'low', when: 'resource.levle < 5' };
    expect(turns(found(saved(before), saved({ ...after, facts: [misspelt] })))).toHaveLength(3);
  });
});

describe('a change for all requests', () => {
  const FIXTURES = `
principals: { ana: { sub: ana } }
entities: [{ uid: { type: App::Doc, id: low }, attrs: { level: 1 }, parents: [] }, { uid: { type: App::Doc, id: high }, attrs: { level: 9 }, parents: [] }]
cases:
  - { name: high, as: ana, call: GET /docs/high, expect: deny }
`;
  const fixtures = [{ source: sourceOf(FIXTURES), shared: new Map() }];
  const low = { ...policies('permit (principal, action, resource) when { resource.level < 5 };'), fixtures };
  const high = { ...policies('permit (principal, action, resource) when { resource.level > 5 };'), fixtures };

  it('is tried where a fixture of the same endpoint turns in the same way', () => {
    expect(turns(found(saved(low), saved(high)))).toEqual([
      'opened read, tried',
      'opened write',
      'opened note',
      'closed read',
      'closed write',
      'closed note',
    ]);
    expect(turns(found(saved(high), saved(low)))).toEqual([
      'opened read',
      'opened write',
      'opened note',
      'closed read, tried',
      'closed write',
      'closed note',
    ]);
  });

  it('is tried where a call turns because nothing is decided about it any more, or is again', () => {
    const skippedEndpoints = [{ httpVerb: 'get', path: '/docs/{id}' }];
    const rules = { ...DEFAULT_SERVER_RULES, skippedEndpoints, placeOf: () => ({}) };
    const skipped = saved({ ...low, rules });
    expect(turns(found(saved(low), skipped))).toEqual(['opened read, tried']);
    expect(turns(found(skipped, saved(low)))).toEqual(['closed read, tried']);
  });
});
