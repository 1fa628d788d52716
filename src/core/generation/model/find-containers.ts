import { wordsOf } from '../../classification/words.ts';
import { PRINCIPAL_TYPE } from '../../model/model.ts';
import type { Shape } from '../../openapi/endpoint.ts';
import { compareText } from '../../values/compare-text.ts';
import { asNoun, IDENTIFIES, isKey, type Reference, referencesIn } from './references.ts';
import { findTenantType, isSurelyCalledTenant } from './tenant-type.ts';
import {
  ancestorsOf,
  draftOf,
  type Finding,
  type TypeDraft,
  type TypeDrafts,
  withParent,
} from './type-draft.ts';

export interface ContainerInput {
  readonly types: TypeDrafts;
  readonly components: ReadonlyMap<string, Shape>;
  /** The claim that names the tenant of a caller: a property of that name names the tenant of a thing. */
  readonly tenantClaim: string;
  /** The type that somebody said is the tenant. */
  readonly tenantType?: string;
}

export interface FoundContainers {
  readonly types: TypeDrafts;
  readonly tenantType: string | undefined;
  readonly findings: readonly Finding[];
}

/**
 * What properties tell of tenants, where paths do not: `tenantId` puts a thing into its tenant. A type that still is in none is put into
 * one by what it names that is in a tenant: a section into its project.
 */
export function findContainers(input: ContainerInput): FoundContainers {
  const withTenant = addTenantType(input);
  const byPaths = input.tenantType ?? findTenantType([...withTenant.values()]);
  const direct = addParents(withTenant, (name) => name === byPaths || isSurelyTenant(name, input));
  const tenantType = input.tenantType ?? tenantOf(direct.types, input);
  if (tenantType === undefined) return { ...direct, tenantType };
  const further = addWayToTenant(direct.types, tenantType);
  return { types: further.types, tenantType, findings: [...direct.findings, ...further.findings] };
}

/** What the claim of the callers names is their tenant, once something is in it; else what is called like one. */
function tenantOf(types: TypeDrafts, { tenantClaim }: ContainerInput): string | undefined {
  const drafts = [...types.values()];
  const contains = (name: string) => drafts.some(({ parents }) => parents.includes(name));
  const named = drafts.find(({ name }) => asNoun(name) === nounOfClaim(tenantClaim) && contains(name));
  return named?.name ?? findTenantType(drafts);
}

function isSurelyTenant(name: string, { tenantClaim }: ContainerInput): boolean {
  return isSurelyCalledTenant(name) || asNoun(name) === nounOfClaim(tenantClaim);
}

/** `tenant` for `tenant_id`, `custom:tenantId` and `https://example.com/tenant`. */
function nounOfClaim(claim: string): string {
  const words = wordsOf(claim.slice(Math.max(claim.lastIndexOf('/'), claim.lastIndexOf(':')) + 1));
  return (IDENTIFIES.test(words.at(-1) ?? '') ? words.slice(0, -1) : words).join('');
}

/** A tenant that has no endpoint, and is known by the claim of the callers and a property of things. */
function addTenantType(input: ContainerInput): TypeDrafts {
  const { types, components, tenantClaim } = input;
  const noun = nounOfClaim(tenantClaim);
  const isKnown = [...types.keys()].some((name) => asNoun(name) === noun);
  if (noun === '' || isKnown || input.tenantType !== undefined) return types;
  const isNamed = [...types.values()].some(
    ({ shape }) => shape && referencesIn(shape).some((one) => one.noun === noun),
  );
  if (!isNamed) return types;
  const [component, shape] = [...components].find(([name]) => asNoun(name) === noun) ?? [];
  const name = component ?? `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}`;
  if (!/^[A-Za-z_]\w*$/.test(name)) return types;
  return new Map([...types, [name, draftOf(name, shape ? { shape } : {})]]);
}

interface ContainerSearch {
  readonly types: TypeDrafts;
  readonly findings: readonly Finding[];
}

/** Puts each type into the types that its properties name, as far as those qualify. */
function addParents(types: TypeDrafts, qualifies: (parent: string) => boolean): ContainerSearch {
  const byNoun = new Map([...types.keys()].filter(qualifies).map((name) => [asNoun(name), name]));
  return eachType(types, (draft, all) => candidates(draft, byNoun, all));
}

/** Types that are in no tenant yet, through what they name that is in one; again and again, as long as that finds more. */
function addWayToTenant(types: TypeDrafts, tenantType: string): ContainerSearch {
  let state: ContainerSearch = { types, findings: [] };
  for (let size = -1; size < state.findings.length; ) {
    size = state.findings.length;
    const { types: before } = state;
    const inTenant = (name: string) => ancestorsOf(name, before).includes(tenantType);
    const byNoun = new Map([...before.keys()].filter(inTenant).map((name) => [asNoun(name), name]));
    const more = eachType(before, (draft, all) => {
      if (draft.name === tenantType || inTenant(draft.name)) return [];
      const [best] = candidates(draft, byNoun, all);
      return best === undefined ? [] : [best];
    });
    state = { types: more.types, findings: [...state.findings, ...more.findings] };
  }
  return state;
}

interface ContainerCandidate {
  readonly reference: Reference;
  readonly parent: string;
}

/** Required properties first. Nobody is contained in a person, and nothing in what it contains. */
function candidates(
  draft: TypeDraft,
  byNoun: ReadonlyMap<string, string>,
  all: TypeDrafts,
): ContainerCandidate[] {
  if (draft.name === PRINCIPAL_TYPE || draft.shape === undefined) return [];
  const isSaid = ({ property }: Reference) => Object.hasOwn(draft.declared?.attributes ?? {}, property.name);
  return referencesIn(draft.shape)
    .filter((reference) => !isSaid(reference))
    .flatMap((reference) => {
      const parent = byNoun.get(reference.noun);
      const isPossible = parent !== undefined && parent !== draft.name && parent !== PRINCIPAL_TYPE;
      return isPossible && !ancestorsOf(parent, all).includes(draft.name) ? [{ reference, parent }] : [];
    })
    .sort((a, b) => Number(b.reference.property.required) - Number(a.reference.property.required));
}

function eachType(
  types: TypeDrafts,
  parentsOf: (draft: TypeDraft, all: TypeDrafts) => readonly ContainerCandidate[],
): ContainerSearch {
  const changed = new Map(types);
  const findings: Finding[] = [];
  for (const name of [...types.keys()].sort(compareText)) {
    for (const { reference, parent } of parentsOf(changed.get(name) ?? draftOf(name), changed)) {
      const draft = changed.get(name) ?? draftOf(name);
      const { property } = reference;
      if (!draft.parents.includes(parent))
        findings.push({
          type: name,
          property: property.name,
          text: `is in \`${parent}\``,
          sureness: surenessOf(reference),
        });
      changed.set(name, withParent(draft, parent, property.name));
    }
  }
  return { types: changed, findings };
}

/** What must be there says more than what may be, and what is called an identifier more than a part of an answer or a mere key. */
function surenessOf({ property }: Reference): number {
  const isRequired = property.required && !property.shape.nullable;
  const { shape, name } = property;
  const isLess = shape.type === 'object' || (isKey(shape) && !IDENTIFIES.test(wordsOf(name).at(-1) ?? ''));
  return isLess ? (isRequired ? 0.85 : 0.75) : isRequired ? 0.95 : 0.85;
}
