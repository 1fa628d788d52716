import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/core/engine/engine.ts';
import type { ProjectSide } from '../../../src/core/guarantees/comparable-side.ts';
import { type CompareOptions, compareSides } from '../../../src/core/guarantees/comparison/compare.ts';
import { compareProjects } from '../../../src/core/guarantees/comparison/compare-projects.ts';
import {
  type Comparison,
  hasChanges,
  type Side,
} from '../../../src/core/guarantees/comparison/comparison.ts';
import { readSchema, type Schema } from '../../../src/core/model/read-schema.ts';
import { readPolicies } from '../../../src/core/policies/read-policies.ts';
import { DEFAULT_CLAIMS } from '../../../src/core/requests/principal.ts';
import { DEFAULT_SERVER_RULES } from '../../../src/core/requests/server/server-rules.ts';
import type { PlacedRules } from '../../../src/core/verification/verify-input.ts';
import { jsonComparison } from '../../../src/reporters/comparison/json.ts';
import { prettyComparison } from '../../../src/reporters/comparison/pretty.ts';
import { painter } from '../../../src/reporters/words/wording.ts';
import fc from '../../helpers/fast-check.ts';
import { PLAIN_SERVER } from '../../helpers/plain-server.ts';
import { rulesSkipping } from '../../helpers/rules-skipping.ts';
import { runs } from '../../helpers/runs.ts';
import { sourceOf } from '../../helpers/source.ts';

const SCHEMA = `
namespace App {
  entity Team;
  entity User in [Team] { level?: Long };
  entity Doc { owner: User, title: String, isPublic: Bool };
  @endpoint("GET /docs/{id} single-resource path:id")
  action read appliesTo { principal: [User], resource: [Doc], context: {} };
  @endpoint("PUT /docs/{id} single-resource path:id")
  action write appliesTo { principal: [User], resource: [Doc], context: {} };
}`;

const OWNERS = '@id("owners") permit (principal, action, resource) when { resource.owner == principal };';

function schemaOf(text: string): Schema {
  const read = readSchema({ file: 'schema', text });
  if (!read.ok) throw new Error(JSON.stringify(read.diagnostics));
  return read.value;
}

function side(policies: string, schema: Schema, name: string): Side {
  const { policySet, diagnostics } = readPolicies([{ file: 'p.cedar', name: 'p.cedar', text: policies }]);
  expect(diagnostics).toEqual([]);
  return { ...PLAIN_SERVER, name, schema, policySet };
}

function compare(
  before: string,
  after: string,
  schemas: readonly [string, string] = [SCHEMA, SCHEMA],
  options: CompareOptions = {},
): Comparison {
  const [old, now] = schemas.map(schemaOf);
  if (!old || !now) throw new Error('two schemas');
  const compared = compareSides(
    side(before, old, 'before'),
    side(after, schemas[0] === schemas[1] ? old : now, 'after'),
    options,
  );
  if (!compared.ok) throw new Error(JSON.stringify(compared.diagnostics));
  return compared.value;
}

/** Two schemas as before and after, and the other way round. */
function bothWays(one: string, other: string): readonly (readonly [string, string])[] {
  return [
    [one, other],
    [other, one],
  ];
}

interface StateOptions {
  readonly text?: string;
  readonly policies?: string;
  readonly rules?: PlacedRules;
}

/** A state of the project that a server has, with its rules. */
function state(name: string, { text = SCHEMA, policies = OWNERS, rules }: StateOptions = {}): ProjectSide {
  return {
    name,
    input: {
      name,
      schema: { file: 'schema', text },
      policies: [{ file: 'p.cedar', name: 'p.cedar', text: policies }],
      claims: DEFAULT_CLAIMS,
      fixtures: [],
      ...(rules ? { rules } : {}),
    },
  };
}

/** Cases of ana's about the documents `d1` and `d2`. */
function fixturesOf(cases: readonly object[]) {
  const entities = ['d1', 'd2'].map((id) => ({
    uid: { type: 'App::Doc', id },
    attrs: { owner: { __entity: { type: 'App::User', id: 'eva' } }, title: '', isPublic: false },
    parents: [],
  }));
  const principals = { ana: { sub: 'ana' } };
  return { source: sourceOf(JSON.stringify({ principals, entities, cases })), shared: new Map() };
}

/** What becomes of the project when an endpoint is skipped on a side. */
function compareSkipping(before: string | undefined, after: string | undefined): Comparison {
  const skipping = (name: string, skipped: string | undefined) =>
    state(name, skipped === undefined ? {} : { rules: rulesSkipping(skipped) });
  const compared = compareProjects(skipping('before', before), skipping('after', after));
  if (!compared.ok) throw new Error(JSON.stringify(compared.diagnostics));
  return compared.value;
}

/** `GET /docs/{id} opened` for each endpoint. */
function kinds(comparison: Comparison): string[] {
  return comparison.endpoints.map(({ endpoint, kind, presence }) =>
    [`${endpoint?.method} ${endpoint?.path}`, ...(presence === 'both' ? [] : [presence]), kind].join(' '),
  );
}

