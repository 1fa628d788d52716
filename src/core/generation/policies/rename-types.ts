import { qualified } from '../../cedar/namespace.ts';
import { APPLICATION_TYPE } from '../../endpoints/application.ts';
import type { Model } from '../../model/model.ts';
import { typesOutsideTenants } from '../../model/tenancy.ts';
import { compareText } from '../../values/compare-text.ts';

/** What the names of a template become. */
export interface Naming {
  readonly model: Model;
  /** When set, group ids have the form `<userPoolId>|<group name>`. */
  readonly userPoolId?: string;
}

/** The id of a group, as the tokens' groups become ids. */
export function groupId(name: string, { userPoolId }: Pick<Naming, 'userPoolId'>): string {
  return userPoolId === undefined ? name : `${userPoolId}|${name}`;
}

/** Replaces the made-up names of types and groups, wherever they stand in the value of a policy. */
export function renameTypes(value: unknown, naming: Naming): unknown {
  if (Array.isArray(value)) return value.map((member) => renameTypes(member, naming));
  if (typeof value !== 'object' || value === null) return value;
  if ('is' in value && isShared(value.is)) return sharedTypes(value.is, naming.model);
  const isGroup = 'type' in value && value.type === 'App::Group';
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if ((key === 'type' || key === 'entity_type') && typeof member === 'string')
        return [key, typeName(member, naming.model)];
      if (isGroup && key === 'id' && typeof member === 'string') return [key, groupId(member, naming)];
      return [key, renameTypes(member, naming)];
    }),
  );
}

function typeName(name: string, model: Model): string {
  const names: Record<string, string | undefined> = {
    'App::User': model.principalType,
    'App::Group': model.groupType,
    'App::Tenant': model.tenantType,
    'App::Application': APPLICATION_TYPE,
  };
  return name.startsWith('App::')
    ? qualified(model.namespace, names[name] ?? name.slice('App::'.length))
    : name;
}

interface TypeTest {
  readonly left: unknown;
  readonly entity_type: string;
}

function isShared(test: unknown): test is TypeTest {
  return (
    typeof test === 'object' && test !== null && 'entity_type' in test && test.entity_type === 'App::Shared'
  );
}

/** `resource is App::Shared` becomes one test for each resource type that is outside every tenant. */
function sharedTypes(test: TypeTest, model: Model): unknown {
  const names = [...ofApplication(model), ...typesOutsideTenants(model)].sort(compareText);
  const tests = names.map((name) => ({
    is: { left: test.left, entity_type: qualified(model.namespace, name) },
  }));
  return anyOf(tests);
}

function ofApplication({ entityTypes }: Model): string[] {
  return entityTypes.map(({ name }) => name).filter((name) => name === APPLICATION_TYPE);
}

/** As a balanced tree: a chain as long as the types of a large API would be too deep for the engine. */
function anyOf(tests: readonly unknown[]): unknown {
  if (tests.length <= 1) return tests[0] ?? { Value: false };
  const middle = Math.ceil(tests.length / 2);
  return { '||': { left: anyOf(tests.slice(0, middle)), right: anyOf(tests.slice(middle)) } };
}
