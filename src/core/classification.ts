import { type Api, describeApi } from './api.ts';
import type { Facts } from './patterns/signals/facts.ts';
import type { Diagnostic, Outcome } from './diagnostic.ts';
import { hasErrors } from './diagnostic.ts';
import type { Endpoint, Shape, Spec } from './endpoint.ts';
import { type Decided, type EntityTyping, findEntityTypes } from './entity-type.ts';
import { nearest } from './nearest.ts';
import { PATTERNS } from './patterns/index.ts';
import { type Evidence, PATTERN_NAMES, type PatternName, type ResourceFrom } from './patterns/pattern.ts';

/** Who decided: the classifier, an `x-authz` object in the API description, or an override in `authz.yaml` or on the command line. */
export type Origin = 'classifier' | 'spec' | 'configuration';

/** An entity type together with where the call carries the identifier. */
export interface ResourceReference {
  /** Entity type without namespace: `EmailCampaign`; `Application` for the application. */
  readonly type: string;
  readonly from: ResourceFrom;
}

/** The answer for one endpoint. */
export interface Classification {
  readonly endpoint: Endpoint;
  readonly pattern: PatternName;
  /** Unique per entity of work; endpoints that share an action (batch and single) have the same. */
  readonly action: string;
  readonly resource: ResourceReference;
  /**
   * The identified containers that the call itself names above the resource, nearest first:
   * for `/tenants/{t}/campaigns/{c}` with resource `EmailCampaign` it is `[{type: 'Tenant', from: 'path:t'}]`.
   */
  readonly ancestors: readonly ResourceReference[];
  /** For `creation` and `listing`: the entity type of the things created or listed, when it is a type of its own. */
  readonly memberType?: string;
  /** Short sentences, strongest first. */
  readonly evidence: readonly string[];
  /** 0 to 1. */
  readonly confidence: number;
  readonly runnerUp?: {
    readonly pattern: PatternName;
    readonly from: ResourceFrom;
    readonly confidence: number;
  };
  readonly origin: Origin;
}

/** An entity type that the API's endpoints speak of. */
export interface FoundEntityType {
  /** A valid Cedar identifier, unique within the namespace, never `User`'s or `Application`'s reserved meaning by accident. */
  readonly name: string;
  /** The component (or inline shape) that describes one such entity: the source of its attributes. */
  readonly shape?: Shape;
  /** Direct parents: entity types that contain this one; sorted, without cycles over the whole API. */
  readonly parents: readonly string[];
  /** Why it is a type, and why it has these parents: short sentences. */
  readonly evidence: readonly string[];
}

/** Everything the classifier found out about an API. */
export interface ClassifiedApi {
  readonly spec: Spec;
  /** In the order of `spec.endpoints`. */
  readonly classifications: readonly Classification[];
  /** Sorted by name; includes every type named in `classifications` except `Application`. */
  readonly entityTypes: readonly FoundEntityType[];
}

/**
 * What a user says about one endpoint instead of the classifier; from `authz.yaml` (`overrides`), or from an `x-authz` object.
 * Every field is optional; a missing one is left to the classifier.
 */
export interface Override {
  readonly pattern?: PatternName;
  readonly resource?: ResourceFrom;
  readonly type?: string;
  readonly action?: string;
}

/**
 * Classifies every endpoint. Overrides, by `METHOD /path`, win over `x-authz` objects of the API description, which win over
 * the classifier.
 */
export function classifyApi(spec: Spec, overrides: ReadonlyMap<string, Override>): Outcome<ClassifiedApi> {
  const api = describeApi(spec);
  const diagnostics: Diagnostic[] = findUnknownKeys(spec, overrides);
  const verdicts = spec.endpoints.flatMap((endpoint) => judge(endpoint, api, overrides, diagnostics));
  if (hasErrors(diagnostics)) return { ok: false, diagnostics };
  const typing = findEntityTypes(api, verdicts);
  const actions = nameActions(verdicts, typing);
  const classifications = verdicts.map((verdict) => describe(verdict, typing, actions));
  return {
    ok: true,
    value: { spec, classifications, entityTypes: typing.entityTypes },
    diagnostics: [...diagnostics, ...typing.diagnostics],
  };
}

/** How an endpoint is written as a key, and named when it has no operation id. */
export function endpointKey(endpoint: Pick<Endpoint, 'method' | 'path'>): string {
  return `${endpoint.method} ${endpoint.path}`;
}

/** A decision with everything that led to it. */
interface Verdict extends Decided {
  readonly evidence: readonly string[];
  readonly confidence: number;
  readonly runnerUp?: Classification['runnerUp'];
  readonly origin: Origin;
  readonly action?: string;
}

