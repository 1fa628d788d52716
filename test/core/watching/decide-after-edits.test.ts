import { describe, expect, it } from 'vitest';
import type { Decision, Engine } from '../../../src/core/engine/engine.ts';
import type { Request } from '../../../src/core/requests/map-call.ts';
import { decideAfterEdits } from '../../../src/core/watching/decide-after-edits.ts';
import { emailEntities, uid, user } from '../../helpers/email-entities.ts';
import fc from '../../helpers/fast-check.ts';
import { engineOf } from '../../helpers/policies.ts';

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
  const engine = decideAfterEdits(
    [{ request, expected: { decision: 'allow' }, actual: earlier, status: 'passed', http: 200 }],
    { whole: counting, edited: engineOf(textOf(only(now, edited)), 'edited'), ids: new Set(edited) },
  );
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
      { numRuns: 150 },
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
    expect(decideAfter({ ...NONE, ...before }, { ...NONE, ...now }).asked).toBe(expected);
  });

  it('asks about all policies when it does not know the request', () => {
    const whole = engineOf(textOf({ ...NONE, everyone: 'satisfied' }), 'unknown');
    const edits = { whole, edited: engineOf('', 'nothing'), ids: new Set<string>() };
    expect(decideAfterEdits([], edits).decide(request, entities)).toMatchObject({ kind: 'allowed' });
  });
});
