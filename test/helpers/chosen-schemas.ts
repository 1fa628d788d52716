/** A schema of a kind that random ones are not, and conditions, each of which fits some of its kinds of requests. */
export interface ChosenSchema {
  readonly schema: string;
  /** An id `"?"` stands for any of the type, the text `"?"` for any text, and `like "?"` for any pattern. */
  readonly conditions: readonly string[];
}

/** Listed types that others are in, and that are principals and resources; groups of actions in groups; two namespaces. */
const LISTED: ChosenSchema = {
  schema: `
    namespace Lib {
      entity Plan enum ["free", "pro", "max"];
      entity Zone in [Zone] { open?: Bool };
    }
    namespace App {
      entity Role enum ["admin", "dev"];
      entity Bot enum ["b1", "b2"];
      entity Team in [Lib::Plan, Team, Lib::Zone] { lead?: User, roles: Set<Role> };
      entity User in [Team, Role, Lib::Plan] { role: Role, roles: Set<Role>, boss?: User, plan?: Lib::Plan };
      entity Doc in [Doc, Team, Lib::Zone] { owner: User, plan: Lib::Plan, bots: Set<Bot>, zone?: Lib::Zone };
      action all;
      action write in [all];
      action rw in [write, all];
      action read in [rw] appliesTo {
        principal: [User, Bot], resource: [Doc, Team], context: { plans: Set<Lib::Plan>, bot?: Bot, team: Team }
      };
      action drop in [write] appliesTo { principal: [User], resource: [Doc, Bot, Role], context: { bot?: Bot } };
    }`,
  conditions: [
    'principal in Lib::Plan::"?"',
    'principal in App::Role::"?"',
    'principal in [App::Role::"admin", App::Role::"dev"]',
    'principal is App::User in App::Role::"?"',
    'principal.role in App::Role::"?"',
    'principal in principal.role',
    'principal in principal.roles',
    'principal has plan && principal in principal.plan',
    'principal has boss.plan && principal.boss.plan in Lib::Plan::"?"',
    'principal has boss && principal.boss in Lib::Plan::"?"',
    'principal.boss in App::Team::"?"',
    'principal.roles == [App::Role::"admin", App::Role::"dev"]',
    'principal.roles.containsAll([App::Role::"?"])',
    'App::User::"?" in Lib::Plan::"?"',
    'App::Team::"?" in Lib::Plan::"?"',
    'principal in App::Bot::"?"',
    'principal in [App::Bot::"?", App::Bot::"?"]',
    'principal has nothing',
    'resource in Lib::Zone::"?"',
    'resource in Lib::Plan::"?"',
    'resource.plan == Lib::Plan::"?"',
    'resource in resource.plan',
    'resource.owner in App::Role::"?"',
    'resource.owner in resource.owner.roles',
    'resource.bots.contains(principal)',
    'principal in resource.bots',
    'resource.bots.containsAll([App::Bot::"b1", App::Bot::"b2"])',
    'resource has zone.open && resource.zone.open',
    'resource has zone && resource in resource.zone',
    'resource has lead && resource.lead in resource',
    'resource is App::Role in App::Role::"?"',
    'App::Team::"?" in resource',
    'principal in resource.plan',
    'context.plans.containsAll([Lib::Plan::"free", Lib::Plan::"pro", Lib::Plan::"max"])',
    'context.team in context.plans',
    'principal in context.plans',
    'context has bot && context.bot in App::Bot::"?"',
    'context.team has lead.role && context.team.lead.role == App::Role::"?"',
    'action in App::Action::"all"',
    'action in [App::Action::"rw", App::Action::"drop"]',
    'App::Action::"rw" in App::Action::"write"',
  ],
};

