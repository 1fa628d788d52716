import { lazy } from '../caching/memoize.ts';
import { type Diagnostic, hasErrors, type Outcome } from '../diagnostics/diagnostic.ts';
import { nearestEndpointKey } from '../diagnostics/nearest-operation.ts';
import type { PlaceOfSetting } from '../diagnostics/source.ts';
import { endpointKey } from '../endpoints/endpoint-key.ts';
import type { PatternName } from '../endpoints/pattern.ts';
import { PATTERN_TRAITS } from '../endpoints/pattern.ts';
import type { Remarks } from '../endpoints/remark.ts';
import { describeIdentifier, type ResourceFrom } from '../endpoints/resource-from.ts';
import type { Endpoint, Spec } from '../openapi/endpoint.ts';
import { type ActionNames, nameActions } from './action-names.ts';
import { type Api, describeApi } from './api.ts';
import type { Classification, ClassifiedApi, Origin } from './classified-api.ts';
import { mistypedTypes } from './entity-types/mistyped-types.ts';
import { type Decided, type EntityTyping, findEntityTypes } from './entity-types.ts';
import { matchEndpoints } from './path-pattern.ts';
import {
  checkOverride,
  type Override,
  type PlaceOfOverride,
  readOverride,
  suggest,
} from './patterns/override.ts';
import { rankPatterns } from './ranking/ranking.ts';
import { remarksOfApi } from './remarks/remarks-of-api.ts';
import { SUREST_UNDOCUMENTED, saysNothing } from './remarks/undocumented.ts';
import { findSecondThings, type SecondThing, unaskedRemark, unaskedThing } from './seconds/second-checks.ts';
import { describeSharedRoutes } from './shared-route.ts';
import type { Facts } from './signals/facts.ts';
import type { TypeNames } from './type-names.ts';

export type { Override } from './patterns/override.ts';

/**
 * Classifies every endpoint. Overrides, by `METHOD /path` (`*` stands for any segment), win over `x-authz` objects of the API description, which win over
 * the classifier. `placeOfSetting` says where the overrides stand, for messages.
 */
export function classifyApi(
  spec: Spec,
  overrides: ReadonlyMap<string, Override>,
  said?: TypeNames,
  placeOfSetting?: PlaceOfSetting,
): Outcome<ClassifiedApi> {
  return classifierFor(spec, said, placeOfSetting)(overrides);
}

/** The same for one API and ever other overrides: what does not depend on them is found out once. */
export function classifierFor(
  spec: Spec,
  said?: TypeNames,
  placeOfSetting: PlaceOfSetting = () => ({}),
): (overrides: ReadonlyMap<string, Override>) => Outcome<ClassifiedApi> {
  const api = describeApi(spec);
  const guesses = [...api.facts].map(([endpoint, usual]) => guessOf(endpoint, usual, api));
  return (overrides) => {
    const { byKey, unmatched } = matchEndpoints(spec.endpoints, overrides);
    const diagnostics = unmatched.map((key) => ({
      ...unknownEndpoint(key, spec),
      ...placeOfSetting(['overrides', key], 'key'),
    }));
    const configured = ({ endpoint }: PatternVerdict): SaidOverride[] => {
      const said = byKey.get(endpointKey(endpoint));
      if (said === undefined) return [];
      const placeOf: PlaceOfOverride = (part) => placeOfSetting(['overrides', said.key, part], 'value');
      return [{ origin: 'configuration', override: said.value, placeOf }];
    };
    const verdicts = guesses.map((guess) => judge(guess, configured(guess), diagnostics));
    if (hasErrors(diagnostics)) return { ok: false, diagnostics };
    const typing = findEntityTypes(api, verdicts, said);
    const names = nameActions(verdicts, typing);
    const second = findSecondThings({ verdicts, typing, actions: names.shared });
    if (hasErrors(second.diagnostics)) return { ok: false, diagnostics: second.diagnostics };
    const remarks = lazy(() => remarksOfApi(verdicts, second.things));
    const classifications = verdicts.map((verdict) =>
      describe(verdict, { typing, names, second: second.things.get(verdict.endpoint), remarks }),
    );
    const value = { spec, classifications, entityTypes: typing.entityTypes };
    const shared = describeSharedRoutes(spec, classifications);
    const mistyped = mistypedTypes(verdicts, typing, said);
    return { ok: true, value, diagnostics: [...diagnostics, ...typing.diagnostics, ...mistyped, ...shared] };
  };
}

/** Written out: copying an answer part by part takes as long as finding some of them. */
function guessOf(endpoint: Endpoint, usual: Facts, api: Api): PatternVerdict {
  const { pattern, from, facts = usual, evidence, confidence, runnerUp } = rankPatterns(endpoint, api);
  return { endpoint, facts, pattern, from, evidence, confidence, runnerUp, origin: 'classifier' };
}

/** A decision about one endpoint, with everything that led to it. */
interface PatternVerdict extends Decided {
  readonly evidence: readonly string[];
  readonly confidence: number;
  readonly runnerUp?: Classification['runnerUp'];
  readonly origin: Origin;
  readonly action?: string;
  readonly also?: string;
}