function findUnknownKeys(spec: Spec, overrides: ReadonlyMap<string, Override>): Diagnostic[] {
  const known = new Set(spec.endpoints.map(endpointKey));
  return [...overrides.keys()]
    .filter((key) => !known.has(key))
    .map((key) => ({
      severity: 'error',
      code: 'unknown-endpoint',
      message: `an override names \`${key}\`, but the API description has no such endpoint`,
      ...helpNearest(key, known, 'write it as `METHOD /path`, exactly as in the API description'),
    }));
}

function helpNearest(
  word: string,
  candidates: Iterable<string>,
  otherwise: string,
): { readonly help: string } {
  const near = nearest(word, candidates);
  return { help: near === undefined ? otherwise : `did you mean \`${near}\`?` };
}

function judge(
  endpoint: Endpoint,
  api: Api,
  overrides: ReadonlyMap<string, Override>,
  diagnostics: Diagnostic[],
): readonly Verdict[] {
  const facts = api.facts.get(endpoint);
  if (facts === undefined) return [];
  const guess = guessPattern(endpoint, api, facts);
  const layers: readonly [Origin, Override][] = [
    ['spec', readOverride(endpoint, diagnostics)],
    ['configuration', overrides.get(endpointKey(endpoint)) ?? {}],
  ];
  return [
    layers.reduce(
      (verdict, [origin, override]) => applyOverride(verdict, override, origin, diagnostics),
      guess,
    ),
  ];
}

interface Candidate {
  readonly pattern: PatternName;
  readonly from: ResourceFrom;
  readonly evidence: readonly Evidence[];
  readonly weight: number;
}

function guessPattern(endpoint: Endpoint, api: Api, facts: Facts): Verdict {
  const [best, second] = rankPatterns(endpoint, api);
  const margin = (best?.weight ?? 0) - (second?.weight ?? 0);
  const confidence = confidenceOf(margin);
  return {
    endpoint,
    facts,
    pattern: best?.pattern ?? 'implicit-scope',
    from: best?.from ?? 'application',
    evidence: sentencesOf(best?.evidence ?? []),
    confidence,
    ...(second !== undefined && {
      runnerUp: { pattern: second.pattern, from: second.from, confidence: round(1 - confidence) },
    }),
    origin: 'classifier',
  };
}

function rankPatterns(endpoint: Endpoint, api: Api): readonly Candidate[] {
  return PATTERNS.flatMap((pattern) => {
    const recognition = pattern.recognize(endpoint, api);
    if (recognition === undefined) return [];
    const weight = recognition.evidence.reduce((sum, evidence) => sum + evidence.weight, 0);
    return [{ pattern: pattern.name, ...recognition, weight }];
  }).sort((a, b) => b.weight - a.weight);
}

/** A margin of evidence as a probability; the slope was fitted on labelled operations of public APIs. */
function confidenceOf(margin: number): number {
  return round(1 / (1 + Math.exp(-0.7 * margin)));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function sentencesOf(evidence: readonly Evidence[]): readonly string[] {
  return evidence
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ text }) => text);
}

const OVERRIDE_KEYS = ['pattern', 'resource', 'type', 'action'] as const;

/** Reads the `x-authz` object of an endpoint; what is wrong with it becomes diagnostics. */
function readOverride(endpoint: Endpoint, diagnostics: Diagnostic[]): Override {
  const raw = endpoint.override;
  if (raw === undefined) return {};
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    diagnostics.push(
      problem(
        endpoint,
        '`x-authz` is not an object',
        'it may have the keys `pattern`, `resource`, `type` and `action`',
      ),
    );
    return {};
  }
  const read: Record<string, string> = {};
  for (const [key, value] of Object.entries(raw)) {
    if (!isOneOf(key, OVERRIDE_KEYS)) {
      const { help } = helpNearest(
        key,
        OVERRIDE_KEYS,
        'its keys are `pattern`, `resource`, `type` and `action`',
      );
      diagnostics.push(problem(endpoint, `\`x-authz\` has an unknown key \`${key}\``, help));
    } else if (typeof value !== 'string' || value === '') {
      diagnostics.push(
        problem(endpoint, `\`${key}\` of \`x-authz\` is not a text`, 'write a non-empty text'),
      );
    } else {
      read[key] = value;
    }
  }
  return read as Override;
}

function isOneOf<T extends string>(word: string, list: readonly T[]): word is T {
  return (list as readonly string[]).includes(word);
}

function problem(endpoint: Endpoint, message: string, help: string): Diagnostic {
  return {
    severity: 'error',
    code: 'override',
    message: `${message}, on \`${endpointKey(endpoint)}\``,
    help,
  };
}