describe('two states of a project, compared for all requests', () => {
  it('are unchanged when nothing but the wording of a condition differs', () => {
    const reworded =
      '@id("owners") permit (principal, action, resource) unless { !(principal == resource.owner) };';
    expect(kinds(compare(OWNERS, reworded))).toEqual([
      'GET /docs/{id} unchanged',
      'PUT /docs/{id} unchanged',
    ]);
  });

  it('say what opened, by the smallest call that shows it', () => {
    const { endpoints } = compare(
      OWNERS,
      `${OWNERS} @id("public") permit (principal, action == App::Action::"read", resource) when { resource.isPublic };`,
    );
    expect(endpoints.map(({ kind }) => kind)).toEqual(['opened', 'unchanged']);
    const turn = endpoints[0]?.opened;
    expect(turn).toMatchObject({
      before: { kind: 'not-permitted' },
      after: { kind: 'allowed' },
      example: { call: { method: 'GET' }, caller: { parents: [], attributes: [] } },
      causes: [{ text: 'public now permits it: it is new' }],
    });
    expect(turn?.example.resource.attributes).toContainEqual({ name: 'isPublic', value: 'true' });
  });

  it('say what closed, and what both opened and closed', () => {
    const teams = '@id("team") permit (principal in App::Team::"x", action, resource);';
    expect(kinds(compare(`${OWNERS} ${teams}`, OWNERS))).toEqual([
      'GET /docs/{id} closed',
      'PUT /docs/{id} closed',
    ]);
    expect(kinds(compare(OWNERS, teams))).toEqual(['GET /docs/{id} both', 'PUT /docs/{id} both']);
  });

  it('count a policy that can no longer be evaluated as closed: what cannot be decided is denied', () => {
    const guarded =
      '@id("l") permit (principal, action, resource) when { principal has level && principal.level > 1 };';
    const both = `${guarded} @id("all") permit (principal, action, resource);`;
    const failing = `@id("l") permit (principal, action, resource) when { principal has level && principal.level * 1000000000 * 1000000000 > 1 };
      @id("all") permit (principal, action, resource);`;
    expect(kinds(compare(both, failing))).toEqual(['GET /docs/{id} closed', 'PUT /docs/{id} closed']);
  });

  it('see of a call what is sent with it: what the caller and the resource are in, and no owner of the resource', () => {
    const everybody = 'permit (principal, action, resource);';
    const novices = `${everybody} forbid (principal, action, resource) when { resource.owner has level && resource.owner.level < 3 };`;
    const schema = SCHEMA.replace('owner: User', 'owner: Person').replace(
      'entity Team;',
      'entity Team; entity Person { level?: Long };',
    );
    expect(kinds(compare(everybody, novices, [schema, schema]))).toEqual([
      'GET /docs/{id} unchanged',
      'PUT /docs/{id} unchanged',
    ]);
    const inOwner = schema.replace('entity Doc {', 'entity Doc in [Person] {');
    expect(kinds(compare(everybody, novices, [inOwner, inOwner]))).toEqual([
      'GET /docs/{id} closed',
      'PUT /docs/{id} closed',
    ]);
    const own = compare(everybody, novices).endpoints[0]?.closed?.example;
    expect(own?.resource.attributes).toMatchObject([{ value: 'App::User::"user1"' }]);
    expect(own?.request.principal.id).toBe('user1');
  });

  it('count an endpoint that becomes skipped as opened to everybody, and the reverse as closed', () => {
    const skipped = 'PUT /docs/{doc}';
    const opened = compareSkipping(undefined, skipped);
    expect(kinds(opened)).toEqual(['GET /docs/{id} unchanged', 'PUT /docs/{id} opened']);
    expect(opened.endpoints[1]?.reasons[0]?.message).toContain('everybody reaches it now');
    const closed = compareSkipping(skipped, undefined);
    expect(kinds(closed)).toEqual(['GET /docs/{id} unchanged', 'PUT /docs/{id} closed']);
    expect(kinds(compareSkipping(skipped, skipped))).toEqual([
      'GET /docs/{id} unchanged',
      'PUT /docs/{id} unchanged',
    ]);
  });

  it('count an endpoint as opened that becomes skipped and is no longer in the schema, and the reverse as closed', () => {
    const text = SCHEMA.replace(/@endpoint\("PUT[\s\S]*?};/, '');
    const rules = rulesSkipping('PUT /docs/{id}');
    for (const policies of [OWNERS, '']) {
      const [whole, skipping] = [{ policies }, { policies, text, rules }];
      const told = (before: StateOptions, after: StateOptions) => {
        const compared = compareProjects(state('before', before), state('after', after));
        return compared.ok ? kinds(compared.value)[1] : compared.diagnostics;
      };
      expect(told(whole, skipping)).toBe('PUT /docs/{id} removed opened');
      expect(told(skipping, whole)).toBe('PUT /docs/{id} new closed');
      expect(told({ policies, rules }, skipping)).toBe('PUT /docs/{id} removed unchanged');
      expect(told(skipping, { policies, rules })).toBe('PUT /docs/{id} new unchanged');
    }
  });

  it('count an endpoint as opened of which some calls become skipped, and the reverse as closed', () => {
    for (const part of ['PUT /docs/public', 'PUT /docs/d{n}', 'PUT /docs/:name.txt', 'PUT /Docs/Public']) {
      const opened = compareSkipping(undefined, part);
      expect(kinds(opened)).toEqual(['GET /docs/{id} unchanged', 'PUT /docs/{id} opened']);
      expect(opened.endpoints[1]?.reasons[0]?.message).toMatch(
        /^everybody reaches its calls of `PUT \/\w+\/.+` now: they are skipped, without a decision$/i,
      );
      expect(kinds(compareSkipping(part, undefined))).toEqual([
        'GET /docs/{id} unchanged',
        'PUT /docs/{id} closed',
      ]);
      expect(kinds(compareSkipping(part, part))).toEqual([
        'GET /docs/{id} unchanged',
        'PUT /docs/{id} unchanged',
      ]);
    }
    expect(kinds(compareSkipping('PUT /docs/a', 'PUT /docs/b'))[1]).toBe('PUT /docs/{id} both');
    for (const elsewhere of [
      'PUT /docs/a/b',
      'PUT /{a}/{b}',
      'HEAD /docs/a',
      'POST /docs/a',
      'PUT /other/{b}',
    ])
      expect(kinds(compareSkipping(undefined, elsewhere))).toEqual([
        'GET /docs/{id} unchanged',
        'PUT /docs/{id} unchanged',
      ]);
  });

  it('count calls as opened that become skipped and were refused, also where an endpoint has others of the kind', () => {
    const text = SCHEMA.replace(
      'PUT /docs/{id} single-resource path:id',
      'PUT /docs/1 single-resource query:id',
    );
    const rules = rulesSkipping('PUT /docs/{id}');
    const settingsOf = (before: StateOptions, after: StateOptions) => {
      const [was, is] = [state('before', before), state('after', after)].map((one) => {
        const settings = new Map(one.input.rules ? [['server.skippedEndpoints', '["PUT /docs/{id}"]']] : []);
        return { ...one, input: { ...one.input, settings } };
      });
      const compared = was && is && compareProjects(was, is);
      return compared?.ok ? compared.value.settings : compared?.diagnostics;
    };
    expect(settingsOf({ text }, { text, rules })).toMatchObject([{ kind: 'opened' }]);
    expect(settingsOf({ text, rules }, { text })).toMatchObject([{ kind: 'closed' }]);
    expect(settingsOf({}, { rules })).toMatchObject([{ kind: 'unchanged' }]);
  });

  it('say of which state there are no policies', () => {
    const compared = compareProjects(state('HEAD'), state('the working tree', { policies: '' }));
    expect(compared.diagnostics.map(({ message }) => message)).toEqual([
      'the working tree: there are no policies, so every request is denied',
    ]);
  });

  it('call no endpoint unchanged whose calls were refused, as the server could not tell it from another', () => {
    const text = SCHEMA.replace('PUT /docs/{id}', 'GET /docs/{id}/');
    const routing = (name: string, strictRouting: boolean) =>
      state(name, { text, rules: { ...DEFAULT_SERVER_RULES, strictRouting, placeOf: () => ({}) } });
    const told = (before: boolean, after: boolean) => {
      const compared = compareProjects(routing('before', before), routing('after', after));
      return compared.ok ? kinds(compared.value) : compared.diagnostics;
    };
    const paths = ['GET /docs/{id}', 'GET /docs/{id}/'];
    expect(told(false, true)).toEqual(paths.map((path) => `${path} not-decided`));
    expect(told(true, false)).toEqual(paths.map((path) => `${path} not-decided`));
    expect(told(false, false)).toEqual(paths.map((path) => `${path} unchanged`));
  });

  it('call no endpoint unchanged whose second question has other answers, or is new', () => {
    const asking = SCHEMA.replace('PUT /docs/{id} single-resource path:id', '$& read body:copy');
    const readers = `${OWNERS} @id("public") permit (principal, action == App::Action::"read", resource) when { resource.isPublic };`;
    expect(kinds(compare(OWNERS, OWNERS, [asking, asking]))).toEqual([
      'GET /docs/{id} unchanged',
      'PUT /docs/{id} unchanged',
    ]);
    const other = compare(OWNERS, readers, [asking, asking]);
    expect(kinds(other)).toEqual(['GET /docs/{id} opened', 'PUT /docs/{id} not-decided']);
    expect(other.endpoints[1]?.second).toEqual({ action: 'read', resourceType: 'Doc' });
    const another = SCHEMA.replace('PUT /docs/{id} single-resource path:id', '$& write body:copy');
    const leaving = asking.replace('body:copy', '$&?');
    for (const [schemas, message] of [
      [[SCHEMA, asking], 'it asks read as well now, and did not'],
      [[asking, SCHEMA], 'it no longer asks read as well'],
      [[asking, leaving], 'its calls may leave out its second question now: read'],
      [[leaving, asking], 'its calls could leave out its second question, and no longer can: read'],
      [[asking, another], 'its second question is another one than before: write'],
    ] as const) {
      const compared = compare(OWNERS, OWNERS, schemas);
      expect(kinds(compared)).toEqual(['GET /docs/{id} unchanged', 'PUT /docs/{id} not-decided']);
      expect(compared.endpoints[1]?.reasons.map((reason) => reason.message)).toEqual([message]);
    }
  });

  describe('of calls that ask two questions', () => {
    const schema = SCHEMA.replace('path:id")\n  action write', 'path:id read body:from")\n  action write');
    const reading = (name: string) =>
      `permit (principal == App::User::"${name}", action == App::Action::"read", resource);`;
    const writing = (name: string) =>
      `permit (principal == App::User::"${name}", action == App::Action::"write", resource);`;
    const cases = [{ name: 'copies', as: 'ana', call: 'PUT /docs/d1', body: { from: 'd2' }, expect: 'deny' }];
    const fixtures = [fixturesOf(cases)];
    const compareText = (before: string, after: string) => {
      const [was, is] = [before, after].map((policies) => {
        const one = state('a state', { text: schema, policies });
        return { ...one, input: { ...one.input, fixtures } };
      });
      const compared = was && is && compareProjects(was, is);
      if (!compared?.ok) throw new Error(JSON.stringify(compared?.diagnostics));
      expect(compared.diagnostics).toEqual([]);
      return prettyComparison(compared.value, painter(false));
    };

    it('say that a fixture turned where the whole call did', () => {
      expect(compareText(reading('eva'), `${reading('eva')} ${writing('ana')}`)).not.toContain('turned');
      expect(compareText(reading('ana'), `${reading('ana')} ${writing('ana')}`)).toContain(
        '1 fixture turned\n  OPENED  PUT /docs/d1 as ana  deny -> allow',
      );
      expect(compareText(`${reading('ana')} ${writing('ana')}`, writing('ana'))).toContain(
        '1 fixture turned\n  CLOSED  PUT /docs/d1 as ana  allow -> deny',
      );
    });

    it('open and close nothing where the second question is never permitted: the whole call is denied', () => {
      const never = `${reading('ana')} forbid (principal, action == App::Action::"read", resource);`;
      const told = (before: string, after: string) =>
        /\n(.*) {2}PUT/.exec(compareText(before, after))?.[1] ?? 'unchanged';
      expect(told('', writing('ana'))).toBe('unchanged');
      expect(told(never, `${never} ${writing('ana')}`)).toBe('unchanged');
      expect(told(`${never} ${writing('ana')}`, never)).toBe('unchanged');
      expect(told(`${reading('ana')} ${writing('ana')}`, writing('ana'))).toBe('NOT DECIDED');
      expect(told(`${reading('ana')} ${writing('ana')}`, writing('eva'))).toMatch(/^CLOSED/);
      expect(told(writing('ana'), `${reading('ana')} ${writing('eva')}`)).toBe('unchanged');
      expect(told(writing('ana'), `${reading('eva')} ${writing('eva')}`)).toMatch(/^OPENED/);
    });

    it('open to everybody where they become skipped, also if nobody was ever permitted both', () => {
      const told = (before?: PlacedRules, after?: PlacedRules) => {
        const [was, is] = [before, after].map((rules) =>
          state('a state', { text: schema, policies: writing('ana'), ...(rules ? { rules } : {}) }),
        );
        const compared = was && is && compareProjects(was, is);
        return compared?.ok ? kinds(compared.value)[1] : compared?.diagnostics;
      };
      const rules = rulesSkipping('PUT /docs/{id}');
      expect(told()).toBe('PUT /docs/{id} unchanged');
      expect(told(undefined, rules)).toBe('PUT /docs/{id} opened');
      expect(told(rules, undefined)).toBe('PUT /docs/{id} closed');
    });

    describe('as a whole', () => {
      const ofWrite = (before: string, after: string, text = schema) =>
        compare(before, after, [text, text]).endpoints.find(({ action }) => action === 'write');

      it('open and close nothing where different people are permitted the two', () => {
        const change = ofWrite(reading('ana'), `${reading('ana')} ${writing('eva')}`);
        expect(change).toMatchObject({ kind: 'unchanged', reasons: [] });
        expect(change).not.toHaveProperty('opened');
        expect(ofWrite(`${reading('ana')} ${writing('eva')}`, writing('eva'))).toMatchObject({
          kind: 'unchanged',
          reasons: [],
        });
        expect(ofWrite(reading('ana'), writing('eva'))).toMatchObject({ kind: 'unchanged', reasons: [] });
      });

      it('open where their calls may name more things, also if no answer to both questions opens', () => {
        const batch = schemaOf(schema.replace(/"PUT [^"]*"/, '"PUT /docs batch query:ids read query:also"'));
        const kindOf = (...sides: readonly [policies: string, maxBatchItems: number][]) => {
          const [was, is] = sides.map(([policies, maxBatchItems]) => ({
            ...side(policies, batch, 'a state'),
            maxBatchItems,
          }));
          const compared = was && is && compareSides(was, is);
          return compared?.ok && compared.value.endpoints.find(({ action }) => action === 'write')?.kind;
        };
        const both = `${reading('ana')} ${writing('ana')}`;
        const more = `${both} ${writing('eva')}`;
        expect(kindOf([both, 100], [more, 100])).toBe('unchanged');
        expect(kindOf([both, 100], [more, 500])).toBe('opened');
        expect(kindOf([more, 500], [both, 100])).toBe('closed');
        expect(kindOf([reading('ana'), 100], [reading('ana'), 500])).toBe('unchanged');
        const apart = `${reading('eva')} ${writing('ana')}`;
        expect(kindOf([writing('ana'), 100], [writing('ana'), 500])).toBe('unchanged');
        expect(kindOf([apart, 100], [apart, 500])).toBe('unchanged');
        expect(kindOf([apart, 500], [apart, 100])).toBe('unchanged');
        expect(kindOf([apart, 100], [`${apart} ${reading('ana')}`, 500])).toBe('opened');
        // Who is let in on the other side alone is turned by no limit.
        expect(kindOf([reading('ana'), 500], [both, 100])).toBe('opened');
        expect(kindOf([both, 100], [reading('ana'), 500])).toBe('closed');
        // Numbers beyond 2^53 - 1 in a policy are not decided.
        const unknown =
          'permit (principal, action, resource) when { 9223372036854775000 < 9223372036854775001 };';
        expect(kindOf([unknown, 100], [unknown, 500])).toBe('not-decided');
        expect(kindOf([unknown, 500], [unknown, 100])).toBe('not-decided');
      });

      it('open nothing where who may do the one now was permitted the other by nothing', () => {
        const both = `${reading('ana')} ${writing('ana')}`;
        expect(ofWrite(both, `${both} ${writing('eva')}`)).toMatchObject({ kind: 'unchanged' });
        expect(ofWrite(`${both} ${writing('eva')}`, both)).toMatchObject({ kind: 'unchanged' });
        expect(ofWrite(both, `${both} ${writing('eva')} ${reading('eva')}`)).toMatchObject({
          kind: 'opened',
        });
      });

      it('only close, where the one question is closed and the other opened to others', () => {
        const both = `${reading('ana')} ${writing('ana')}`;
        const change = ofWrite(both, `${reading('ana')} ${writing('eva')}`);
        expect(change).toMatchObject({ kind: 'closed', reasons: [] });
        expect(change).not.toHaveProperty('opened');
      });

      it('are decided wholly where both questions open to the same person', () => {
        const change = ofWrite(reading('ana'), `${reading('eva')} ${writing('eva')}`);
        expect(change).toMatchObject({ kind: 'opened', reasons: [] });
        expect(change).not.toHaveProperty('isPartlyUndecided');
      });

      describe('where a policy about one of them cannot be decided', () => {
        const beyond = (action: string) =>
          `permit (principal, action == App::Action::"${action}", resource) when { principal has level && (principal.level > 9007199254740993 || principal.level > 9007199254740992) };`;

        it('open nothing only where the other is never permitted', () => {
          const never = `${reading('ana')} forbid (principal, action == App::Action::"read", resource);`;
          expect(ofWrite(never, `${never} ${beyond('write')}`)).toMatchObject({ kind: 'unchanged' });
          expect(ofWrite(reading('ana'), `${reading('ana')} ${beyond('write')}`)).toMatchObject({
            kind: 'not-decided',
          });
        });

        it('open, where the other opens, and say that who may do both is not decided', () => {
          const change = ofWrite(beyond('read'), `${beyond('read')} ${writing('ana')}`);
          expect(change).toMatchObject({ kind: 'opened', isPartlyUndecided: true });
          expect(change?.reasons.map(({ message }) => message)).toEqual([
            expect.stringContaining('whether one caller is permitted both questions is not decided'),
          ]);
          expect(ofWrite(`${beyond('read')} ${writing('ana')}`, beyond('read'))).toMatchObject({
            kind: 'closed',
            isPartlyUndecided: true,
          });
        });
      });

      it('are about two things: what is permitted of the one says nothing of the other', () => {
        const owned = (action: string, condition: string) =>
          `permit (principal, action == App::Action::"${action}", resource) when { ${condition} };`;
        const public_ = owned('read', 'resource.isPublic');
        const hidden = owned('write', '!resource.isPublic');
        expect(ofWrite(public_, `${public_} ${hidden}`)).toMatchObject({ kind: 'opened' });
      });

      it('see of the second thing what is sent with it alone', () => {
        // The owner of the second thing is not sent, so that whether it has a level is never known.
        const levels = `permit (principal, action == App::Action::"read", resource) unless { resource.owner has level };`;
        expect(ofWrite(levels, `${levels} ${writing('ana')}`)).toMatchObject({ kind: 'opened' });
        const [few, many] = [1, 2].map(
          (level) =>
            `permit (principal, action, resource) when { principal has level && principal.level ${level === 1 ? '<' : '>'} 5 };`,
        );
        const apart = (low = '', high = '') =>
          `${low.replace('action,', 'action == App::Action::"read",')} ${high.replace('action,', 'action == App::Action::"write",')}`;
        expect(ofWrite(apart(few), apart(few, many))).toMatchObject({ kind: 'unchanged' });
      });
    });

    it('open and close where calls may leave the second thing out', () => {
      const optional = schema.replace('read body:from', 'read body:from?');
      expect(optional).not.toBe(schema);
      expect(kinds(compare('', writing('ana'), [optional, optional]))).toContain('PUT /docs/{id} opened');
    });

    it('say what the example of an endpoint needs besides', () => {
      expect(compareText(reading('ana'), `${reading('ana')} ${writing('ana')}`)).toMatch(
        /OPENED {2}PUT [\s\S]*before denied: no policy permits it\n {2}now {4}allowed, where read is permitted as well\n/,
      );
    });
  });

  it('say which items of a batch turned', () => {
    const text = SCHEMA.replace('PUT /docs/{id} single-resource path:id', 'PUT /docs batch query:ids');
    const cases = [{ name: 'both', as: 'ana', call: 'PUT /docs?ids=d1,d2', expect: 'deny' }];
    const fixtures = [fixturesOf(cases)];
    const [was, is] = ['', 'permit (principal, action, resource == App::Doc::"d2");'].map((policies) => {
      const one = state('a state', { text, policies });
      return { ...one, input: { ...one.input, fixtures } };
    });
    const compared = was && is && compareProjects(was, is);
    if (!compared?.ok) throw new Error(JSON.stringify(compared?.diagnostics));
    expect(prettyComparison(compared.value, painter(false))).toContain(
      '1 fixture turned\n  OPENED  PUT /docs?ids=d1,d2 as ana, item d2  deny -> allow',
    );
    expect(JSON.parse(jsonComparison(compared.value)).fixtures).toMatchObject([{ item: 'd2' }]);
  });

  describe('whose path parameters have other names', () => {
    const renamed = SCHEMA.replace(
      'GET /docs/{id} single-resource path:id',
      'GET /docs/{key} single-resource path:key',
    );

    it('are the same endpoints', () => {
      const compared = compare(OWNERS, OWNERS, [SCHEMA, renamed]);
      expect(kinds(compared)).toEqual(['PUT /docs/{id} unchanged', 'GET /docs/{key} unchanged']);
      const less = OWNERS.replace('action,', 'action == App::Action::"write",');
      expect(kinds(compare(OWNERS, less, [SCHEMA, renamed]))).toContain('GET /docs/{key} closed');
    });

    it('are not decided where a move names the parameter as it was called before', () => {
      const moves = { read: { destination: { action: 'write', resource: 'path:id' as const } } };
      const rules = { ...DEFAULT_SERVER_RULES, moves, placeOf: () => ({}) };
      const compared = compareProjects(state('before', { rules }), state('after', { text: renamed, rules }));
      expect(compared.ok && kinds(compared.value)).toContain('GET /docs/{key} not-decided');
    });

    it('are not decided where another parameter says what a call is about, or policies may see the names', () => {
      const nested = (path: string) => SCHEMA.replace('GET /docs/{id}', `GET ${path}`);
      const swapped: [string, string] = [nested('/docs/{id}/{part}'), nested('/docs/{part}/{id}')];
      expect(kinds(compare(OWNERS, OWNERS, swapped))).toContain('GET /docs/{part}/{id} not-decided');
      const seen = (text: string) =>
        text.replace('context: {}', 'context: { pathParameters: { id?: String, key?: String } }');
      expect(kinds(compare(OWNERS, OWNERS, [seen(SCHEMA), seen(renamed)]))).toContain(
        'GET /docs/{key} not-decided',
      );
    });
  });

  describe('of an endpoint with HEAD, whose calls a server may answer by a route for GET', () => {
    const withHead = SCHEMA.replace(
      '@endpoint("PUT /docs/{id}',
      `@endpoint("HEAD /docs/{id} single-resource path:id")
  action peek appliesTo { principal: [User], resource: [Doc], context: {} };
  $&`,
    );
    const withoutGet = withHead.replace('GET /docs/{id}', 'GET /notes/{id}');
    const readers = `${OWNERS} @id("public") permit (principal, action == App::Action::"read", resource) when { resource.isPublic };`;
    const told = (
      before: string,
      after: string,
      schemas: readonly [string, string] = [withHead, withHead],
    ) => {
      const compared = compareProjects(
        state('before', { policies: before, text: schemas[0] }),
        state('after', { policies: after, text: schemas[1] }),
      );
      if (!compared.ok) throw new Error(JSON.stringify(compared.diagnostics));
      const head = compared.value.endpoints.find(({ endpoint }) => endpoint?.method === 'HEAD');
      return { comparison: compared.value, head };
    };

    it('say that it is not decided where only the answers for GET are others, and name the question', () => {
      const { comparison, head } = told(OWNERS, readers);
      expect(head).toMatchObject({
        kind: 'not-decided',
        asGet: [{ action: 'read', resourceType: 'Doc' }],
        reasons: [{ what: 'HEAD', message: 'it asks read as well, and that is not as before' }],
      });
      expect(hasChanges(comparison, ['opened', 'not-decided'])).toBe(true);
      expect(told(OWNERS, OWNERS).head).toMatchObject({ kind: 'unchanged', asGet: [{ action: 'read' }] });
    });

    it('open and close nothing where different people are permitted the two', () => {
      const by = (name: string, action: string) =>
        `permit (principal == App::User::"${name}", action == App::Action::"${action}", resource);`;
      const { head } = told(by('ana', 'read'), `${by('ana', 'read')} ${by('eva', 'peek')}`);
      expect(head).toMatchObject({ kind: 'unchanged', reasons: [] });
      const both = `${by('ana', 'read')} ${by('ana', 'peek')}`;
      expect(told(both, `${both} ${by('eva', 'read')}`).head).toMatchObject({
        kind: 'unchanged',
        reasons: [],
      });
      expect(told(by('ana', 'read'), both).head).toMatchObject({ kind: 'opened' });
    });

    it('say that it is not decided where the calls with GET may ask about a second thing, and that turns', () => {
      const asking = withHead.replace('GET /docs/{id} single-resource path:id', '$& write query:from?');
      expect(asking).not.toBe(withHead);
      const by = (name: string, ...actions: string[]) =>
        actions
          .map(
            (action) =>
              `permit (principal == App::User::"${name}", action == App::Action::"${action}", resource);`,
          )
          .join(' ');
      const few = by('ana', 'peek', 'read');
      const many = `${few} ${by('ana', 'write')} ${by('eva', 'read')}`;
      const reasons = [{ what: 'HEAD', message: 'it asks write as well, and that is not as before' }];
      const opened = told(few, many, [asking, asking]);
      expect(opened.head).toMatchObject({ kind: 'not-decided', reasons });
      expect(hasChanges(opened.comparison, ['opened', 'not-decided'])).toBe(true);
      const closed = told(many, few, [asking, asking]);
      expect(closed.head).toMatchObject({
        kind: 'not-decided',
        undecidedOnlyCloses: true,
        reasons: [{ message: 'it asks write as well, and calls that were permitted are not now' }],
      });
    });

    it('count it for what opens nothing where the answers for GET only close', () => {
      const { comparison, head } = told(readers, OWNERS);
      expect(head).toMatchObject({
        kind: 'not-decided',
        undecidedOnlyCloses: true,
        reasons: [{ message: 'it asks read as well, and calls that were permitted are not now' }],
      });
      expect(hasChanges(comparison, ['opened', 'both', 'not-decided'])).toBe(false);
      expect(hasChanges(comparison, ['closed', 'both', 'not-decided'])).toBe(true);
    });

    it('do not say that it opens nothing where the answers for GET close, and may open as well', () => {
      const seeing = (parameters: string) =>
        withHead.replace('context: {}', `context: { pathParameters: { ${parameters} } }`);
      const { head } = told(readers, OWNERS, [seeing('id: String'), seeing('id?: String')]);
      expect(head).toMatchObject({
        kind: 'not-decided',
        reasons: [{ message: 'it asks read as well, and that is not as before' }],
      });
      expect(head).not.toHaveProperty('undecidedOnlyCloses');
    });

    it('do not say that it opens nothing where its calls are about something else than before', () => {
      const elsewhere = withHead.replace(
        'HEAD /docs/{id} single-resource path:id',
        'HEAD /docs/{id} single-resource query:id',
      );
      const { head } = told(readers, OWNERS, [withHead, elsewhere]);
      expect(head).toMatchObject({ kind: 'not-decided', reasons: [{ what: 'resource' }, { what: 'HEAD' }] });
      expect(head).not.toHaveProperty('undecidedOnlyCloses');
    });

    it('say that it is not decided where an endpoint with GET is new, or gone', () => {
      for (const schemas of [
        [withoutGet, withHead],
        [withHead, withoutGet],
      ] as const) {
        const { comparison, head } = told(OWNERS, OWNERS, schemas);
        expect(head).toMatchObject({ kind: 'not-decided', reasons: [{ what: 'HEAD' }] });
        expect(hasChanges(comparison, ['opened', 'not-decided'])).toBe(true);
      }
    });
  });

  it('call no endpoint unchanged whose calls are about something else than before', () => {
    const elsewhere = SCHEMA.replace(
      'PUT /docs/{id} single-resource path:id',
      'PUT /docs/{id} single-resource query:id',
    );
    const several = elsewhere.replace('single-resource query', 'batch query');
    const moved = compare(OWNERS, OWNERS, [SCHEMA, elsewhere]);
    expect(kinds(moved)).toEqual(['GET /docs/{id} unchanged', 'PUT /docs/{id} not-decided']);
    expect(moved.endpoints[1]?.reasons).toEqual([
      {
        what: 'resource',
        message: 'its calls are about what `id` in the query names now, and were about what `{id}` names',
      },
    ]);
    expect(kinds(compare(OWNERS, OWNERS, [elsewhere, several]))).toEqual([
      'GET /docs/{id} unchanged',
      'PUT /docs/{id} not-decided',
    ]);
  });

  describe('that close something, and of which more is not decided', () => {
    const locked = `${OWNERS} @id("locked") forbid (principal, action, resource) when { !resource.isPublic };`;
    const partly = { kind: 'closed', isPartlyUndecided: true };

    it('say so where calls are about something else than before', () => {
      const elsewhere = SCHEMA.replace(
        'PUT /docs/{id} single-resource path:id',
        'PUT /docs/{id} single-resource query:id',
      );
      const { endpoints } = compare(OWNERS, locked, [SCHEMA, elsewhere]);
      expect(endpoints[1]).toMatchObject(partly);
      expect(endpoints[0]).toMatchObject({ kind: 'closed' });
      expect(endpoints[0]).not.toHaveProperty('isPartlyUndecided');
    });

    it('say so where tokens name callers by other claims', () => {
      const [before, after] = [DEFAULT_CLAIMS, { ...DEFAULT_CLAIMS, groups: 'roles' }].map((claims) => ({
        ...side(claims === DEFAULT_CLAIMS ? OWNERS : locked, schemaOf(SCHEMA), 'state'),
        claims,
      }));
      if (!before || !after) throw new Error('two sides');
      const compared = compareSides(before, after);
      expect(compared.ok && compared.value.endpoints).toMatchObject([partly, partly]);
      expect(compared.ok && hasChanges(compared.value, ['not-decided'])).toBe(true);
      expect(compared.ok && hasChanges(compared.value, ['opened'])).toBe(false);
    });

    it.each(['Long', 'Action', 'ipaddr', 'Set<decimal>'])(
      'say so where an attribute of callers, of the type %s, comes from another claim',
      (type) => {
        const [rank, grade] = ['rank', 'grade'].map((claim) =>
          SCHEMA.replace('level?: Long', `@claim("${claim}") level?: ${type}`).replace(
            'entity User',
            '@principal entity User',
          ),
        );
        const sides = [rank, grade].map((text, index) => ({
          ...side(index === 0 ? OWNERS : locked, schemaOf(text ?? ''), 'state'),
          claims: DEFAULT_CLAIMS,
        }));
        const [before, after] = sides;
        if (!before || !after) throw new Error('two sides');
        const compared = compareSides(before, after);
        expect(compared.ok && compared.value.endpoints).toMatchObject([partly, partly]);
        expect(compared.ok && compared.value.endpoints[0]?.reasons).toEqual([
          {
            what: 'principal',
            message: '`level` of a caller: the claim `grade` now, the claim `rank` before',
          },
        ]);
      },
    );

    it('say so where the question of one type of callers is not decided', () => {
      const types = SCHEMA.replaceAll('principal: [User]', 'principal: [User, Team]').replace(
        'entity Team;',
        'entity Team { level: Long };',
      );
      const beyond = `${OWNERS} @id("beyond") permit (principal is App::Team, action, resource) when { principal.level > 9007199254740993 || principal.level > 9007199254740992 };`;
      const { endpoints } = compare(
        `${OWNERS} @id("teams") permit (principal is App::Team, action, resource);`,
        beyond.replace(OWNERS, locked),
        [types, types],
      );
      expect(endpoints).toMatchObject([partly, partly]);
    });

    it('say so where fewer items may be named', () => {
      const batch = SCHEMA.replace('PUT /docs/{id} single-resource path:id', 'PUT /docs batch query:ids');
      const old = { ...side(OWNERS, schemaOf(batch), 'before'), claims: DEFAULT_CLAIMS };
      const now = { ...old, maxBatchItems: 10, batch: { 'PUT /docs': 'proceed' as const } };
      const compared = compareSides(old, now);
      expect(compared.ok && compared.value.endpoints[0]).toMatchObject(partly);
    });
  });

  describe('where the calls may name more things than before', () => {
    const stateWith = (text: string, rules: Partial<PlacedRules>, policies = OWNERS) =>
      state('a state', { text, policies, rules: { ...DEFAULT_SERVER_RULES, ...rules, placeOf: () => ({}) } });
    const kindsWith = (text: string, was: Partial<PlacedRules>, is: Partial<PlacedRules>) => {
      const compared = compareProjects(stateWith(text, was), stateWith(text, is));
      return compared.ok ? kinds(compared.value) : compared.diagnostics;
    };

    it('call no endpoint unchanged that moves to a list of places', () => {
      const moving = (resource: 'body:to[].id' | 'body:to') => ({
        moves: { write: { destination: { action: 'read', resource } } },
      });
      const told = (resource: 'body:to[].id' | 'body:to') =>
        kindsWith(
          SCHEMA,
          { ...moving(resource), maxBatchItems: 100 },
          { ...moving(resource), maxBatchItems: 500 },
        );
      expect(told('body:to[].id')).toEqual(['GET /docs/{id} unchanged', 'PUT /docs/{id} opened']);
      expect(told('body:to')).toEqual(['GET /docs/{id} unchanged', 'PUT /docs/{id} unchanged']);
    });

    it('open nothing where nobody is permitted what is asked about the places', () => {
      const policies = 'permit (principal, action == App::Action::"write", resource);';
      const moves = { write: { destination: { action: 'read', resource: 'body:to[].id' as const } } };
      const [was, is] = [100, 500].map((maxBatchItems) =>
        stateWith(SCHEMA, { moves, maxBatchItems }, policies),
      );
      const compared = was && is && compareProjects(was, is);
      expect(compared?.ok && kinds(compared.value)).toEqual([
        'GET /docs/{id} unchanged',
        'PUT /docs/{id} unchanged',
      ]);
    });

    it('call no endpoint unchanged whose calls with HEAD ask as with GET, too', () => {
      const head = SCHEMA.replace('"PUT /docs/{id} ', '"HEAD /docs/{id} ');
      expect(kindsWith(head, { maxBatchItems: 1 }, { maxBatchItems: 2 })).toEqual([
        'GET /docs/{id} unchanged',
        'HEAD /docs/{id} opened',
      ]);
      expect(kindsWith(head, { maxBatchItems: 2 }, { maxBatchItems: 3 })).toEqual([
        'GET /docs/{id} unchanged',
        'HEAD /docs/{id} unchanged',
      ]);
      const ofBatch = head.replace(/"GET [^"]*"/, '"GET /docs/{ids} batch path:ids"');
      expect(kindsWith(ofBatch, { maxBatchItems: 2 }, { maxBatchItems: 3 })).toEqual([
        'GET /docs/{ids} opened',
        'HEAD /docs/{id} opened',
      ]);
      const batches = head.replaceAll(/"(GET|HEAD) [^"]*"/g, '"$1 /docs batch query:ids"');
      expect(kindsWith(batches, { maxBatchItems: 2 }, { maxBatchItems: 3 })).toEqual([
        'GET /docs opened',
        'HEAD /docs opened',
      ]);
    });
  });

  it('tell new and removed endpoints by what they let in', () => {
    const without = SCHEMA.replace(/@endpoint\("PUT[\s\S]*?};/, '');
    expect(kinds(compare(OWNERS, OWNERS, [without, SCHEMA]))).toEqual([
      'GET /docs/{id} unchanged',
      'PUT /docs/{id} new opened',
    ]);
    expect(kinds(compare(OWNERS, OWNERS, [SCHEMA, without]))).toEqual([
      'GET /docs/{id} unchanged',
      'PUT /docs/{id} removed closed',
    ]);
    // One more endpoint of an action that both have.
    const more = SCHEMA.replace(
      'GET /docs/{id} single-resource path:id',
      '$&\\nGET /papers/{id} single-resource path:id',
    );
    expect(kinds(compare(OWNERS, OWNERS, [SCHEMA, more]))).toEqual([
      'GET /docs/{id} unchanged',
      'PUT /docs/{id} unchanged',
      'GET /papers/{id} new opened',
    ]);
    expect(kinds(compare(OWNERS, OWNERS, [more, SCHEMA]))).toEqual([
      'GET /docs/{id} unchanged',
      'PUT /docs/{id} unchanged',
      'GET /papers/{id} removed closed',
    ]);
    const nobody = '@id("read") permit (principal, action == App::Action::"read", resource);';
    expect(kinds(compare(nobody, nobody, [without, SCHEMA]))).toEqual([
      'GET /docs/{id} unchanged',
      'PUT /docs/{id} new unchanged',
    ]);
  });

  describe('of which only one has an endpoint, where another endpoint answers its calls otherwise', () => {
    const reading = '@id("read") permit (principal, action == App::Action::"read", resource);';
    const withPeek = (endpoint: string) =>
      `${SCHEMA.trimEnd().slice(0, -1)}  @endpoint("${endpoint}") action peek appliesTo { principal: [User], resource: [Doc], context: {} };\n}`;
    const reads = (name: string, text: string, policies = reading) => state(name, { text, policies });
    const ofPeek = (before: ReturnType<typeof state>, after: ReturnType<typeof state>) => {
      const compared = compareProjects(before, after);
      if (!compared.ok) throw new Error(JSON.stringify(compared.diagnostics));
      return compared.value.endpoints.find(({ action }) => action === 'peek');
    };

    it.each([
      ['GET /docs/secret', 'single-resource query:id', 'GET /docs/{id}'],
      ['GET /docs/s{id}', 'single-resource path:id', 'GET /docs/{id}'],
      ['HEAD /docs/{id}', 'single-resource path:id', 'GET /docs/{id}'],
    ])('do not decide what becomes of calls of %s', (endpoint, asked, other) => {
      const peek = withPeek(`${endpoint} ${asked}`);
      expect(ofPeek(reads('before', peek), reads('after', SCHEMA))).toMatchObject({
        kind: 'not-decided',
        presence: 'removed',
        reasons: [
          {
            what: 'routing',
            message: `calls of it are calls of \`${other}\` now, and that decides about them`,
          },
        ],
      });
      expect(ofPeek(reads('before', SCHEMA), reads('after', peek))).toMatchObject({
        kind: 'not-decided',
        presence: 'new',
        reasons: [
          {
            what: 'routing',
            message: `calls of it were calls of \`${other}\` before, and that decided about them`,
          },
        ],
      });
    });

    it('say that what closes is not all, where somebody could call it', () => {
      const all = '@id("all") permit (principal, action, resource);';
      const peek = withPeek('GET /docs/secret single-resource query:id');
      expect(ofPeek(reads('before', peek, all), reads('after', SCHEMA, reading))).toMatchObject({
        kind: 'closed',
        isPartlyUndecided: true,
      });
    });

    it.each(['GET /{type}/x/secret', 'POST /docs/secret', 'GET /other/{id}', 'GET /{kind}/{id}'])(
      'have nothing to say of %s, whose calls no other endpoint takes',
      (endpoint) => {
        const peek = withPeek(`${endpoint} single-resource query:id`);
        const [before, after] = [reads('before', peek), reads('after', SCHEMA)];
        expect(ofPeek(before, after)).toMatchObject({ kind: 'unchanged', reasons: [] });
        expect(ofPeek(after, before)).toMatchObject({ kind: 'unchanged', reasons: [] });
      },
    );
  });

  describe('of which only one has an endpoint, whose path differs from that of another in what servers ignore', () => {
    const kept = 'GET /Docs/{id}';
    const text = SCHEMA.replace('GET /docs/{id}', kept);
    const withOther = (endpoint: string) =>
      `${text.trimEnd().slice(0, -1)}  @endpoint("${endpoint} single-resource query:id") action peek appliesTo { principal: [User], resource: [Doc], context: {} };\n}`;
    const ofKept = (before: string, after: string, rules: PlacedRules | undefined) => {
      const sides = [before, after].map((one) => state(one, { text: one, ...(rules ? { rules } : {}) }));
      const [was, is] = sides;
      const compared = was && is && compareProjects(was, is);
      if (!compared?.ok) throw new Error(JSON.stringify(compared?.diagnostics));
      return compared.value.endpoints.find(
        ({ endpoint }) => `${endpoint?.method} ${endpoint?.path}` === kept,
      );
    };
    const ROUTING: Record<string, PlacedRules | undefined> = {
      'ignores letter case': undefined,
      'heeds letter case': { ...DEFAULT_SERVER_RULES, caseSensitiveRouting: true, placeOf: () => ({}) },
    };

    it.each([
      ['HEAD /docs/{key}', 'HEAD /Docs/authzprobe'],
      ['GET /docs/Latest', 'GET /Docs/latest'],
      ['GET /Docs/latest/', 'GET /Docs/latest'],
    ])('do not call the other one unchanged where %s refuses some of its calls', (other, call) => {
      const routing = ROUTING['ignores letter case'];
      expect(ofKept(withOther(other), text, routing)).toMatchObject({
        kind: 'not-decided',
        reasons: [
          {
            what: 'routing',
            message: `some of its calls (\`${call}\`) are decided about now, and were refused: the server could not tell them from those of \`${other}\``,
          },
        ],
      });
      expect(ofKept(text, withOther(other), routing)).toMatchObject({
        kind: 'not-decided',
        undecidedOnlyCloses: true,
        reasons: [
          {
            what: 'routing',
            message: `some of its calls (\`${call}\`) are refused now, since the server cannot tell them from those of \`${other}\``,
          },
        ],
      });
    });

    it('call it unchanged where the router of the server tells the two apart', () => {
      const routing = ROUTING['heeds letter case'];
      expect(ofKept(withOther('HEAD /docs/{key}'), text, routing)).toMatchObject({ kind: 'unchanged' });
    });

    it('call it unchanged where no call is for both', () => {
      for (const other of ['HEAD /docs/{id}/{part}', 'POST /docs/{id}', 'GET /notes/{id}'])
        expect(ofKept(withOther(other), text, undefined)).toMatchObject({ kind: 'unchanged', reasons: [] });
    });
  });

  describe('of which only one has an endpoint, where some calls may be for that one or for another', () => {
    const ofKept = (kept: string, before: readonly string[], after: readonly string[]) => {
      const [was, is] = [before, after].map((others, index) => {
        const peek = others.map(
          (other, at) =>
            `@endpoint("${other} single-resource query:id") action peek${at} appliesTo { principal: [User], resource: [Doc], context: {} };`,
        );
        const text = SCHEMA.replace('GET /docs/{id}', kept).trimEnd().slice(0, -1);
        return state(String(index), { text: `${text} ${peek.join('')}\n}` });
      });
      const compared = was && is && compareProjects(was, is);
      if (!compared?.ok) throw new Error(JSON.stringify(compared?.diagnostics));
      return compared.value.endpoints.find(
        ({ endpoint }) => `${endpoint?.method} ${endpoint?.path}` === kept,
      );
    };
    const routing = (message: string) => ({ kind: 'not-decided', reasons: [{ what: 'routing', message }] });
    const isDecided = (call: string, other: string) =>
      routing(
        `some of its calls (\`${call}\`) are decided about now, and were refused: the server could not tell them from those of \`${other}\``,
      );

    it.each([
      ['GET /docs/draft-{id}', 'GET /docs/{name}-old', 'GET /docs/draft-authzprobe-old'],
      ['GET /docs/{id}-old', 'GET /docs/draft-{name}', 'GET /docs/draft-authzprobe-old'],
      ['GET /docs/{id}.{form}', 'GET /docs/{name}-{part}', 'GET /docs/authzprobe.authzprobe-authzprobe'],
      ['GET /{id}-x/y', 'GET /z-{name}/{part}', 'GET /z-authzprobe-x/y'],
      ['GET /Docs/{id}-old', 'GET /docs/draft-{name}', 'GET /Docs/draft-authzprobe-old'],
    ])('do not call %s unchanged beside %s', (kept, other, call) => {
      expect(ofKept(kept, [other], [])).toMatchObject(isDecided(call, other));
      expect(ofKept(kept, [], [other])).toMatchObject({
        ...routing(
          `some of its calls (\`${call}\`) are refused now, since the server cannot tell them from those of \`${other}\``,
        ),
        undecidedOnlyCloses: true,
      });
    });

    it('say that it opens nothing only where none of several endpoints may have opened something', () => {
      const kept = 'GET /docs/draft-{id}';
      const others = ['GET /docs/{name}-old', 'GET /docs/{name}-new'];
      const [old, now] = [others.slice(0, 1), others.slice(1)];
      expect(ofKept(kept, [], others)).toMatchObject({
        reasons: [{ what: 'routing' }, { what: 'routing' }],
        undecidedOnlyCloses: true,
      });
      for (const [before, after] of [
        [others, []],
        [old, now],
        [now, old],
      ] as const) {
        const change = ofKept(kept, before, after);
        expect(change?.reasons).toHaveLength(2);
        expect(change).not.toHaveProperty('undecidedOnlyCloses');
      }
    });

    it.each([
      ['GET /docs/{id}', 'GET /docs/private/{name}', 'GET /docs/private%2Fauthzprobe'],
      ['GET /docs/{id}', 'GET /docs/{name}/parts', 'GET /docs/authzprobe%2Fparts'],
      ['GET /docs/{id}/parts', 'GET /docs/{name}/old/parts', 'GET /docs/authzprobe%2Fold/parts'],
    ])(
      'do not call %s unchanged where %s is gone, to which an encoded slash may have led',
      (kept, other, call) => {
        expect(ofKept(kept, [other], [])).toMatchObject(isDecided(call, other));
        expect(ofKept(kept, [], [other])).toMatchObject({ kind: 'unchanged', reasons: [] });
      },
    );

    it('do not call an endpoint unchanged where what is no longer skipped may have been meant', () => {
      const other = 'GET /docs/private/{name}';
      const [decided] = compareSkipping(other, undefined).endpoints;
      expect(decided).toMatchObject(isDecided('GET /docs/private%2Fauthzprobe', other));
      expect(compareSkipping(undefined, other).endpoints[0]).toMatchObject({ kind: 'unchanged' });
      expect(compareSkipping(other, other).endpoints[0]).toMatchObject({ kind: 'unchanged' });
    });

    it.each([
      ['GET /docs/draft-{id}', 'GET /docs/new-{name}'],
      ['GET /docs/{id}-old', 'GET /docs/{name}-new'],
      ['GET /docs/draft-{id}', 'POST /docs/{name}-old'],
      ['GET /docs/{id}', 'GET /docs/{name}/{part}'],
    ])('call %s unchanged beside %s, since no call is for both', (kept, other) => {
      expect(ofKept(kept, [other], [])).toMatchObject({ kind: 'unchanged', reasons: [] });
      expect(ofKept(kept, [], [other])).toMatchObject({ kind: 'unchanged', reasons: [] });
    });
  });

  describe('of which one requires attributes of callers, and so refuses those without an identity', () => {
    const all = '@id("all") permit (principal, action == App::Action::"read", resource);';
    const required = SCHEMA.replace('level?: Long', 'level: Long');
    const only = (schema: string) => schema.replace(/@endpoint\("PUT[\s\S]*?};/, '');

    it('do not decide where it takes too long to know whether policies let them', () => {
      const cubes =
        '@id("c") permit (principal, action == App::Action::"read", resource) when { resource.n * resource.n * resource.n == 7 };';
      const [strict = '', loose = ''] = [required, SCHEMA].map((text) =>
        text.replace('isPublic: Bool', '$&, n: Long'),
      );
      for (const schemas of bothWays(strict, loose))
        expect(kinds(compare(cubes, cubes, schemas, { mostEffort: 20_000 }))).toEqual([
          'GET /docs/{id} not-decided',
          'PUT /docs/{id} unchanged',
        ]);
    });

    it('say that these get in, or no longer do, where policies let them', () => {
      const opened = compare(all, all, [required, SCHEMA]);
      expect(kinds(opened)).toEqual(['GET /docs/{id} opened', 'PUT /docs/{id} unchanged']);
      expect(opened.endpoints[0]?.reasons[0]?.message).toMatch(/^callers without an identity get in now/);
      const closed = compare(all, all, [SCHEMA, required]);
      expect(kinds(closed)).toEqual(['GET /docs/{id} closed', 'PUT /docs/{id} unchanged']);
      expect(closed.endpoints[0]?.reasons[0]?.message).toMatch(
        /^callers without an identity are refused now/,
      );
      const named = '@id("n") permit (principal == App::User::"anonymous", action, resource);';
      expect(kinds(compare('', named, [required, SCHEMA]))).toEqual([
        'GET /docs/{id} opened',
        'PUT /docs/{id} opened',
      ]);
    });

    it('say it of those actions alone that policies let them do', () => {
      const apart = (schema: string) =>
        schema
          .replace('entity Doc', 'entity Paper; entity Doc')
          .replace(
            'action write appliesTo { principal: [User], resource: [Doc]',
            'action write appliesTo { principal: [User], resource: [Paper]',
          );
      const docs = '@id("d") permit (principal, action, resource is App::Doc);';
      expect(kinds(compare(docs, docs, [apart(required), apart(SCHEMA)]))).toEqual([
        'GET /docs/{id} opened',
        'PUT /docs/{id} unchanged',
      ]);
    });

    it('say nothing of them where policies do not let them in', () => {
      const others =
        '@id("o") permit (principal, action, resource) when { principal != App::User::"anonymous" };';
      for (const sides of [[required, SCHEMA] as const, [SCHEMA, required] as const])
        expect(kinds(compare(others, others, sides))).toEqual([
          'GET /docs/{id} unchanged',
          'PUT /docs/{id} unchanged',
        ]);
    });

    it('say it of an endpoint that only the other one has', () => {
      const named = '@id("n") permit (principal == App::User::"anonymous", action, resource);';
      expect(kinds(compare(named, named, [only(required), SCHEMA]))).toEqual([
        'GET /docs/{id} opened',
        'PUT /docs/{id} new opened',
      ]);
      expect(kinds(compare(named, named, [SCHEMA, only(required)]))).toEqual([
        'GET /docs/{id} closed',
        'PUT /docs/{id} removed closed',
      ]);
    });
  });

  describe('of which one asks calls for other values, though no policy reads them', () => {
    const asking = (context: string) => SCHEMA.replace('context: {}', `context: { ${context} }`);
    const query = (members: string) => asking(`queryStringParameters: { ${members} }`);
    const all = '@id("all") permit (principal, action, resource);';

    it.each([
      ['a value of the query that was required', query('limit: Long'), query('limit?: Long')],
      ['a value of the query of one type', query('limit?: Long'), query('limit?: String')],
      ['a value of the query', query('limit?: Long'), query('')],
      ['a text of the query, which may be given twice', query('limit?: String'), query('')],
      ['a body', asking('body: { title?: String }'), asking('body?: { title?: String }')],
      ['a member of the body', asking('body?: { of: { n: Long } }'), asking('body?: { of: { n?: Long } }')],
      ['an action in the body', asking('body?: { last: Action }'), asking('body?: { last?: Action }')],
      ['a list of actions in the body', asking('body?: { all?: Set<Action> }'), asking('body?: {}')],
      ['an action for a body', asking('body?: Action'), asking('')],
      ['a type of a path parameter', asking('pathParameters: { id: Long }'), asking('')],
      ['a parameter that the path has not', asking('pathParameters: { other: String }'), asking('')],
    ])('say that calls get in without it, or no longer do: %s', (_, strict, loose) => {
      for (const policies of [all, OWNERS]) {
        const opened = compare(policies, policies, [strict, loose]);
        expect(kinds(opened)).toEqual(['GET /docs/{id} opened', 'PUT /docs/{id} unchanged']);
        expect(opened.endpoints[0]?.reasons[0]?.message).toMatch(
          /^the schema asks less of calls than before/,
        );
        const closed = compare(policies, policies, [loose, strict]);
        expect(kinds(closed)).toEqual(['GET /docs/{id} closed', 'PUT /docs/{id} unchanged']);
        expect(closed.endpoints[0]?.reasons[0]?.message).toMatch(
          /^the schema asks more of calls than before/,
        );
      }
    });

    it('say both of another type of a member of the body', () => {
      const text = asking('body?: { n?: String }');
      for (const other of ['Long', '{ of?: Long }'].map((type) => asking(`body?: { n?: ${type} }`))) {
        expect(kinds(compare(all, all, [text, other]))[0]).toBe('GET /docs/{id} both');
        expect(kinds(compare(all, all, [other, text]))[0]).toBe('GET /docs/{id} both');
      }
    });

    it('say nothing of what no call can lack or say otherwise, and of what the application gives', () => {
      for (const [one, other] of [
        [asking('pathParameters: { id: String }'), asking('pathParameters: { id?: String }')],
        [asking('pathParameters: { other?: Long }'), asking('')],
        [query(''), asking('')],
        [asking('hour: Long'), asking('hour?: Long')],
      ] as const)
        expect(kinds(compare(all, all, [one, other]))[0]).toBe('GET /docs/{id} unchanged');
    });

    it('say nothing where nobody is let in', () => {
      const none =
        '@id("none") permit (principal, action, resource) when { resource.isPublic && !resource.isPublic };';
      const sides = [query('limit: Long'), query('')] as const;
      expect(kinds(compare(none, none, sides))[0]).toBe('GET /docs/{id} unchanged');
    });

    it('do not decide where it takes too long to know whether anybody is let in', () => {
      const squares =
        '@id("s") permit (principal, action, resource) when { principal has level && principal.level * principal.level * principal.level == 7 };';
      for (const schemas of bothWays(query('limit: Long'), query('')))
        expect(kinds(compare(squares, squares, schemas, { mostEffort: 20_000 }))).toEqual([
          'GET /docs/{id} not-decided',
          'PUT /docs/{id} unchanged',
        ]);
    });

    it('take for granted that tokens and entities fit both schemas, where these differ', () => {
      const assumed =
        'what tokens say of callers, and what the application says of entities and in the context, fits both schemas';
      expect(compare(all, all, [SCHEMA, query('')]).assumptions).toContain(assumed);
      expect(compare(all, all).assumptions).not.toContain(assumed);
    });

    it('do not decide where the value names what the call is about', () => {
      const named = (context: string) =>
        asking(context).replace('single-resource path:id', 'single-resource query:id');
      const sides = [named('queryStringParameters: { id: Long }'), named('')] as const;
      expect(kinds(compare(all, all, sides))[0]).toBe('GET /docs/{id} not-decided');
    });
  });

  it('do not decide of a new or removed endpoint what its policies ask of an attribute that one of them requires', () => {
    const untitled = '@id("u") permit (principal, action, resource) when { !(resource has title) };';
    const without = SCHEMA.replace(/@endpoint\("PUT[\s\S]*?};/, '');
    const optional = SCHEMA.replace('title: String', 'title?: String');
    expect(kinds(compare('', untitled, [without, optional]))[1]).toBe('PUT /docs/{id} new not-decided');
    expect(kinds(compare(untitled, '', [optional, without]))[1]).toBe('PUT /docs/{id} removed not-decided');
    // A document with a title fits both, so nothing may say that there is none.
    const [, reasons] = compare('', untitled, [without, optional]).endpoints.map((one) => one.reasons);
    expect(reasons?.map(({ message }) => message)).toEqual([
      'the two schemas disagree: Doc.title is required on one side only',
    ]);
  });

  it('do not decide where an attribute that policies look at is of another type', () => {
    const titled = '@id("t") permit (principal, action, resource) when { resource.title == "x" };';
    const numbered = '@id("t") permit (principal, action, resource) when { resource.title == 1 };';
    const other = SCHEMA.replace('title: String', 'title: Long');
    const { endpoints } = compare(titled, numbered, [SCHEMA, other]);
    expect(endpoints.map(({ kind }) => kind)).toEqual(['not-decided', 'not-decided']);
    expect(endpoints[0]?.reasons[0]?.message).toContain('the type of Doc.title differs');
    expect(kinds(compare(OWNERS, OWNERS, [SCHEMA, other]))).toEqual([
      'GET /docs/{id} unchanged',
      'PUT /docs/{id} unchanged',
    ]);
  });

  describe('whose schemas differ in what policies ask about', () => {
    const schema = (user: string, doc: string) =>
      SCHEMA.replace('entity User in [Team] { level?: Long }', `entity Org;\n  entity User${user}`).replace(
        'isPublic: Bool }',
        `isPublic: Bool${doc}`,
      );
    const plain = schema(' in [Team]', ' }');
    const permit = (condition: string) =>
      `@id("p") permit (principal, action, resource) when { ${condition} };`;

    it.each([
      ['an attribute', permit('resource has extra'), schema(' in [Team]', ', extra?: Long }')],
      ['a required attribute', permit('resource has extra'), schema(' in [Team]', ', extra: Long }')],
      [
        'an attribute of the principal',
        permit('principal has extra'),
        schema(' in [Team] { extra?: Long }', ' }'),
      ],
      ['a parent', permit('principal in App::Org::"o"'), schema(' in [Team, Org]', ' }')],
      ['tags', permit('resource.hasTag("k")'), schema(' in [Team]', ' } tags String')],
      [
        'a part of the context',
        permit('context has extra'),
        plain.replaceAll('context: {}', 'context: { extra?: Long }'),
      ],
    ])('say that what only one of them knows is never so on the other: %s', (_, policies, other) => {
      expect(kinds(compare(policies, policies, [plain, other]))).toEqual([
        'GET /docs/{id} opened',
        'PUT /docs/{id} opened',
      ]);
      expect(kinds(compare(policies, policies, [other, plain]))).toEqual([
        'GET /docs/{id} closed',
        'PUT /docs/{id} closed',
      ]);
      expect(kinds(compare(OWNERS, OWNERS, [plain, other]))).toEqual([
        'GET /docs/{id} unchanged',
        'PUT /docs/{id} unchanged',
      ]);
    });

    it.each([
      ['tags', permit('resource.hasTag("k")'), ['isPublic: Bool }', 'isPublic: Bool } tags String']],
      ['the context', permit('context has extra'), ['context: {}', 'context: { extra?: Long }']],
      ['parents', permit('principal in App::Team::"x"'), ['', '']],
    ] as const)('see what both know where they differ in something else: %s', (_, policies, [from, to]) => {
      const both = plain.replaceAll(from, to);
      const more = both.replace('title: String', 'title: String, extra?: Long');
      for (const sides of [[both, more] as const, [more, both] as const]) {
        expect(kinds(compare('', policies, [...sides]))[0]).toBe('GET /docs/{id} opened');
        expect(kinds(compare(policies, '', [...sides]))[0]).toBe('GET /docs/{id} closed');
        expect(kinds(compare(policies, policies, [...sides]))[0]).toBe('GET /docs/{id} unchanged');
      }
    });

    it('say what follows where another namespace is as it was', () => {
      const [one, other] = [plain, schema(' in [Team]', ', extra?: Long }')].map(
        (text) => `${text} namespace Other { entity Thing; }`,
      );
      const policies = permit('resource has extra');
      expect(kinds(compare(policies, policies, [one ?? '', other ?? '']))[0]).toBe('GET /docs/{id} opened');
    });

    it.each(['annotations', 'attributes', 'entityTypes', 'constructor', 'toString'])(
      'take an attribute `%s` for one like others',
      (name) => {
        const other = schema(' in [Team]', `, ${name}?: Long }`);
        const policies = permit(`resource has ${name}`);
        const [opened, closed] = [
          compare(policies, policies, [plain, other]),
          compare(policies, policies, [other, plain]),
        ];
        expect(kinds(opened)).toEqual(['GET /docs/{id} opened', 'PUT /docs/{id} opened']);
        expect(kinds(closed)).toEqual(['GET /docs/{id} closed', 'PUT /docs/{id} closed']);
      },
    );

    it('do not decide where an attribute `annotations` is of another type', () => {
      const [text, number] = ['String', 'Long'].map((type) =>
        schema(' in [Team]', `, annotations: ${type} }`),
      );
      const policies = permit('resource.annotations == resource.title');
      const { endpoints } = compare(policies, '', [text ?? '', number ?? '']);
      expect(endpoints.map(({ kind }) => kind)).toEqual(['not-decided', 'not-decided']);
    });

    it('call nothing changed by annotations of the schema', () => {
      const annotated = plain.replace('entity Doc {', '@doc("a document") entity Doc { @doc("who") ');
      expect(kinds(compare(OWNERS, OWNERS, [plain, annotated]))).toEqual([
        'GET /docs/{id} unchanged',
        'PUT /docs/{id} unchanged',
      ]);
    });

    it('count what a record has more as a part of it, where records are compared as a whole', () => {
      const [small, large] = ['{ y: Long }', '{ y: Long, x: Long }'].map((record) =>
        schema(' in [Team]', `, r: ${record}, q: ${record} }`),
      );
      const named = (record: string) =>
        schema(' in [Team]', `, r: Pair, q: Pair }`).replace(
          'entity Org;',
          `entity Org;\n  type Pair = ${record};`,
        );
      const same = permit('resource.r == resource.q');
      for (const sides of [
        [small ?? '', large ?? ''],
        [named('{ y: Long }'), named('{ y: Long, x: Long }')],
      ] as const)
        expect(kinds(compare(same, same, sides))).toEqual(['GET /docs/{id} closed', 'PUT /docs/{id} closed']);
      const inside = permit('resource.r.y == 1');
      expect(kinds(compare(inside, inside, [small ?? '', large ?? '']))).toEqual([
        'GET /docs/{id} unchanged',
        'PUT /docs/{id} unchanged',
      ]);
    });

    it('do not decide about policies that look at tags, where the tags are of another type', () => {
      const tagged = (type: string) => schema(' in [Team]', ` } tags ${type}`);
      const asking = `${permit('resource.hasTag("x")').replace('action,', 'action == App::Action::"write",')}\n${OWNERS}`;
      for (const sides of bothWays(tagged('String'), tagged('Long'))) {
        const compared = compare(asking, asking, sides);
        expect(kinds(compared)).toEqual(['GET /docs/{id} unchanged', 'PUT /docs/{id} not-decided']);
        expect(compared.endpoints[1]?.reasons).toMatchObject([
          { message: 'the two schemas disagree: the tags of Doc differ' },
        ]);
      }
    });

    describe('where the schema lists the entities of a type', () => {
      /** Documents with a stage, readers in a role, and what only writers see of the stage. */
      const listing = (stages: string, roles = 'enum ["reader"]') =>
        SCHEMA.replace('entity Team;', `entity Team; entity Stage${stages}; entity Role ${roles};`)
          .replace('entity User in [Team]', 'entity User in [Team, Role]')
          .replace('isPublic: Bool }', 'isPublic: Bool, stage: Stage, stages?: Set<Stage> }');
      const [two, three] = [listing(' enum ["draft", "sent"]'), listing(' enum ["draft", "sent", "late"]')];
      const read = (condition: string) =>
        `@id("read") permit (principal, action == App::Action::"read", resource) when { ${condition} };`;
      const write = (condition: string) =>
        `@id("write") permit (principal, action == App::Action::"write", resource) when { ${condition} };`;
      const isOwn = 'resource.owner == principal';
      const undecided = (one: Comparison) => hasChanges(one, ['not-decided']);

      it('ask the earlier policies about what is listed only now, as about all that they do not name', () => {
        const both = `${read('resource.stage != App::Stage::"sent"')}\n${write(isOwn)}`;
        const compared = compare(both, both, [two, three]);
        expect(kinds(compared)).toEqual(['GET /docs/{id} unchanged', 'PUT /docs/{id} unchanged']);
        expect(compared.assumptions).toContain(
          'the earlier policies are asked about App::Stage::"late" as well, which only the later schema lists',
        );
        const late = both.replace(isOwn, `${isOwn} || resource.stage == App::Stage::"late"`);
        const opened = compare(both, late, [two, three]);
        expect(kinds(opened)).toEqual(['GET /docs/{id} unchanged', 'PUT /docs/{id} opened']);
        const { example, before, after } = opened.endpoints[1]?.opened ?? {};
        expect([before?.decision, after?.decision]).toEqual(['deny', 'allow']);
        expect(JSON.stringify(example?.entities)).toContain('"late"');
        const kept = both.replace('!= App::Stage::"sent"', '== App::Stage::"draft"');
        const closed = compare(both, kept, [two, three]);
        expect(kinds(closed)).toEqual(['GET /docs/{id} closed', 'PUT /docs/{id} unchanged']);
      });

      it.each([
        ['an attribute', 'resource.stage != App::Stage::"sent"'],
        ['a member of a set', 'resource has stages && resource.stages.contains(App::Stage::"late")'],
        ['a set as a whole', 'resource has stages && resource.stages == [App::Stage::"late"]'],
        ['a set that has any', 'resource has stages && !resource.stages.isEmpty()'],
      ])(
        'leave open what is closed by taking an entity away, where policies see it as %s',
        (_, condition) => {
          const before = `${read(`${isOwn} || ${condition}`)}\n${write(isOwn)}`;
          const after = `${read(`${isOwn} || ${condition.replaceAll('"late"', '"sent"')}`)}\n${write(isOwn)}`;
          for (const to of [before.includes('"late"') ? `${read(isOwn)}\n${write(isOwn)}` : before, after]) {
            const compared = compare(before, to, [three, two]);
            const [seeing, other] = compared.endpoints;
            expect(other?.kind).toBe('unchanged');
            expect(seeing).toMatchObject({ undecidedOnlyCloses: true });
            expect(seeing?.reasons).toMatchObject([
              {
                message:
                  'the schema no longer lists App::Stage::"late": what was permitted with it is refused now',
              },
            ]);
            expect(undecided(compared)).toBe(false);
            expect(hasChanges(compared, ['closed', 'not-decided'])).toBe(true);
          }
        },
      );

      it('tell what opens for another reason, where what is listed no longer may only close', () => {
        const asking = (stages: string, limit: string) =>
          listing(stages).replaceAll('context: {}', `context: { queryStringParameters: { ${limit}: Long } }`);
        const both = read('resource.stage != App::Stage::"sent"');
        const compared = compare(both, both, [
          asking(' enum ["draft", "sent", "late"]', 'limit'),
          asking(' enum ["draft", "sent"]', 'limit?'),
        ]);
        expect(compared.endpoints[0]).toMatchObject({
          kind: 'opened',
          isPartlyUndecided: true,
          undecidedOnlyCloses: true,
        });
        expect(hasChanges(compared, ['opened'])).toBe(true);
      });

      it('say what becomes of several entities that are listed no longer', () => {
        const roles = ['enum ["reader", "banned", "late"]', 'enum ["reader"]'].map((ids) =>
          listing(' enum ["draft"]', ids),
        );
        const policies = read('principal in App::Role::"reader"');
        const [one] = compare(policies, policies, [roles[0] ?? '', roles[1] ?? '']).endpoints;
        expect(one?.reasons[0]?.message).toBe(
          'the schema no longer lists App::Role::"banned", App::Role::"late": callers who are in them have no identity now',
        );
      });

      it('never show a call with an entity that is listed no longer', () => {
        const [before, after] = [
          `${read('true')}\nforbid (principal, action, resource) when { resource.stage == App::Stage::"late" };`,
          read('true'),
        ];
        expect(compare(before, after, [three, two]).endpoints[0]).toMatchObject({
          kind: 'not-decided',
          undecidedOnlyCloses: true,
        });
        const roles = 'enum ["reader", "gone"]';
        const inRole = 'permit (principal in App::Role::"gone", action, resource);';
        const compared = compare(inRole, OWNERS, [listing(';entity Org', roles), listing(';entity Org')]);
        expect(compared.endpoints).toMatchObject([{ kind: 'opened' }, { kind: 'opened' }]);
        expect(JSON.stringify(compared.endpoints[0]?.opened?.example)).not.toContain('gone');
      });

      it('leave open what is opened by taking a group away, as its callers have no identity then', () => {
        const [two, one] = ['enum ["reader", "banned"]', 'enum ["reader"]'].map((roles) =>
          listing(' enum ["draft"]', roles),
        );
        const banning = `${read('true')} forbid (principal in App::Role::"banned", action, resource);`;
        const compared = compare(banning, read('true'), [two ?? '', one ?? '']);
        expect(compared.endpoints[0]).toMatchObject({
          kind: 'not-decided',
          reasons: [
            {
              message:
                'the schema no longer lists App::Role::"banned": callers who are in it have no identity now',
            },
          ],
        });
        expect(undecided(compared)).toBe(true);
      });

      it('leave open what callers do who are listed no longer themselves', () => {
        const [two, one] = ['enum ["reader", "banned"]', 'enum ["reader"]'].map((roles) =>
          listing(' enum ["draft"]', roles)
            .replace('entity User in [Team, Role]', 'entity User in [Team]')
            .replace('principal: [User]', 'principal: [User, Role]'),
        );
        const compared = compare(read('true'), read('true'), [two ?? '', one ?? '']);
        expect(kinds(compared)).toEqual(['GET /docs/{id} not-decided', 'PUT /docs/{id} unchanged']);
        expect(undecided(compared)).toBe(true);
      });

      it('say nothing of what is listed no longer where the endpoint is new', () => {
        const look =
          '@endpoint("GET /docs/{id}/stage single-resource path:id") action look appliesTo { principal: [User], resource: [Doc], context: {} }; }';
        const looking = read('resource.stage == App::Stage::"sent"').replace('"read",', '"look",');
        const compared = compare('', looking, [three, two.replace(/\}$/, look)]);
        expect(compared.endpoints.find(({ action }) => action === 'look')).toMatchObject({
          kind: 'opened',
          presence: 'new',
          reasons: [],
        });
      });

      it('tell of an entity with another name what it opens now', () => {
        const renamed = listing(' enum ["DRAFT", "sent"]');
        const [before, after] = ['draft', 'DRAFT'].map((name) =>
          read(`resource.stage == App::Stage::"${name}"`),
        );
        const compared = compare(before ?? '', after ?? '', [two, renamed]);
        expect(compared.endpoints[0]).toMatchObject({ kind: 'opened', isPartlyUndecided: true });
      });

      it('do not decide about calls that name such an entity, where more are listed now', () => {
        const about = (stages: string) =>
          listing(stages).replace(
            '@endpoint("PUT',
            '@endpoint("GET /stages/{id} single-resource path:id")\n  action look appliesTo { principal: [User], resource: [Stage], context: {} };\n  @endpoint("PUT',
          );
        const [few, more] = [about(' enum ["draft"]'), about(' enum ["draft", "sent"]')];
        const all = 'permit (principal, action, resource);';
        const gained = compare(all, all, [few, more]);
        expect(kinds(gained)).toEqual([
          'GET /docs/{id} unchanged',
          'PUT /docs/{id} unchanged',
          'GET /stages/{id} not-decided',
        ]);
        expect(undecided(gained)).toBe(true);
        const lost = compare(all, all, [more, few]);
        expect(kinds(lost)).toEqual(kinds(gained));
        expect(undecided(lost)).toBe(false);
      });

      it('take a list for what there is of a type that has no list on the other side', () => {
        const both = `${read('resource.stage != App::Stage::"gone"')}\n${write(isOwn)}`;
        const listed = compare(both, both, [listing(''), two]);
        expect(kinds(listed)).toEqual(['GET /docs/{id} not-decided', 'PUT /docs/{id} unchanged']);
        expect(listed.endpoints[0]).toMatchObject({
          undecidedOnlyCloses: true,
          reasons: [
            {
              message:
                'the schema lists what there is of App::Stage now: what was permitted with others is refused now',
            },
          ],
        });
        const freed = compare(read('resource.stage != App::Stage::"sent"'), read('true'), [two, listing('')]);
        expect(freed.endpoints[0]).toMatchObject({ kind: 'opened' });
        expect(freed.endpoints[0]).not.toHaveProperty('isPartlyUndecided');
        expect(freed.assumptions).toContain(
          'the earlier policies are asked about any entity of App::Stage, of which the earlier schema listed all',
        );
      });

      it.each([' { n: Long }', ' in [Team]', ' tags Long'])(
        'do not decide where they see entities of a type that one schema lists, and that have more on the other side: %s',
        (more) => {
          const both = `${read('resource.stage == App::Stage::"draft"')}\n${write(isOwn)}`;
          for (const sides of bothWays(two, listing(more))) {
            const compared = compare(both, both, sides);
            expect(kinds(compared)).toEqual(['GET /docs/{id} not-decided', 'PUT /docs/{id} unchanged']);
            expect(undecided(compared)).toBe(true);
            expect(compared.endpoints[0]?.reasons).toMatchObject([
              { message: 'the two schemas disagree: the entities of Stage differ' },
            ]);
          }
        },
      );
    });

    it('do not decide about an action that is for other types of resources', () => {
      const resources = (types: string) =>
        SCHEMA.replace(
          '@endpoint("GET /docs/{id} single-resource path:id")',
          `action list appliesTo { principal: [User], resource: [${types}], context: {} };\n  @endpoint("GET /docs/{id} single-resource path:id")`,
        );
      const [few, more] = [resources('Doc'), resources('Doc, Team')];
      for (const sides of [
        [few, more],
        [more, few],
      ] as const) {
        const { endpoints } = compare(
          'permit (principal, action, resource);',
          'permit (principal, action, resource);',
          sides,
        );
        expect(endpoints.find(({ action }) => action === 'list')?.kind).toBe('not-decided');
        expect(endpoints.find(({ action }) => action === 'read')?.kind).toBe('unchanged');
      }
    });

    it('do not decide about the one action that is for other types', () => {
      const forTeams = plain.replace('principal: [User]', 'principal: [User, Team]');
      for (const sides of [[plain, forTeams] as const, [forTeams, plain] as const]) {
        const compared = compare(OWNERS, OWNERS, [...sides]);
        expect(kinds(compared)).toEqual(['GET /docs/{id} not-decided', 'PUT /docs/{id} unchanged']);
        expect(compared.endpoints[0]?.reasons).toMatchObject([
          { message: 'the two schemas disagree: action read is for other types' },
        ]);
      }
    });

    it.each([
      ['a type', 'entity Team;', /entity Team;/, '`App::Team` and the other `Team`'],
      [
        'an action',
        'action read;',
        /@endpoint\("GET[\s\S]*?};/,
        '`App::Action::"read"` and the other `Action::"read"`',
      ],
    ])('are not compared where %s is in a namespace on one side only', (_, declared, own, names) => {
      const [inside, outside] = [SCHEMA, `${declared}\n${SCHEMA.replace(own, '')}`];
      for (const [before, after] of [
        [inside, outside],
        [outside, inside],
      ] as const) {
        const compared = compareSides(
          side('', schemaOf(before), 'before'),
          side('', schemaOf(after), 'after'),
        );
        expect(compared).toMatchObject({ ok: false, diagnostics: [{ code: 'schemas-incomparable' }] });
        expect(compared.diagnostics[0]?.message).toContain(names);
      }
    });

    it('tell the actions of a namespace from those of its new name', () => {
      const renamed = SCHEMA.replace('namespace App', 'namespace Shop');
      const told = ({ endpoints }: Comparison) =>
        endpoints.map(({ action, namespace, presence, otherAction }) => [
          presence,
          namespace,
          action,
          otherAction,
        ]);
      expect(told(compare(OWNERS, OWNERS, [SCHEMA, renamed])).slice(0, 2)).toEqual([
        ['new', undefined, 'read', 'App::Action::"read"'],
        ['removed', 'App', 'read', 'Shop::Action::"read"'],
      ]);
      const bare = (text: string) => text.replaceAll(/@endpoint\(.*\)/g, '');
      expect(told(compare(OWNERS, OWNERS, [bare(SCHEMA), bare(renamed)]))).toEqual([
        ['new', undefined, 'read', undefined],
        ['new', undefined, 'write', undefined],
        ['removed', 'App', 'read', undefined],
        ['removed', 'App', 'write', undefined],
      ]);
    });

    it('do not decide what is in what by a way that only one of them knows', () => {
      const nested = SCHEMA.replace('entity Team;', 'entity Team in [Team];');
      const inScope = (scope: string) => `@id("m") permit (${scope}, action, resource);`;
      const asking = [
        permit('principal in App::Team::"x"'),
        inScope('principal in App::Team::"x"'),
        inScope('principal is App::User in App::Team::"x"'),
      ];
      for (const sides of [
        [SCHEMA, nested],
        [nested, SCHEMA],
      ] as const) {
        for (const members of asking) {
          const policies = `${OWNERS} ${members}`;
          const { endpoints } = compare(policies, policies, sides);
          expect(endpoints.map(({ kind }) => kind)).toEqual(['not-decided', 'not-decided']);
          expect(endpoints[0]?.reasons[0]?.message).toContain('App::User is in others by way of App::Team');
        }
        expect(kinds(compare(OWNERS, OWNERS, sides))).toEqual([
          'GET /docs/{id} unchanged',
          'PUT /docs/{id} unchanged',
        ]);
      }
    });

    it('decide what is in what, where the way that only one of them knows leads elsewhere', () => {
      const [flat, nested] = ['', ' in [Doc]'].map((parents) =>
        SCHEMA.replace('entity Doc {', `entity Doc${parents} {`),
      );
      const members = permit('principal in App::Team::"x"');
      for (const sides of bothWays(flat ?? '', nested ?? '')) {
        expect(kinds(compare(members, members, sides))).toEqual([
          'GET /docs/{id} unchanged',
          'PUT /docs/{id} unchanged',
        ]);
        const inside = permit('resource in App::Doc::"d"');
        expect(compare(inside, inside, sides).endpoints[0]?.kind).not.toBe('unchanged');
      }
    });

    it('do not decide what is in what by several steps, one of which only one of them knows', () => {
      const policies = permit('principal in App::Org::"o"');
      // Types come by name: what is lost between zones and organizations is found after that between callers and organizations was looked for.
      for (const step of ['Group', 'Zone']) {
        const stepping = (parents: string) =>
          SCHEMA.replace(
            'entity Team;',
            `entity Team; entity Org; entity Area in [Org]; entity ${step} in ${parents};`,
          ).replace('entity User in [Team]', `entity User in [Area, ${step}]`);
        for (const sides of bothWays(stepping('[Org]'), stepping('[Org, Area]'))) {
          const { endpoints } = compare(policies, policies, sides);
          expect(endpoints.map(({ kind }) => kind)).toEqual(['not-decided', 'not-decided']);
          expect(endpoints[0]?.reasons[0]?.message).toMatch(
            /App::User is in others by way of App::\w+ on one/,
          );
        }
      }
    });

    it('do not decide what is sent by a way that only one of them knows, where policies look into it', () => {
      const inFolders = (parents: string) =>
        SCHEMA.replace(
          'entity Doc { owner',
          `entity Tenant { isOpen: Bool }; entity Folder in [Tenant]; entity Doc in ${parents} { tenant: Tenant, owner`,
        );
      const sides = [inFolders('[Folder, Tenant]'), inFolders('[Tenant]')] as const;
      for (const looks of ['resource.tenant.isOpen', 'resource has tenant.isOpen']) {
        const open = permit(looks);
        for (const [one, other] of [sides, sides.toReversed()]) {
          const policies = `${OWNERS} ${open}`;
          const { endpoints } = compare(policies, policies, [one ?? '', other ?? '']);
          expect(endpoints.map(({ kind }) => kind)).toEqual(['not-decided', 'not-decided']);
          expect(endpoints[0]?.reasons[0]?.message).toContain('App::Doc is in others by way of App::Folder');
        }
      }
      expect(kinds(compare(OWNERS, OWNERS, sides))).toEqual([
        'GET /docs/{id} unchanged',
        'PUT /docs/{id} unchanged',
      ]);
      // Where others make the requests, they send all entities.
      const [before, after] = sides.map((text) => text.replace(/@endpoint\(.*\)/g, ''));
      const open = permit('resource.tenant.isOpen');
      expect(compare(open, open, [before ?? '', after ?? '']).endpoints.map(({ kind }) => kind)).toEqual([
        'unchanged',
        'unchanged',
      ]);
    });

    it('do not decide where a record that is compared has a part that only one of them requires', () => {
      const [always, maybe] = ['x', 'x?'].map((x) =>
        schema(' in [Team]', `, r: { ${x}: Long }, q: { ${x}: Long } }`),
      );
      const same = permit('resource.r == resource.q');
      expect(kinds(compare(same, same, [always ?? '', maybe ?? '']))).toEqual([
        'GET /docs/{id} not-decided',
        'PUT /docs/{id} not-decided',
      ]);
    });
  });

  describe('of an action that has another name', () => {
    const named = (text: string) => text.replaceAll('"read"', '"look"').replace('action read', 'action look');
    const read = (condition: string) =>
      `@id("read") permit (principal, action == App::Action::"read", resource) when { ${condition} };`;
    const renamed = (before: string, after: string, text = SCHEMA): Comparison =>
      compare(before, named(after), [text, named(text)]);

    it('say that it is the same endpoint, which decides as before', () => {
      const policies = `${read('resource.isPublic || action == App::Action::"read"')} ${OWNERS}`;
      const compared = renamed(policies, policies);
      expect(compared.endpoints).toMatchObject([
        { action: 'look', otherAction: 'read', presence: 'both', kind: 'unchanged' },
        { action: 'write', kind: 'unchanged' },
      ]);
      expect(prettyComparison(compared, painter(false))).toContain(
        'renamed, and unchanged (proven)\n  GET /docs/{id} (action look, which was read)\n',
      );
      expect(hasChanges(compared, ['opened', 'closed', 'both', 'not-decided'])).toBe(false);
    });

    it('say what else changed, with what each side decides about its own name', () => {
      const [before, after] = [read('resource.isPublic'), read('resource.isPublic || resource.title == ""')];
      const [opened] = renamed(before, after).endpoints;
      expect(opened).toMatchObject({ action: 'look', otherAction: 'read', kind: 'opened' });
      expect([opened?.opened?.before?.kind, opened?.opened?.after?.kind]).toEqual([
        'not-permitted',
        'allowed',
      ]);
      expect(opened?.opened?.example.request.action.id).toBe('look');
      expect(renamed(after, before).endpoints[0]).toMatchObject({ kind: 'closed' });
      const [forgotten] = compare(`${OWNERS} ${before}`, `${OWNERS} ${before}`, [
        SCHEMA,
        named(SCHEMA),
      ]).endpoints;
      expect(forgotten).toMatchObject({ action: 'look', kind: 'closed' });
    });

    it('do not decide where a policy works out which group it asks about', () => {
      const which = SCHEMA.replaceAll('context: {}', 'context: { which?: Action }');
      const policies = read('context has which && action in context.which');
      expect(renamed(policies, policies, which).endpoints[0]).toMatchObject({
        kind: 'not-decided',
        reasons: [
          {
            message:
              'the action has another name than before, and the policy works out which action or group it asks about',
          },
        ],
      });
    });

    it.each([
      [
        'its endpoint is another one',
        (text: string) => named(text).replace('GET /docs/{id}', 'GET /doc/{id}'),
      ],
      [
        'it has more endpoints',
        (text: string) =>
          named(text).replace('path:id")', 'path:id\\nGET /doc/{id} single-resource path:id")'),
      ],
      [
        'it is for others',
        (text: string) =>
          named(text).replace('resource: [Doc], context: {} }', 'resource: [Doc], context: { x?: Long } }'),
      ],
      [
        'it is in a group',
        (text: string) =>
          named(text)
            .replace('@endpoint', 'action all; @endpoint')
            .replace('action look', 'action look in [all]'),
      ],
      [
        'another one is in it',
        (text: string) => named(text).replace('action write', 'action write in [look]'),
      ],
      [
        'the other name stays, as that of a group',
        (text: string) => `${named(text).slice(0, -1)} action read; }`,
      ],
      [
        'callers without an identity fare otherwise',
        (text: string) => named(text).replace('level?: Long', 'level: Long'),
      ],
    ])('tell of two actions where %s', (_, change) => {
      for (const sides of bothWays(SCHEMA, change(SCHEMA))) {
        const { endpoints } = compare(OWNERS, OWNERS, sides);
        const told = endpoints.filter(({ action }) => action === 'look' || action === 'read');
        expect(told.map(({ presence }) => presence)).not.toContain('both');
        expect(told.length).toBeGreaterThan(1);
      }
    });

    it.each([
      ['take more items', { maxBatchItems: 7 }],
      ['move things', { moves: { look: { destination: { action: 'write', resource: 'path:id' } } } }],
      ['move things to it', { moves: { write: { destination: { action: 'look', resource: 'path:id' } } } }],
    ] as const)('tell of two actions where calls %s now', (_, server) => {
      const [before, after] = [SCHEMA, named(SCHEMA)].map((text) => side(OWNERS, schemaOf(text), 'a side'));
      if (!before || !after) throw new Error('two sides');
      const compared = compareSides(before, { ...after, ...server });
      const told = compared.ok ? compared.value.endpoints : [];
      expect(told.filter(({ action }) => action === 'look')).toMatchObject([{ presence: 'new' }]);
    });

    it('see as well that its calls name their resource elsewhere', () => {
      const moved = named(SCHEMA).replace('single-resource path:id', 'single-resource query:id');
      expect(compare(OWNERS, OWNERS, [SCHEMA, moved]).endpoints[0]).toMatchObject({
        action: 'look',
        presence: 'both',
        kind: 'not-decided',
        reasons: [{ what: 'resource' }],
      });
    });

    it('tell of two actions that no endpoint asks about: nothing says that one became the other', () => {
      const bare = SCHEMA.replaceAll(/@endpoint\(.*\)/g, '');
      expect(renamed(OWNERS, OWNERS, bare).endpoints).toMatchObject([
        { action: 'look', presence: 'new' },
        { action: 'read', presence: 'removed' },
        { action: 'write', presence: 'both' },
      ]);
    });

    it('tell of two actions where one of their endpoints is another one', () => {
      const twice = (path: string) =>
        SCHEMA.replace('path:id")', `path:id\\nGET ${path}/{id} single-resource path:id")`);
      const moved = compare(OWNERS, OWNERS, [twice('/papers'), named(twice('/files'))]);
      const told = moved.endpoints.filter(({ action }) => action === 'look');
      expect(told).toMatchObject([{ presence: 'new' }, { presence: 'new' }]);
      const kept = compare(OWNERS, OWNERS, [twice('/papers'), named(twice('/papers'))]);
      expect(kept.endpoints.filter(({ action }) => action === 'look')).toMatchObject([
        { presence: 'both', kind: 'unchanged' },
        { presence: 'both', kind: 'unchanged' },
      ]);
    });

    it('tell of two actions where its own calls ask another question', () => {
      const asking = SCHEMA.replace('path:id")\n  action write', 'path:id read body:from")\n  action write');
      const edited = asking.replace('action write', 'action edit');
      const { endpoints } = compare(OWNERS, OWNERS, [asking, edited]);
      expect(endpoints.filter(({ action }) => action === 'edit')).toMatchObject([{ presence: 'new' }]);
    });

    it('tell of two actions where calls of another endpoint ask it as well', () => {
      const head = SCHEMA.replace('"PUT /docs/{id} single', '"HEAD /docs/{id} single');
      const { endpoints } = renamed(OWNERS, OWNERS, head);
      expect(endpoints.filter(({ action }) => action === 'look')).toMatchObject([{ presence: 'new' }]);
    });
  });

  describe('of an action that is in other groups', () => {
    const groups = (read: string, any = '') =>
      SCHEMA.replace(
        '@endpoint("GET /docs/{id} single-resource path:id")',
        `action all;\n  action any${any};\n  @endpoint("GET /docs/{id} single-resource path:id")`,
      ).replace('action read applies', `action read${read} applies`);
    const [none, inAny, below] = [groups(''), groups(' in [any]'), groups(' in [any]', ' in [all]')];
    const permit = (scope: string, condition = 'true') =>
      `@id("p") permit (principal, ${scope}, resource) when { ${condition} };`;
    const read = (policies: string, sides: [string, string]) =>
      compare(policies, policies, sides).endpoints.find(({ action }) => action === 'read');

    it.each([
      ['a scope', permit('action in App::Action::"any"'), [none, inAny]],
      ['a list', permit('action in [App::Action::"any", App::Action::"write"]'), [none, inAny]],
      ['a condition', permit('action', 'action in App::Action::"any"'), [none, inAny]],
      [
        'a condition with a type',
        permit('action', 'action is App::Action in App::Action::"any"'),
        [none, inAny],
      ],
      ['a group of the group', permit('action in App::Action::"all"'), [inAny, below]],
      ['a condition about that', permit('action', 'action in [App::Action::"all"]'), [inAny, below]],
      [
        'a condition in a set',
        permit('action', '[action in App::Action::"any"].contains(true)'),
        [none, inAny],
      ],
    ] as const)('say what follows from it for %s', (_, policies, [without, within]) => {
      expect(read(policies, [without, within])).toMatchObject({ kind: 'opened', reasons: [] });
      expect(read(policies, [within, without])).toMatchObject({ kind: 'closed', reasons: [] });
      expect(read(policies, [within, within])).toMatchObject({ kind: 'unchanged' });
    });

    it.each([
      ['a policy names it', 'App::Action::"write" in App::Action::"any"'],
      ['there is more in the condition', 'App::Action::"write" in App::Action::"any" && true'],
    ])('say what follows for another action, where %s', (_, condition) => {
      const writeIn = (of: string) => groups('').replace('action write applies', `action write${of} applies`);
      const [without, within] = [writeIn(''), writeIn(' in [any]')];
      const policies = permit('action == App::Action::"read"', condition);
      expect(read(policies, [without, within])).toMatchObject({ kind: 'opened', reasons: [] });
      expect(read(policies, [within, without])).toMatchObject({ kind: 'closed', reasons: [] });
    });

    it.each([
      'context.wanted in App::Action::"any"',
      'context.wanted in context.among',
      'context.among.contains(context.wanted) || context.wanted in context.wanted',
    ])('do not decide about another one that the request names: %s', (condition) => {
      const asking = (of: string) =>
        groups('')
          .replace('action write applies', `action write${of} applies`)
          .replaceAll('context: {}', 'context: { wanted: Action, among: Set<Action> }');
      const policies = permit('action == App::Action::"read"', condition);
      expect(read(policies, [asking(''), asking(' in [any]')])).toMatchObject({ kind: 'not-decided' });
      for (const [before, after] of [
        [policies, ''],
        ['', policies],
      ] as const) {
        const { endpoints } = compare(before, after, [asking(' in [any]'), asking('')]);
        expect(endpoints.find(({ action }) => action === 'read')?.kind).toBe('not-decided');
      }
    });

    it.each(['action in App::Action::"read"', 'action in [App::Action::"write", App::Action::"read"]'])(
      'know that it is in itself, whatever else it is in: %s',
      (condition) => {
        const itself = permit('action', condition);
        const nobody = permit('action', 'false');
        const ofRead = (before: string, after: string) =>
          compare(before, after, [none, inAny]).endpoints.find(({ action }) => action === 'read')?.kind;
        expect(ofRead(itself, nobody)).toBe('closed');
        expect(ofRead(nobody, itself)).toBe('opened');
      },
    );

    it('prove that it changes nothing where a policy asks about it as an action of another type', () => {
      const lib = 'namespace Lib { action other; }';
      const sides: [string, string] = [`${none} ${lib}`, `${inAny} ${lib}`];
      const ofOther = permit('action', 'action is Lib::Action in App::Action::"any"');
      expect(read(ofOther, sides)).toMatchObject({ kind: 'unchanged', reasons: [] });
    });

    it('prove that it changes nothing where no policy asks about the groups', () => {
      expect(read(OWNERS, [none, inAny])).toMatchObject({ kind: 'unchanged', reasons: [] });
      const members = permit(
        'action',
        'principal is App::User in App::Team::"t" && principal in App::Team::"u"',
      );
      expect(read(members, [none, inAny])).toMatchObject({ kind: 'unchanged', reasons: [] });
    });

    it.each([
      '(if resource.isPublic then action else App::Action::"write") in App::Action::"any"',
      'action in [App::Action::"all", if resource.isPublic then App::Action::"any" else App::Action::"all"]',
    ])(
      'do not decide, and say where, what asks about groups in a way that has to be evaluated: %s',
      (condition) => {
        const computed = permit('action', condition);
        const change = read(computed, [none, inAny]);
        expect(change).toMatchObject({
          kind: 'not-decided',
          reasons: [{ policy: 'p', location: { line: 1, column: 1 } }],
        });
      },
    );
  });

  describe('for random policies', () => {
    const condition = fc.constantFrom(
      'resource.isPublic',
      'resource.owner == principal',
      'principal has level && principal.level > 2',
      'principal has level && principal.level <= 2',
      'resource.title like "a*"',
      'principal in App::Team::"x"',
    );
    const policies = fc
      .array(
        fc.tuple(
          fc.constantFrom('permit', 'forbid'),
          condition,
          fc.boolean(),
          fc.constantFrom('action', 'action == App::Action::"read"', 'action == App::Action::"write"'),
        ),
        {
          minLength: 1,
          maxLength: 4,
        },
      )
      .map((list) =>
        list
          .map(
            ([effect, text, isNegated, action], index) =>
              `@id("p${index}") ${effect} (principal, ${action}, resource) ${isNegated ? 'unless' : 'when'} { ${text} };`,
          )
          .join('\n'),
      );
    const calls = fc.record({
      level: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
      isPublic: fc.boolean(),
      title: fc.constantFrom('a', 'ab', 'b', ''),
      isOwner: fc.boolean(),
      isMember: fc.boolean(),
    });

    it('agree with the engine about every example, and about random calls where they are proven unchanged', () => {
      fc.assert(
        fc.property(
          policies,
          policies,
          fc.array(calls, { minLength: 10, maxLength: 20 }),
          (before, after, tried) => {
            const schema = schemaOf(SCHEMA);
            const [old, now] = [side(before, schema, 'before'), side(after, schema, 'after')];
            const compared = compareSides(old, now);
            if (!compared.ok) throw new Error(JSON.stringify(compared.diagnostics));
            const engines = [
              createEngine('a', schema.json, old.policySet),
              createEngine('b', schema.json, now.policySet),
            ];
            for (const { kind, opened, closed, action } of compared.value.endpoints) {
              expect(kind).not.toBe('not-decided');
              if (opened)
                expect([opened.before?.decision, opened.after?.decision]).toEqual(['deny', 'allow']);
              if (closed)
                expect([closed.before?.decision, closed.after?.decision]).toEqual(['allow', 'deny']);
              for (const call of tried) {
                const { request, entities } = requestOf(call, action);
                const [was, is] = engines.map(
                  (engine) => engine.ok && engine.value.decide(request, entities).decision,
                );
                if (!opened && was === 'deny') expect(is).toBe('deny');
                if (!closed && was === 'allow') expect(is).toBe('allow');
              }
            }
          },
        ),
        runs(30),
      );
    });

    it('call nothing unchanged of calls that ask two questions where the engine turns one as a whole', () => {
      const text = SCHEMA.replace('path:id")\n  action write', 'path:id read body:from")\n  action write');
      const pairs = fc.array(fc.tuple(calls, calls), { minLength: 20, maxLength: 40 });
      fc.assert(
        fc.property(policies, policies, pairs, (before, after, tried) => {
          const schema = schemaOf(text);
          const [old, now] = [side(before, schema, 'before'), side(after, schema, 'after')];
          const compared = compareSides(old, now);
          if (!compared.ok) throw new Error(JSON.stringify(compared.diagnostics));
          const change = compared.value.endpoints.find(({ action }) => action === 'write');
          const engines = [
            createEngine('a', schema.json, old.policySet),
            createEngine('b', schema.json, now.policySet),
          ];
          for (const [first, second] of tried) {
            // One caller asks both.
            const { level, isMember } = first;
            const asked = [requestOf(first, 'write'), requestOf({ ...second, level, isMember }, 'read')];
            const [was, is] = engines.map((engine) =>
              asked.every(
                ({ request, entities }) =>
                  engine.ok && engine.value.decide(request, entities).decision === 'allow',
              ),
            );
            if (was === is) continue;
            expect(change?.kind).not.toBe('unchanged');
            if (is)
              expect(
                hasChanges({ ...compared.value, endpoints: change ? [change] : [] }, [
                  'opened',
                  'both',
                  'not-decided',
                ]),
              ).toBe(true);
          }
        }),
        runs(30),
      );
    });
  });
});

interface Tried {
  readonly level: number | undefined;
  readonly isPublic: boolean;
  readonly title: string;
  readonly isOwner: boolean;
  readonly isMember: boolean;
}

function requestOf({ level, isPublic, title, isOwner, isMember }: Tried, action: string) {
  const user = (id: string) => ({ type: 'App::User', id });
  const doc = { type: 'App::Doc', id: 'd' };
  const owner = { __entity: user(isOwner ? 'u' : 'other') };
  return {
    request: {
      principal: user('u'),
      action: { type: 'App::Action', id: action },
      resource: doc,
      context: {},
    },
    entities: [
      {
        uid: user('u'),
        attrs: level === undefined ? {} : { level },
        parents: isMember ? [{ type: 'App::Team', id: 'x' }] : [],
      },
      { uid: user('other'), attrs: {}, parents: [] },
      { uid: doc, attrs: { owner, title, isPublic }, parents: [] },
    ],
  };
}