/** Optional records in records, sets of records and of sets, names that Cedar's JSON gives a meaning, tags that are records. */
const RECORDS: ChosenSchema = {
  schema: `
    type Geo = { lat: Long, "": Bool };
    type Address = { city: String, "zip code"?: Long, geo?: Geo };
    type Pair = { a: Long, b?: Long };
    entity Org { home: Address, policy?: { level: Long, flags?: Set<String> } };
    entity User { addr?: Address, pairs: Set<Pair>, org: Org, nest: Set<Set<Long>>, "__entity"?: Long };
    entity Doc {
      addr: Address, pairs: Set<Pair>, one?: Pair, deep?: { in1: { in2?: { x: Long, u?: User } } }, names: Set<String>
    } tags Pair;
    action go appliesTo {
      principal: User, resource: Doc,
      context: { pair: Pair, req?: { "type": String, id: String }, longs: Set<Long>, key: String }
    };`,
  conditions: [
    'principal has addr',
    'principal has addr.geo.lat',
    'principal has addr && principal.addr == resource.addr',
    'resource.addr has "zip code" && resource.addr["zip code"] > 1',
    'resource.addr["zip code"] > 1',
    'resource.addr has geo.lat && resource.addr.geo[""]',
    'resource.addr has geo && resource.addr.geo == {lat: 1, "": true}',
    'principal.pairs.contains(context.pair)',
    'principal.pairs == resource.pairs',
    'principal.pairs.containsAll(resource.pairs)',
    'principal.pairs.containsAny(resource.pairs)',
    'resource.pairs == [context.pair]',
    'resource has one && resource.one == context.pair',
    'resource has one && resource.pairs.contains(resource.one)',
    'resource has deep.in1.in2.x',
    'resource has deep.in1.in2.u.addr',
    'resource has deep.in1.in2.u && resource.deep.in1.in2.u == principal',
    'resource has deep && resource.deep.in1 has in2',
    'resource.deep.in1.in2.x == 1',
    'principal.org.home == resource.addr',
    'principal.org has policy.flags && principal.org.policy.flags.contains("?")',
    'principal.org has policy && principal.org.policy.level > 1',
    'principal.nest.contains([1])',
    'principal.nest == [[1], [2]]',
    'principal.nest.contains(context.longs)',
    'principal.nest.containsAll([[1], context.longs])',
    '[[1], [2, 1]].contains(context.longs)',
    'principal has "__entity" && principal["__entity"] == 1',
    'context.pair has b',
    'context has req && context.req == {"type": "?", id: "?"}',
    'context.longs == [context.pair.a, 1]',
    'resource.hasTag(context.key) && resource.getTag(context.key) == context.pair',
    'resource.hasTag("?") && resource.getTag("?") has b',
    'resource.hasTag("?") && resource.pairs.contains(resource.getTag("?"))',
    'resource.getTag("?").a == 1',
    '{a: resource.addr, b: context.pair}.b has b',
    '(if principal has addr then principal.addr else resource.addr).city == "?"',
    '(if principal has addr then principal.addr else resource.addr) has geo',
    '[resource.addr].contains(principal.org.home)',
    'resource.names.contains(resource.addr.city)',
  ],
};

/** Texts with stars and escapes, compared with each other, as keys of tags, and in sets. */
const TEXTS: ChosenSchema = {
  schema: `
    entity User { n: String, m?: String, all: Set<String> } tags String;
    entity Doc { n: String, o: User } tags Set<String>;
    action go appliesTo { principal: User, resource: Doc, context: { s: String, t: String, o?: String } };`,
  conditions: [
    'context.s like "?"',
    'resource.n like "?" && !(resource.n like "?")',
    'context.s like "?" && context.s != "?"',
    'principal.getTag(context.s) like "?"',
    'principal.hasTag("?") && principal.getTag("?") like "?"',
    '(if context.s == "a" then context.t else resource.n) like "?"',
    '(if principal has m then principal.m else "b") == context.t',
    '(if context.s like "?" then context.s else context.t) like "?"',
    'context.s == context.t',
    'principal.n != resource.o.n',
    'context.o == "?"',
    'principal.all.contains(context.s)',
    'resource.getTag(context.t).containsAll(principal.all)',
    '[context.s, context.t, "b"].containsAll(principal.all)',
    'principal.all == ["a", context.s]',
    'resource.o.all.containsAny([context.s, "?"])',
    'principal.hasTag(context.s)',
    'resource.o.hasTag(context.s) && resource.o.getTag(context.s) == context.t',
    'resource.hasTag("?") && resource.getTag("?").isEmpty()',
    'principal == resource.o',
  ],
};

/** Several ways up, the same type at both ends, loops of references, and entities that nothing is known of. */
const WAYS: ChosenSchema = {
  schema: `
    entity A in [B, C, A] { x?: Bool, next?: A, bs: Set<B>, c: C } tags A;
    entity B in [C, B] { y: Bool, a?: A, cs: Set<C> };
    entity C in [C] { z?: Bool, as: Set<A> };
    entity Lone;
    action self appliesTo { principal: A, resource: A, context: { a?: A, b: B, lone?: Lone } };
    action up appliesTo { principal: A, resource: [B, C], context: { a: A, b: B, cs: Set<C>, as: Set<A> } };`,
  conditions: [
    'principal in resource',
    'resource in principal',
    'principal.next in resource',
    'principal.next.next == principal',
    'principal has next.next && principal.next.next in A::"?"',
    'principal.getTag("?") in B::"?"',
    'principal.hasTag("?") && principal.getTag("?") has x',
    'A::"?" in B::"?"',
    'B::"?" in C::"?" && A::"?" in B::"?"',
    'C::"?" in C::"?"',
    'principal in principal.bs',
    'principal in context.cs',
    'context.b in context.cs',
    'context.b in principal.c',
    'A::"?" has x && A::"?".x',
    'principal has c.z && principal.c.z',
    'resource has a.x',
    'resource.a in resource',
    'principal.c in resource',
    'principal.bs.contains(context.b)',
    'principal.bs == A::"?".bs',
    'principal.c.as.containsAny([principal, A::"?"])',
    'context has a && context.a in [principal, resource]',
    'principal is A in C::"?"',
    '(if principal has x then principal else A::"?") in B::"?"',
    '(if principal in B::"?" then principal.c else C::"?") has z',
    'Lone::"l" == Lone::"m"',
    'context has lone && context.lone in Lone::"?"',
  ],
};

export const CHOSEN_SCHEMAS: readonly ChosenSchema[] = [LISTED, RECORDS, TEXTS, WAYS];
