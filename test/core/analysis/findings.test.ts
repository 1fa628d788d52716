import { describe, expect, it } from 'vitest';
import { diagnosePolicies } from '../../../src/core/analysis/findings/diagnose-policies.ts';
import { describeDiagnostic } from '../../../src/core/diagnostics/diagnostic.ts';
import { schemaOf, smallSchema } from '../../helpers/analysis.ts';
import { policySetOf } from '../../helpers/policies.ts';

const SCHEMA = schemaOf(
  smallSchema({ user: 'in [Doc] { vip: Bool }', doc: '{ size: Long, status: String, labels: Set<String> }' }),
);

function findings(policies: string): readonly string[] {
  return diagnosePolicies(SCHEMA, policySetOf(policies).policies).map(
    (one) => `${one.code} ${describeDiagnostic(one)}`,
  );
}

describe('policies that do nothing', () => {
  it('are none where each has its part', () => {
    expect(
      findings(`
        @id("small") permit (principal, action, resource) when { resource.size < 10 };
        @id("draft") permit (principal, action, resource) when { resource.status == "draft" };
        @id("large") forbid (principal, action, resource) when { resource.size > 5 } unless { principal.vip };`),
    ).toEqual([]);
  });

  it.each([
    ['numbers', 'resource.size < 10 && resource.size > 20'],
    ['texts', 'resource.status like "a*" && resource.status like "b*"'],
    ['sets', 'resource.labels.isEmpty() && resource.labels.contains("a")'],
  ])('are found where conditions about %s contradict each other', (_, condition) => {
    const [first, ...others] = findings(`
      @id("idle") permit (principal, action, resource) when { ${condition} };
      @id("all") permit (principal, action, resource) when { resource.size > 3 };`);
    expect(first).toContain('policy-never-applies policies/a.cedar:2:7: policy `idle` applies to no request');
    expect(others).toEqual([]);
  });

  it('are found with what shadows them', () => {
    expect(
      findings(`
        @id("wide") permit (principal, action, resource) when { resource.size < 10 };
        @id("narrow") permit (principal, action, resource) when { resource.size < 5 };
        @id("never") permit (principal, action, resource) when { resource.status == "sent" };
        @id("sent") forbid (principal, action, resource) when { resource.status == "sent" };`),
    ).toEqual([
      expect.stringContaining(
        '`narrow` changes no decision: `wide` (policies/a.cedar:2:9) applies wherever it does',
      ),
      expect.stringContaining(
        '`never` changes no decision: `sent` (policies/a.cedar:5:9) forbids wherever it applies',
      ),
    ]);
  });

  it('are to be removed one at a time where each is needless only beside the other', () => {
    const helps = (policies: string) =>
      diagnosePolicies(SCHEMA, policySetOf(policies).policies).map(({ help }) => help);
    const small = 'permit (principal, action, resource) when { resource.size < 10 };';
    const alone =
      'remove it alone, and look again: the same is said of others that do its work; or correct what it was meant to say';
    expect(helps(`${small} ${small}`)).toEqual([alone, alone]);
    const below = 'permit (principal, action, resource) when { resource.size < 5 };';
    expect(helps(`${small} ${below}`)).toEqual(['remove it, or correct what it was meant to say']);
    const guard = 'forbid (principal, action, resource) when { resource.size > 10 };';
    expect(helps(`${small} ${guard}`)).toEqual([
      'keep it if it is to hold whatever will be permitted, as an invariant does; else remove it, or correct what it was meant to say',
    ]);
  });

  it('are warned of, but for a forbid that may guard what comes', () => {
    const severities = (policies: string) =>
      diagnosePolicies(SCHEMA, policySetOf(policies).policies).map(({ severity }) => severity);
    const small = 'permit (principal, action, resource) when { resource.size < 10 };';
    const guard = 'forbid (principal, action, resource) when { resource.size > 10 };';
    const below = 'forbid (principal, action, resource) when { resource.size > 20 };';
    expect(severities(`${small} ${guard}`)).toEqual(['info']);
    const all = 'permit (principal, action, resource);';
    expect(severities(`${all} ${guard} ${below}`)).toEqual(['warning']);
    expect(severities(`${small} ${small}`)).toEqual(['warning', 'warning']);
  });

  it('are not found where they do something once an entity is missing', () => {
    const schema = schemaOf(smallSchema({ user: '{ vip: Bool }', doc: '{ owner: User }' }));
    const codes = (policies: string) =>
      diagnosePolicies(schema, policySetOf(policies).policies).map(({ code }) => code);
    const all = 'permit (principal, action, resource);';
    const idle = 'resource.owner.vip && !resource.owner.vip';
    expect(codes(`${all} permit (principal, action, resource) when { resource.owner.vip };`)).toEqual([]);
    expect(codes(`${all} forbid (principal, action, resource) unless { resource.owner has vip };`)).toEqual(
      [],
    );
    expect(codes(`${all} permit (principal, action, resource) when { principal.vip };`)).toEqual([
      'policy-changes-nothing',
    ]);
    expect(codes(`${all} permit (principal, action, resource) when { ${idle} };`)).toEqual([
      'policy-never-applies',
    ]);
  });

  it('are found where it takes several others to make one needless', () => {
    const [only] = findings(`
      @id("low") permit (principal, action, resource) when { resource.size < 10 };
      @id("high") permit (principal, action, resource) when { resource.size > 5 };
      @id("vip") permit (principal, action, resource) when { principal.vip };`);
    expect(only).toContain(
      '`vip` changes no decision: the other policies together decide the same without it',
    );
  });
});

