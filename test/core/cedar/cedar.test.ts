import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as cedar from '../../../src/core/cedar/cedar.ts';
import { valueIn } from '../../helpers/outcome.ts';

const PERMIT = 'permit (principal, action, resource);';
const schema: cedar.SchemaJson<string> = {
  '': {
    entityTypes: { User: { memberOfTypes: ['User'] }, Doc: {} },
    actions: {
      view: {
        appliesTo: {
          principalTypes: ['User'],
          resourceTypes: ['Doc'],
          context: { type: 'Record', attributes: { count: { type: 'Long', required: false } } },
        },
      },
    },
  },
};
const query: cedar.AuthorizationQuery = {
  principal: { type: 'User', id: 'ana' },
  action: { type: 'Action', id: 'view' },
  resource: { type: 'Doc', id: 'd1' },
  context: {},
  entities: [],
};

function messages(answer: cedar.EngineAnswer<unknown>): string[] {
  if (answer.ok) throw new Error('expected a failure');
  return answer.errors.map((error) => error.message);
}

/** Users in a chain of groups, far deeper than the engine can follow. */
function deepChain(length: number): cedar.EntityJson[] {
  return Array.from({ length }, (_, index) => ({
    uid: { type: 'User', id: String(index) },
    attrs: {},
    parents: [{ type: 'User', id: String(index + 1) }],
  }));
}

/** A policy that can be read once, before it is handed over, and not while it is. */
function unreadable(): cedar.PolicyJson {
  let reads = 0;
  const effect = () => {
    reads += 1;
    if (reads > 1) throw new Error('not today');
    return 'permit';
  };
  const policy = valueIn(cedar.policyToJson(PERMIT));
  return Object.defineProperty({ ...policy }, 'effect', { enumerable: true, get: effect });
}

/** A policy that is not a deeper in brackets than any other, but overflows the engine's stack: `a.a.a.a`. */
const OVERFLOWING = `permit (principal, action, resource) when { context${'.a'.repeat(60_000)} };`;

describe('a call to the engine', () => {
  it('answers wrong content with the errors of the engine', () => {
    const answer = cedar.policyToJson('permit (principal, action);');
    expect(messages(answer)).toEqual([expect.stringContaining('resource')]);
  });

  it('answers a wrong shape, which the engine throws, with an error too', () => {
    const prepared = valueIn(cedar.preparePolicies('shape', schema, { p: PERMIT }));
    const answer = prepared.authorize({
      ...query,
      principal: undefined,
    } as unknown as cedar.AuthorizationQuery);
    expect(messages(answer)).toEqual(['the principal is not a reference to an entity']);
    expect(messages(cedar.policyToText(unreadable()))).toEqual([
      expect.stringMatching(/^the policy engine refused its input: /),
    ]);
  });

  it.each<[string, unknown]>([
    ['a Map', new Map([['count', 1]])],
    ['a list', []],
    ['a text', 'count'],
    ['nothing', undefined],
    ['an object of a class', new (class Context {})()],
  ])('answers a context that is %s with an error: it would count as empty', (_, context) => {
    const prepared = valueIn(cedar.preparePolicies('context', schema, { p: PERMIT }));
    const answer = prepared.authorize({ ...query, context: context as cedar.AuthorizationQuery['context'] });
    expect(messages(answer)).toEqual(['the context is not a plain object']);
  });

  it('answers a value that cannot be written as JSON with an error', () => {
    const policy = { effect: 'permit', conditions: [1n] } as unknown as cedar.PolicyJson;
    expect(messages(cedar.policyToText(policy))).toHaveLength(1);
  });

  it('answers a lone surrogate in an identifier with an error', () => {
    const prepared = valueIn(cedar.preparePolicies('surrogate', schema, { p: PERMIT }));
    const answer = prepared.authorize({ ...query, principal: { type: 'User', id: '\ud800' } });
    expect(messages(answer)).toHaveLength(1);
    expect(valueIn(prepared.authorize(query)).decision).toBe('allow');
  });

  it('lists errors that the engine nests as errors of their own', () => {
    const answer = cedar.policyToJson('permit (principal, acton, resource) when { 1 = 2 };');
    expect(messages(answer).length).toBeGreaterThan(1);
  });

  it('turns policies and schemas into their other forms and back', () => {
    const json = valueIn(cedar.policyToJson(PERMIT));
    expect(json.effect).toBe('permit');
    expect(valueIn(cedar.policyToText(json))).toContain('permit');
    const text = valueIn(cedar.schemaToText(schema));
    expect(Object.keys(valueIn(cedar.schemaToJson(text))['']?.entityTypes ?? {})).toEqual(['Doc', 'User']);
    expect(
      valueIn(cedar.templateToJson('permit (principal == ?principal, action, resource);')).principal,
    ).toEqual({
      op: '==',
      slot: '?principal',
    });
  });

  it('keeps comments and annotations when it formats', () => {
    const formatted = valueIn(cedar.formatPolicies(`// why\n@id("a") ${PERMIT}`));
    expect(formatted).toBe('// why\n@id("a")\npermit (principal, action, resource);\n');
  });
});