function unknownEndpoint(key: string, { basePath, basePaths, endpoints }: Spec): Diagnostic {
  // Calls, and what lists endpoints, have the base path.
  const below = [basePath, ...basePaths].map((base) => key.replace(` ${base}/`, ' /'));
  const meant = below.find((one) => matchEndpoints(endpoints, new Map([[one, {}]])).unmatched.length === 0);
  return {
    severity: 'error',
    code: 'unknown-endpoint',
    message: `an override names \`${key}\`, but the API description has no such endpoint`,
    help:
      meant === undefined
        ? suggest(below[0] ?? key, endpoints.map(endpointKey), nearestEndpointKey)
        : `did you mean \`${meant}\`?`,
  };
}

/** The classifier's answer, overruled by the API description and then by the configuration. */
function judge(
  guess: PatternVerdict,
  configured: readonly SaidOverride[],
  diagnostics: Diagnostic[],
): PatternVerdict {
  const { endpoint } = guess;
  return [...describedOverride(endpoint, diagnostics), ...configured].reduce((verdict, said) => {
    const problems = checkOverride(endpoint, said.override, said.placeOf);
    diagnostics.push(...problems);
    return hasErrors(problems) ? verdict : overrule(verdict, said);
  }, guess);
}

/** An override, who says it, and where. */
interface SaidOverride {
  readonly origin: Origin;
  readonly override: Override;
  readonly placeOf: PlaceOfOverride;
}

function describedOverride(endpoint: Endpoint, diagnostics: Diagnostic[]): readonly SaidOverride[] {
  if (endpoint.override === undefined) return [];
  const override = readOverride(endpoint, diagnostics);
  return [{ origin: 'spec', override, placeOf: () => endpoint.overrideAt ?? {} }];
}

/** Why an overruled answer is what it is. */
const SAID_BY: Readonly<Record<Origin, string>> = {
  classifier: 'the classifier says so',
  spec: '`x-authz` in the API description says so',
  configuration: 'an override says so',
};

function overrule(verdict: PatternVerdict, { origin, override, placeOf }: SaidOverride): PatternVerdict {
  const { pattern, resource, type, action, also } = override;
  if ((pattern ?? resource ?? type ?? action ?? also) === undefined) return verdict;
  return {
    ...verdict,
    pattern: pattern ?? verdict.pattern,
    from: resource ?? resourceFor(pattern, verdict),
    ...(type !== undefined && { type }),
    ...(action !== undefined && { action }),
    ...(also !== undefined && { also }),
    ...((pattern ?? resource) !== undefined && { confidence: 1, evidence: [SAID_BY[origin]] }),
    origin,
    placeOf: (part) => (override[part] === undefined ? verdict.placeOf?.(part) : undefined) ?? placeOf(part),
  };
}

/** The resource that goes with an overruled pattern when the override names none. */
function resourceFor(pattern: PatternName | undefined, { facts, ...verdict }: PatternVerdict): ResourceFrom {
  if (pattern === undefined || pattern === verdict.pattern) return verdict.from;
  if (PATTERN_TRAITS[pattern].about === 'application') return 'application';
  if (verdict.from !== 'application') return verdict.from;
  return (facts.inPath.at(-1) ?? facts.elsewhere[0])?.from ?? 'application';
}

/** What an answer is described with, beside what led to it. */
interface Described {
  readonly typing: EntityTyping;
  readonly names: { readonly shared: ActionNames; readonly own: ActionNames };
  readonly second: SecondThing | undefined;
  readonly remarks: () => ReadonlyMap<Endpoint, Remarks>;
}

function describe(verdict: PatternVerdict, { typing, names, second, remarks }: Described): Classification {
  const { endpoint, pattern, runnerUp, origin } = verdict;
  const memberType = typing.memberOf(verdict);
  const unasked = unaskedThing(second);
  return {
    endpoint,
    pattern,
    action: names.shared.get(endpoint) ?? endpointKey(endpoint),
    ownAction: names.own.get(endpoint) ?? endpointKey(endpoint),
    resource: typing.resourceOf(verdict),
    ancestors: typing.ancestorsOf(verdict),
    ...(memberType !== undefined && { memberType }),
    ...(verdict.also === 'none' && { isAlone: true as const }),
    ...(second?.type === 'asked' && { second: { ...second.check, resourceType: second.resourceType } }),
    ...(unasked !== undefined && { unasked }),
    ...sureness(verdict, second),
    ...(runnerUp !== undefined && { runnerUp }),
    origin,
    // To find them takes up to a fifth of the time, and a table of patterns shows none.
    get remarks() {
      return remarks().get(endpoint) ?? NO_REMARKS;
    },
  };
}

const NO_REMARKS: Remarks = {};

/** Of a write that says nothing of what it changes, nobody can be sure but who knows the application. */
function sureness(
  verdict: PatternVerdict,
  second: SecondThing | undefined,
): Pick<Classification, 'evidence' | 'confidence'> {
  const { confidence, origin } = verdict;
  const evidence = [...verdict.evidence, ...besides(second)];
  const nothing = origin === 'classifier' ? saysNothing(verdict) : undefined;
  if (nothing === undefined) return { evidence, confidence };
  return { evidence: [nothing, ...evidence], confidence: Math.min(confidence, SUREST_UNDOCUMENTED) };
}

/** What its calls act on besides is part of the evidence: whoever reviews an answer reads that. */
function besides(thing: SecondThing | undefined): readonly string[] {
  if (thing === undefined) return [];
  if (thing.type === 'unasked') return [unaskedRemark(thing.thing)];
  const { check, resourceType, others } = thing;
  return [
    `its calls ask \`${check.action}\` as well, about the \`${resourceType}\` that ${describeIdentifier(check.from)} names`,
    ...(others === undefined ? [] : [unaskedRemark(others)]),
  ];
}
