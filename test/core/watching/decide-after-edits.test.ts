import { describe, expect, it } from 'vitest';
import type { Decision, Engine } from '../../../src/core/engine/engine.ts';
import type { DecisionResult } from '../../../src/core/replay/replay.ts';
import type { Request } from '../../../src/core/requests/map-call.ts';
import { decideAfterEdits } from '../../../src/core/watching/decide-after-edits.ts';
import { emailEntities, uid, user } from '../../helpers/email-entities.ts';
import fc from '../../helpers/fast-check.ts';
import { engineOf } from '../../helpers/policies.ts';
import { runs } from '../../helpers/runs.ts';

const request: Request = {
  principal: uid('User', 'ana'),
  action: uid('Action', 'getEmailCampaign'),
  resource: uid('EmailCampaign', 'c1'),
  context: { tenants: [{ __entity: uid('Tenant', 'acme') }] },
};
const entities = [user('ana', 'editor', 'acme'), ...emailEntities];

const STATES = ['absent', 'satisfied', 'not satisfied', 'errs'] as const;
type State = (typeof STATES)[number];

const CONDITIONS: Readonly<Record<Exclude<State, 'absent'>, string>> = {
  satisfied: 'resource.status == "draft"',
  'not satisfied': 'resource.status == "sent"',
  errs: 'principal.email == ""',
};

const EFFECTS = { editors: 'permit', everyone: 'permit', ads: 'forbid', outside: 'forbid' } as const;
type Id = keyof typeof EFFECTS;
type States = Readonly<Record<Id, State>>;
const IDS = Object.keys(EFFECTS) as Id[];

function textOf(states: States): string {
  const written = IDS.map((id) => {
    const state = states[id];
    if (state === 'absent') return '';
    return `@id("${id}") ${EFFECTS[id]} (principal, action, resource) when { ${CONDITIONS[state]} };`;
  });
  return written.join('\n');
}

function only(states: States, ids: readonly Id[]): States {
  const state = (id: Id) => (ids.includes(id) ? states[id] : 'absent');
  return {
    editors: state('editors'),
    everyone: state('everyone'),
    ads: state('ads'),
    outside: state('outside'),
  };
}

function resultOf(about: Request, actual: Decision): DecisionResult {
  return { request: about, expected: { decision: 'allow' }, actual, status: 'passed', http: 200 };
}

/** The decision after the edit, and how often all policies were asked for it. */
function decideAfter(before: States, now: States): { decision: Decision; asked: number; whole: Engine } {
  const edited = IDS.filter((id) => before[id] !== now[id]);
  const whole = engineOf(textOf(now), 'now');
  let asked = 0;
  const counting: Engine = {
    ...whole,
    decide: (...question) => {
      asked += 1;
      return whole.decide(...question);
    },
  };
  const earlier = engineOf(textOf(before), 'before').decide(request, entities);
  const engine = decideAfterEdits([resultOf(request, earlier)], {
    whole: counting,
    edited: engineOf(textOf(only(now, edited)), 'edited'),
    ids: new Set(edited),
  });
  return { decision: engine.decide(request, entities), asked, whole };
}

const NONE: States = {
  editors: 'not satisfied',
  everyone: 'not satisfied',
  ads: 'not satisfied',
  outside: 'not satisfied',
};

const anyStates = fc.record<States>({
  editors: fc.constantFrom(...STATES),
  everyone: fc.constantFrom(...STATES),
  ads: fc.constantFrom(...STATES),
  outside: fc.constantFrom(...STATES),
});

describe('deciding after edits of policies', () => {
  it('comes to what all policies together decide, whatever was edited', () => {
    const alone = { yes: 0, no: 0 };
    fc.assert(
      fc.property(anyStates, anyStates, (before, now) => {
        const { decision, asked, whole } = decideAfter(before, now);
        expect(decision).toEqual(whole.decide(request, entities));
        alone[asked === 0 ? 'yes' : 'no'] += 1;
      }),
      runs(150),
    );
    expect(alone.yes).toBeGreaterThan(0);
    expect(alone.no).toBeGreaterThan(0);
  });

  it.each<[string, Partial<States>, Partial<States>, number]>([
    ['a permit comes to apply', {}, { editors: 'satisfied' }, 0],
    ['a permit is no longer there', { editors: 'satisfied' }, { editors: 'absent' }, 0],
    ['a forbid comes to apply', { editors: 'satisfied' }, { editors: 'satisfied', ads: 'satisfied' }, 0],
    ['another forbid remains', { ads: 'satisfied', outside: 'satisfied' }, { outside: 'satisfied' }, 0],
    ['the only forbid goes, which hid the permits', { ads: 'satisfied' }, {}, 1],
    ['an edited policy cannot be evaluated', {}, { editors: 'errs' }, 1],
    [
      'another policy could not be evaluated',
      { everyone: 'errs' },
      { everyone: 'errs', ads: 'satisfied' },
      1,
    ],
  ])('asks about all policies only where it must: %s', (_, before, now, expected) => {
    const { decision, asked, whole } = decideAfter({ ...NONE, ...before }, { ...NONE, ...now });
    expect(asked).toBe(expected);
    expect(decision).toEqual(whole.decide(request, entities));
  });

  it('goes by what was decided about the very same request, as about an item of a batch', () => {
    const one = 'permit (principal, action, resource == EmailApp::EmailCampaign::"c1");';
    const other = { ...request, resource: uid('EmailCampaign', 'c2') };
    const whole = engineOf(one, 'items');
    const results = [request, other].map((asked) => resultOf(asked, whole.decide(asked, entities)));
    const engine = decideAfterEdits(results, { whole, edited: engineOf('', 'none'), ids: new Set() });
    const decisions = [request, other].map((asked) => engine.decide(asked, entities));
    expect(decisions).toEqual(results.map(({ actual }) => actual));
    expect(decisions.map(({ kind }) => kind)).toEqual(['allowed', 'not-permitted']);
  });

  it('asks about all policies where one could not be evaluated, and was skipped as Cedar does', () => {
    const states: States = { ...NONE, editors: 'satisfied', everyone: 'errs' };
    const errored = engineOf(textOf(states), 'before').decide(request, entities);
    const skipped: Decision = { ...errored, decision: 'allow', kind: 'allowed' };
    const whole = engineOf(textOf({ ...states, ads: 'satisfied' }), 'now');
    const edited = engineOf(textOf(only({ ...states, ads: 'satisfied' }, ['ads'])), 'edited');
    const engine = decideAfterEdits([resultOf(request, skipped)], { whole, edited, ids: new Set(['ads']) });
    expect(engine.decide(request, entities)).toEqual(whole.decide(request, entities));
    expect(engine.decide(request, entities)).toMatchObject({ kind: 'errored' });
  });

  it('asks about all policies when it does not know the request', () => {
    const whole = engineOf(textOf({ ...NONE, everyone: 'satisfied' }), 'unknown');
    const edits = { whole, edited: engineOf('', 'nothing'), ids: new Set<string>() };
    expect(decideAfterEdits([], edits).decide(request, entities)).toMatchObject({ kind: 'allowed' });
  });
});