function applyOverride(
  verdict: Verdict,
  override: Override,
  origin: Origin,
  diagnostics: Diagnostic[],
): Verdict {
  if (Object.keys(override).length === 0) return verdict;
  const problems = checkOverride(verdict.endpoint, override);
  diagnostics.push(...problems);
  if (problems.length > 0) return verdict;
  const { pattern, resource, type, action } = override;
  return {
    ...verdict,
    pattern: pattern ?? verdict.pattern,
    from: resource ?? resourceFor(pattern, verdict),
    ...(type !== undefined && { type }),
    ...(action !== undefined && { action }),
    ...((pattern ?? resource) !== undefined && { confidence: 1, evidence: [ORIGIN_TEXT[origin]] }),
    origin,
  };
}

const ORIGIN_TEXT: Readonly<Record<Origin, string>> = {
  classifier: 'the classifier says so',
  spec: '`x-authz` in the API description says so',
  configuration: 'an override says so',
};

/** The resource that goes with an overridden pattern when the override names none. */
function resourceFor(pattern: PatternName | undefined, verdict: Verdict): ResourceFrom {
  if (pattern === undefined || pattern === verdict.pattern) return verdict.from;
  if (pattern === 'open' || pattern === 'implicit-scope') return 'application';
  const { inPath, elsewhere } = verdict.facts;
  const known = inPath.at(-1) ?? elsewhere[0];
  return verdict.from === 'application' ? (known?.from ?? 'application') : verdict.from;
}

function checkOverride(endpoint: Endpoint, override: Override): readonly Diagnostic[] {
  const { pattern, resource } = override;
  const problems: Diagnostic[] = [];
  if (pattern !== undefined && !isOneOf(pattern, PATTERN_NAMES)) {
    const { help } = helpNearest(
      pattern,
      PATTERN_NAMES,
      `the patterns are ${PATTERN_NAMES.map((name) => `\`${name}\``).join(', ')}`,
    );
    problems.push(problem(endpoint, `\`${String(pattern)}\` is not a pattern`, help));
  }
  const places = placesOf(endpoint);
  if (resource !== undefined && !places.includes(resource)) {
    const { help } = helpNearest(
      resource,
      places,
      `it can be ${places.map((place) => `\`${place}\``).join(', ')}`,
    );
    problems.push(problem(endpoint, `\`${resource}\` names no parameter or body property`, help));
  }
  return problems;
}

/** Everything that a resource of this endpoint can be identified by. */
function placesOf(endpoint: Endpoint): readonly string[] {
  const parameters = endpoint.parameters
    .filter((parameter) => parameter.in === 'path' || parameter.in === 'query')
    .map((parameter) => `${parameter.in}:${parameter.name}`);
  const properties = [...(endpoint.body?.shape.properties.keys() ?? [])].map((name) => `body:${name}`);
  return ['application', ...parameters, ...properties];
}

/** Every endpoint's action: its operation id, unless another has it; a batch takes the action of one of its kind. */
function nameActions(verdicts: readonly Verdict[], typing: EntityTyping): ReadonlyMap<Endpoint, string> {
  const taken = new Set<string>();
  const actions = new Map<Endpoint, string>();
  for (const { endpoint, action } of verdicts) {
    const wanted = endpoint.operationId ?? endpointKey(endpoint);
    const own = taken.has(wanted) ? endpointKey(endpoint) : wanted;
    taken.add(own);
    actions.set(endpoint, action ?? own);
  }
  for (const verdict of verdicts) {
    if (verdict.pattern !== 'batch' || verdict.action !== undefined) continue;
    const single = findSingle(verdict, verdicts, typing);
    const action = single && actions.get(single.endpoint);
    if (action !== undefined) actions.set(verdict.endpoint, action);
  }
  return actions;
}

/** The endpoint that does to one resource what a batch does to several. */
function findSingle(batch: Verdict, verdicts: readonly Verdict[], typing: EntityTyping): Verdict | undefined {
  const { type } = typing.resourceOf(batch);
  return verdicts.find(
    (verdict) =>
      verdict.pattern === 'single-resource' &&
      verdict.facts.endsWithIdentifier &&
      verdict.endpoint.method === batch.endpoint.method &&
      typing.resourceOf(verdict).type === type,
  );
}

function describe(
  verdict: Verdict,
  typing: EntityTyping,
  actions: ReadonlyMap<Endpoint, string>,
): Classification {
  const { endpoint, pattern, evidence, confidence, runnerUp, origin } = verdict;
  const memberType = typing.memberOf(verdict);
  return {
    endpoint,
    pattern,
    action: actions.get(endpoint) ?? endpointKey(endpoint),
    resource: typing.resourceOf(verdict),
    ancestors: typing.ancestorsOf(verdict),
    ...(memberType !== undefined && { memberType }),
    evidence,
    confidence,
    ...(runnerUp !== undefined && { runnerUp }),
    origin,
  };
}
