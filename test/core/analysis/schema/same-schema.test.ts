import { describe, expect, it } from 'vitest';
import { isSameSchema } from '../../../../src/core/analysis/schema/same-schema.ts';
import { schemaOf } from '../../../helpers/analysis.ts';

const SCHEMA = `
  namespace App {
    type Profile = { name: String, address?: ipaddr };
    entity Team, Guild;
    entity Member in [Team, Guild] { profile: Profile, boss?: Member } tags Set<Long>;
    entity Level enum ["low", "high"];
    action touch;
    action look, change in [touch] appliesTo {
      principal: [Member], resource: [Member, Team], context: { at: datetime, level?: Level }
    };
  }`;

const isSameAs = (text: string) => isSameSchema(schemaOf(SCHEMA), schemaOf(text));

describe('two schemas', () => {
  it.each([
    [
      'in another order',
      SCHEMA.replace('entity Level enum ["low", "high"];', '').replace(
        'entity Team,',
        'entity Level enum ["high", "low"]; entity Team,',
      ),
    ],
    [
      'with the types in full',
      SCHEMA.replace('profile: Profile', 'profile: { address?: __cedar::ipaddr, "name": __cedar::String }'),
    ],
    [
      'with longer names',
      SCHEMA.replace('in [Team, Guild]', 'in [App::Guild, App::Team]').replace(
        'boss?: Member',
        'boss?: App::Member',
      ),
    ],
    ['with groups written out', SCHEMA.replace('in [touch]', 'in [App::Action::"touch"]')],
    ['with annotations', SCHEMA.replace('entity Team', '@doc("people") entity Team')],
    ['with a common type that nobody uses', SCHEMA.replace('entity Team', 'type Unused = Long; entity Team')],
  ])('say the same %s', (_, text) => {
    expect(isSameAs(text)).toBe(true);
  });

  it.each([
    ['an attribute', SCHEMA.replace('name: String', 'name: Long')],
    ['whether an attribute may be missing', SCHEMA.replace('address?', 'address')],
    ['an attribute in a record', SCHEMA.replace('address?: ipaddr', 'address?: ipaddr, more?: Long')],
    ['parents', SCHEMA.replace('in [Team, Guild]', 'in [Team]')],
    ['tags', SCHEMA.replace('Set<Long>', 'Set<String>')],
    ['whether there are tags', SCHEMA.replace(' tags Set<Long>', '')],
    ['the ids of an enumeration', SCHEMA.replace('"high"', '"top"')],
    ['whether it is an enumeration', SCHEMA.replace(' enum ["low", "high"]', '')],
    ['an entity type', SCHEMA.replace('entity Team,', 'entity Crowd, Team,')],
    ['an action', SCHEMA.replace('action touch;', 'action touch, feel;')],
    ['groups of actions', SCHEMA.replace(' in [touch]', '')],
    ['whom an action is for', SCHEMA.replace('principal: [Member]', 'principal: [Member, Team]')],
    ['what an action is about', SCHEMA.replace('[Member, Team], context', '[Member], context')],
    ['the context', SCHEMA.replace('at: datetime', 'at: duration')],
    ['the namespace', SCHEMA.replace('namespace App', 'namespace Other')],
  ])('do not say the same where they differ in %s', (_, text) => {
    expect(text).not.toBe(SCHEMA);
    expect(isSameAs(text)).toBe(false);
  });
});