describe('policies that may err', () => {
  const errs =
    '@id("area") permit (principal, action, resource) when { resource.size * 100000000000 < 100 };';

  it('are found, with a request that makes them err', () => {
    const [found, ...others] = diagnosePolicies(SCHEMA, policySetOf(errs).policies);
    expect(found?.code).toBe('policy-may-err');
    expect(found?.details?.join('\n')).toMatch(/resource Doc::"doc1", with labels = \[\], size = -?\d{8,}/);
    expect(others).toEqual([]);
  });

  it('are not found where the operands are checked first', () => {
    expect(
      findings(
        'permit (principal, action, resource) when { resource.size > 0 && resource.size < 9 && resource.size * 8 < 100 };',
      ),
    ).toEqual([]);
  });

  it('change something by erring alone', () => {
    const policies = `
      permit (principal, action, resource);
      @id("errs") forbid (principal, action, resource) when { resource.size * 100000000000 < 0 && resource.size > 0 };`;
    expect(
      findings(policies)
        .map((one) => one.split(' ')[0])
        .sort(),
    ).toEqual(['policy-may-err', 'policy-never-applies']);
  });

  it('are not to be removed where they never apply, since their errors deny', () => {
    const helps = (condition: string) =>
      diagnosePolicies(
        SCHEMA,
        policySetOf(`permit (principal, action, resource);
          @id("errs") forbid (principal, action, resource) when { ${condition} };`).policies,
      ).flatMap(({ code, help }) => (code === 'policy-never-applies' ? [help] : []));
    expect(helps('resource.size * 100000000000 < 0 && resource.size > 0')).toEqual([
      expect.stringContaining('correct it; calls for which it cannot be evaluated are denied'),
    ]);
    expect(helps('resource.size < 0 && resource.size > 0')).toEqual([
      expect.stringContaining('correct or remove it'),
    ]);
  });
});