describe('what must not reach the engine', () => {
  const nested = `permit (principal, action, resource) when { ${'('.repeat(61)}true${')'.repeat(61)} };`;

  it.each([
    ['policyToJson', () => cedar.policyToJson(nested)],
    ['formatPolicies', () => cedar.formatPolicies(nested)],
    ['validatePolicies', () => cedar.validatePolicies(schema, { p: nested })],
    ['validatePolicies with templates', () => cedar.validatePolicies(schema, {}, { t: nested })],
    ['preparePolicies', () => cedar.preparePolicies('nested', schema, { p: nested })],
    ['schemaToJson', () => cedar.schemaToJson(nested)],
    ['checkSchema', () => cedar.checkSchema(nested)],
  ])('deep parentheses are refused by %s before the engine sees them', (_, call) => {
    expect(messages(call())).toEqual([
      'brackets nest more than 60 deep, more than the policy engine can take',
    ]);
  });

  it.each([
    ['an integer that JavaScript cannot hold exactly', 2 ** 53 + 2],
    ['a fraction', 1.5],
    ['no number', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
  ])('%s in a context is refused rather than changed', (_, count) => {
    const prepared = valueIn(cedar.preparePolicies('numbers', schema, { p: PERMIT }));
    expect(messages(prepared.authorize({ ...query, context: { count } }))).toEqual([
      `the number ${count} is not an integer that can be passed on exactly`,
    ]);
  });

  it('an unsafe integer in an entity or a policy is refused', () => {
    const entity = { uid: query.principal, attrs: { age: 2 ** 60 }, parents: [] };
    expect(messages(cedar.checkEntities([entity], schema))).toEqual([
      expect.stringMatching(/^attribute `age` of `.*`: the number/),
    ]);
    const policy = {
      ...valueIn(cedar.policyToJson(PERMIT)),
      conditions: [{ kind: 'when', body: { Value: 0.5 } }],
    } as cedar.PolicyJson;
    expect(messages(cedar.policyToText(policy))).toEqual([expect.stringContaining('the number 0.5')]);
  });

  it('the largest exact integer is passed on', () => {
    const policies = {
      p: 'permit (principal, action, resource) when { context.count == 9007199254740991 };',
    };
    const prepared = valueIn(cedar.preparePolicies('largest', schema, policies));
    const answer = prepared.authorize({ ...query, context: { count: Number.MAX_SAFE_INTEGER } });
    expect(valueIn(answer).decision).toBe('allow');
  });
});

describe('an engine that a call has damaged', () => {
  const overflows: [string, () => cedar.EngineAnswer<unknown>][] = [
    ['a long chain of attributes', () => cedar.policyToJson(OVERFLOWING)],
    ['a long chain of parents', () => cedar.checkEntities(deepChain(12_000), schema)],
  ];

  it.each(overflows)('is replaced after %s: the call fails, the next one works', (_, call) => {
    expect(messages(call())).toEqual(['the policy engine ran out of stack and was restarted']);
    expect(cedar.policyToJson(PERMIT).ok).toBe(true);
  });

  it.each(overflows)('policies prepared before %s still decide', (_, call) => {
    const prepared = valueIn(cedar.preparePolicies('before', schema, { p: PERMIT }));
    const other = valueIn(cedar.preparePolicies('other', schema, {}));
    expect(call().ok).toBe(false);
    expect(valueIn(prepared.authorize(query))).toEqual({ decision: 'allow', reason: ['p'], errors: [] });
    expect(valueIn(other.authorize(query)).decision).toBe('deny');
  });

  it('a query that damages it fails alone', () => {
    const prepared = valueIn(cedar.preparePolicies('alone', schema, { p: PERMIT }));
    const answer = prepared.authorize({ ...query, entities: deepChain(12_000) });
    expect(messages(answer)).toEqual(['the policy engine ran out of stack and was restarted']);
    expect(valueIn(prepared.authorize(query)).decision).toBe('allow');
  });

  it('survives what makes V8 abort the process when calls into the engine are inlined', () => {
    const probe = fileURLToPath(new URL('../../helpers/deoptimized-calls.ts', import.meta.url));
    const output = execFileSync(process.execPath, [probe], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(output).toBe('survived 30000 calls\n');
  });
});

describe('an engine that throws a call out', () => {
  it('is replaced before what each throw leaves behind uses up its stack', () => {
    const prepared = valueIn(cedar.preparePolicies('thrown', schema, { p: PERMIT }));
    const told = new Set<string>();
    // An instance takes some 5,500.
    for (let call = 0; call < 6_000; call += 1)
      for (const message of messages(cedar.policyToText(unreadable()))) told.add(message);
    expect([...told]).toEqual([expect.stringMatching(/^the policy engine refused its input: /)]);
    expect(valueIn(prepared.authorize(query)).decision).toBe('allow');
  });

  it.each<[string, Partial<cedar.AuthorizationQuery>]>([
    ['an identifier', { principal: { type: 'User', id: '\ud800' } }],
    ['the context', { context: { '\udfff': 1 } }],
    ['an entity', { entities: [{ uid: query.principal, attrs: { name: '\ud800' }, parents: [] }] }],
  ])('is not given %s with half of a surrogate pair in it', (_, change) => {
    const prepared = valueIn(cedar.preparePolicies('surrogates', schema, { p: PERMIT }));
    expect(messages(prepared.authorize({ ...query, ...change }))).toEqual([
      expect.stringContaining('has half of a surrogate pair'),
    ]);
  });

  it('is let go of when it was replaced', () => {
    // Each copy takes some 2 MB, and no loader may keep it.
    const modules = () => Object.keys(createRequire(import.meta.url).cache).length;
    expect(cedar.policyToJson(OVERFLOWING).ok).toBe(false);
    expect(cedar.policyToJson(PERMIT).ok).toBe(true);
    const before = modules();
    for (let copy = 0; copy < 5; copy += 1) {
      expect(cedar.policyToJson(OVERFLOWING).ok).toBe(false);
      expect(cedar.policyToJson(PERMIT).ok).toBe(true);
    }
    expect(modules()).toBe(before);
  });
});

describe('answers', () => {
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`p${index}`, PERMIT]));
  const failing = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `e${index}`,
      `permit (principal, action, resource) when { context.count + ${index} > 0 };`,
    ]),
  );

  it('list reasons and errors in the same order however often one asks', () => {
    const prepared = valueIn(cedar.preparePolicies('sorted', schema, { ...many, ...failing }));
    const answers = Array.from({ length: 20 }, () => valueIn(prepared.authorize(query)));
    expect(answers[0]?.reason).toEqual(Object.keys(many).sort());
    expect(answers[0]?.errors.map((error) => error.policyId)).toEqual(Object.keys(failing).sort());
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('list validation errors in the same order however often one asks', () => {
    const wrong = 'permit (principal, action, resource) when { principal.a && resource.b && context.c };';
    const policies = Object.fromEntries(Object.keys(many).map((id) => [id, wrong]));
    const answers = Array.from({ length: 20 }, () => valueIn(cedar.validatePolicies(schema, policies)));
    expect(answers[0]?.errors.length).toBeGreaterThanOrEqual(12);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it.each(['__proto__', 'constructor', 'toString', '', '😀', 'a\nb', '"', 'a::b', '\0'])(
    'name a policy with the id %j by that id',
    (id) => {
      const policies: Record<string, string> = Object.create(null);
      policies[id] = PERMIT;
      const prepared = valueIn(cedar.preparePolicies('ids', schema, policies));
      expect(valueIn(prepared.authorize(query)).reason).toEqual([id]);
      const invalid: Record<string, string> = Object.create(null);
      invalid[id] = 'permit (principal is Usr, action, resource);';
      const validation = valueIn(cedar.validatePolicies(schema, invalid));
      expect(validation.errors.map((error) => error.policyId)).toEqual([id]);
    },
  );
});

describe('prepared policies', () => {
  it('that do not parse are told', () => {
    expect(messages(cedar.preparePolicies('broken', schema, { p: 'permit' }))).toHaveLength(1);
    const noSchema = { '': { entityTypes: {}, actions: { a: { memberOf: [{ id: 'missing' }] } } } };
    expect(messages(cedar.preparePolicies('broken', noSchema, { p: PERMIT }))).toHaveLength(1);
  });

  it('never decide with the policies of others that were prepared later under the same name', () => {
    const first = valueIn(cedar.preparePolicies('shared', schema, { first: PERMIT }));
    const second = valueIn(cedar.preparePolicies('shared', schema, { second: PERMIT }));
    expect(valueIn(first.authorize(query)).reason).toEqual(['first']);
    expect(valueIn(second.authorize(query)).reason).toEqual(['second']);
    cedar.preparePolicies('shared', schema, { third: 'permit' });
    expect(valueIn(first.authorize(query)).reason).toEqual(['first']);
  });

  it('refuse a request that the schema does not allow', () => {
    const prepared = valueIn(cedar.preparePolicies('request', schema, { p: PERMIT }));
    expect(messages(prepared.authorize({ ...query, resource: query.principal }))).toHaveLength(1);
    expect(messages(prepared.authorize({ ...query, context: { other: 1 } }))).toHaveLength(1);
  });
});