describe('policies that look into what is not sent', () => {
  const schema = schemaOf(
    smallSchema({
      user: 'in [Team] { vip?: Bool, boss?: User }',
      doc: 'in [Team] { owner: User, team: Team, place: Place, level: Level } tags Place',
      context: '{ place?: Place }',
      more: 'entity Team { lead: User, plan: String }; entity Place in [Place] { open?: Bool }; entity Level enum ["low"];',
    }),
  );
  const unsentIn = (condition: string) =>
    diagnosePolicies(
      schema,
      policySetOf(`@id("p") forbid (principal, action, resource) when { ${condition} };`).policies,
      { facts: [{ kind: 'only-slice' }] },
    ).flatMap(({ code, message }) => (code === 'entity-not-sent' ? [message] : []));

  it.each([
    [
      'resource.place has open && resource.place.open',
      '`resource.place` (Place), which is not sent with a request',
    ],
    ['resource.place in Place::"x"', '`resource.place` (Place), which is not sent with a request'],
    ['Place::"x" has open && Place::"x".open', '`Place::"x"` (Place), which is not sent with a request'],
    [
      'context has place && context.place has open',
      '`context.place` (Place), which is not sent with a request',
    ],
    ['resource has place.open', '`resource.place` (Place), which is not sent with a request'],
    [
      'resource.hasTag("t") && resource.getTag("t") has open',
      '`resource.getTag("t")` (Place), which is not sent with a request',
    ],
    [
      'resource.owner has vip',
      '`resource.owner` (User), which is not sent with a request, unless it is the principal or the resource',
    ],
    [
      'principal has boss && principal.boss has vip',
      '`principal.boss` (User), which is not sent with a request, unless it is the principal or the resource',
    ],
    [
      'resource.team.lead has vip',
      '`resource.team.lead` (User), which is not sent with a request, unless it is the principal or the resource',
    ],
  ])('are found: %s', (condition, what) => {
    expect(unsentIn(condition)).toEqual([`policy \`p\` looks into ${what}`]);
  });

  it.each([
    ['what a resource may be in', 'resource.team.plan == "free"'],
    ['what a policy compares alone', 'resource.owner == principal || resource.place == Place::"x"'],
    ['members of a type that lists them', 'resource.level == Level::"low"'],
    ['the principal itself', 'principal has vip && principal.vip'],
    ['a type of resource that the policy is not about', 'resource is User && resource.boss has vip'],
  ])('are not found where it is %s', (_, condition) => {
    expect(unsentIn(condition)).toEqual([]);
  });

  it('are not found where others make the requests', () => {
    const { policies } = policySetOf(
      'forbid (principal, action, resource) when { resource.place has open };',
    );
    expect(diagnosePolicies(schema, policies).map(({ code }) => code)).not.toContain('entity-not-sent');
  });
});

describe('actions that a policy names and rules out', () => {
  const schema = schemaOf(`
    entity User { vip: Bool };
    entity Message, Campaign { size: Long };
    entity File;
    action readAll;
    action read, send in [readAll] appliesTo { principal: [User], resource: [Message] };
    action stop in [readAll] appliesTo { principal: [User], resource: [Campaign] };
    action share appliesTo { principal: [User], resource: [Message, Campaign] };`);
  const ruledOut = (effect: string, rest: string) =>
    diagnosePolicies(schema, policySetOf(`@id("p") ${effect} (principal, ${rest};`).policies).flatMap(
      ({ code, message, help }) => (code === 'policy-action-ruled-out' ? [`${message}; ${help}`] : []),
    );
  const list = 'action in [Action::"read", Action::"stop", Action::"share"]';

  it.each([
    ['by the type of the scope', 'resource is Message)'],
    ['by the resource of the scope', 'resource == Message::"m")'],
    ['by a condition', 'resource) when { resource is Message && principal.vip }'],
    ['by what the condition asks of the action', 'resource) unless { action == Action::"stop" }'],
    ['by numbers', 'resource) when { resource is Message || (resource.size > 3 && resource.size < 3) }'],
  ])('are found where they are ruled out %s', (_, rest) => {
    expect(ruledOut('forbid', `${list}, ${rest}`)).toEqual([
      expect.stringMatching(
        /^policy `p` names `stop`, and applies to no such request; it forbids none of them/,
      ),
    ]);
  });

  it('are counted where there are many', () => {
    const names = Array.from({ length: 7 }, (_, index) => `stop${index}`);
    const wide = schemaOf(`
      entity User, Message, Campaign;
      action read appliesTo { principal: [User], resource: [Message] };
      action ${names.join(', ')} appliesTo { principal: [User], resource: [Campaign] };`);
    const actions = ['read', ...names].map((name) => `Action::"${name}"`).join(', ');
    const [found] = diagnosePolicies(
      wide,
      policySetOf(`permit (principal, action in [${actions}], resource is Message);`).policies,
    );
    expect(found?.message).toContain('`stop0`, `stop1`, `stop2`, `stop3`, `stop4` and 2 more actions');
    expect(found?.help).toContain('it permits none of them');
  });

  it.each([
    ['they apply to one of their types', 'action in [Action::"read", Action::"share"], resource is Message)'],
    ['they are named by a group alone', 'action in [Action::"readAll"], resource is Message)'],
    ['they are not named', 'action, resource is Message)'],
  ])('are none where %s', (_, rest) => {
    expect(ruledOut('permit', rest)).toEqual([]);
  });

  it('are not told of where the policy applies to nothing at all', () => {
    const { policies } = policySetOf(`permit (principal, ${list}, resource is File);`);
    expect(diagnosePolicies(schema, policies).map(({ code }) => code)).toEqual(['policy-never-applies']);
  });
});
