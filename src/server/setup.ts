import type { Entity } from '../core/cedar/entity.ts';
import { type Diagnostic, InputError } from '../core/diagnostics/diagnostic.ts';
import { didYouMean, type NearestOf } from '../core/diagnostics/did-you-mean.ts';
import { nearestName } from '../core/diagnostics/nearest-operation.ts';
import type { OptionKind } from '../core/diagnostics/options.ts';
import type { AuthorizationEngine } from '../core/engine/authorization-engine.ts';
import { PolicyInlineAuthorizationEngine, readStringifiedSchema } from '../core/engine/inline-engine.ts';
import { attributeNames } from '../core/model/attribute-names.ts';
import type { Action, Model } from '../core/model/model.ts';
import type { Schema } from '../core/model/read-schema.ts';
import { noPolicies } from '../core/policies/check-policies.ts';
import { anonymousMisfit, anonymousPrincipal } from '../core/requests/principal.ts';
import type { Routing } from '../core/requests/server/endpoint-table.ts';
import { type ServerMapper, serverMapper } from '../core/requests/server/server-mapper.ts';
import type { ServerRules, SkippedEndpoint } from '../core/requests/server/server-rules.ts';
import { typesToLookUp } from '../core/requests/server/types-to-look-up.ts';
import { isRecord } from '../core/values/record.ts';
import { type KnownQuestions, knownQuestions } from './known-questions.ts';
import { type MemoryOfCalls, memoryOfCalls } from './memory-of-calls.ts';
import { RULES, serverOptionProblems } from './option-kinds.ts';
import type { ServerOptions } from './options.ts';
import { type IsOfAnother, otherRoutes } from './other-routes.ts';
import { type KnownCallers, knownCallers } from './principals/known-callers.ts';
import { namespaceOf } from './principals/principal-from-token.ts';
import { modeProblems, modeWarnings } from './report-mode.ts';
import { endSlashProblems, type RouterHabits, rulesProblems, settledRules } from './settled-rules.ts';
import { type BuildersByType, buildersByType } from './slices/slice-builder.ts';
import { unusableServer } from './unusable-server.ts';
import { type InTime, timeLimit } from './waiting/in-time.ts';

/** A configuration that has been checked: nothing about it can fail later. */
export interface Setup<Req extends object> {
  readonly options: ServerOptions<Req>;
  readonly model: Model;
  readonly actions: ReadonlyMap<string, Action>;
  readonly anonymous: Entity;
  /** Whether the schema has room for a principal without attributes; else the engine refuses all of its questions. */
  readonly hasRoomForAnonymous: boolean;
  /** What the application should know, and that stops nothing. */
  readonly warnings: readonly Diagnostic[];
  readonly builders: BuildersByType<Req>;
  readonly rules: ServerRules;
  readonly routing: Routing;
  readonly mapper: ServerMapper;
  readonly isOfAnother: IsOfAnother;
  readonly inTime: InTime;
  /** The attributes that the schema gives each entity type, by its name with namespace; without types of which nobody knows them all. */
  readonly modelled: ReadonlyMap<string, ReadonlySet<string>>;
  /** Missing where nothing is remembered. */
  readonly knownQuestions?: KnownQuestions;
  readonly knownCallers?: KnownCallers;
  readonly remembered: MemoryOfCalls;
  /** The attributes of principals of which `logger.debug` was told that they are left out. */
  readonly toldLeftOut: Set<string>;
  /** How many calls were let through although they are refused, by endpoint. */
  readonly letThrough: Map<string, number>;
}

/** Checks everything at start, and says everything that is wrong at once. `own` are the options that an adapter adds. */
export function setUp<Req extends object>(
  given: ServerOptions<Req>,
  habits: RouterHabits,
  own?: Readonly<Record<string, OptionKind>>,
): Setup<Req> {
  const wrong = serverOptionProblems(given, own);
  const options = usable(given, wrong);
  const schema = readStringifiedSchema(options.schema);
  if (!schema.ok) throw new InputError([...wrong, ...schema.diagnostics]);
  const { model } = schema.value;
  const rules = settledRules(options, habits);
  const routing = {
    caseSensitive: rules.caseSensitiveRouting,
    strict: rules.strictRouting,
    help: habits.help,
  };
  const mapper = serverMapper(model, rules, routing);
  const problems = [
    ...wrong,
    ...(mapper.ok ? modeProblems(options, mapper.value) : mapper.diagnostics),
    ...partsMissing(options),
    ...misfits(options, schema.value),
    ...buildersMissing(options, model),
    ...unknownNames(options, model),
    ...rulesProblems(options, model),
    ...endSlashProblems(model, rules, habits),
    ...namespaceProblem(options, model),
  ];
  if (!mapper.ok || problems.length > 0) throw new InputError(problems);
  const ofAnonymous = anonymousWarning(schema.value);
  const engine = rememberingEngine(options.authorizationEngine);
  return {
    options,
    model,
    rules,
    routing,
    actions: byName(model),
    anonymous: anonymousPrincipal(model),
    hasRoomForAnonymous: ofAnonymous.length === 0,
    warnings: [
      ...modeWarnings(options),
      ...policyWarnings(options.authorizationEngine),
      ...mapper.diagnostics,
      ...ofAnonymous,
    ],
    builders: buildersByType(options.sliceBuilders ?? {}, model, engine?.rememberedDecisions ?? 0),
    ...(engine ? whatIsKnown(engine, options, model) : {}),
    mapper: mapper.value,
    isOfAnother: otherRoutes(mapper.value.endpoints, routing),
    inTime: timeLimit(options.timeout ?? 5_000),
    modelled: attributeNames(schema.value.json),
    remembered: memoryOfCalls(),
    toldLeftOut: new Set(),
    letThrough: new Map(),
  };
}

function whatIsKnown<Req extends object>(
  engine: PolicyInlineAuthorizationEngine,
  { principalConfiguration: { getPrincipalEntity } }: ServerOptions<Req>,
  model: Model,
): Pick<Setup<Req>, 'knownQuestions' | 'knownCallers'> {
  const callers = knownCallers(getPrincipalEntity, model, engine.rememberedDecisions);
  return { knownQuestions: knownQuestions(engine), ...(callers ? { knownCallers: callers } : {}) };
}

/** Where the engine of this project remembers decisions. Of another engine nobody knows what its answers follow from. */
function rememberingEngine(engine: AuthorizationEngine): PolicyInlineAuthorizationEngine | undefined {
  const mayRemember = engine instanceof PolicyInlineAuthorizationEngine && engine.rememberedDecisions > 0;
  return mayRemember ? engine : undefined;
}

/** A folder of policies that was not deployed looks like policies that deny everything. */
function policyWarnings(engine: AuthorizationEngine): readonly Diagnostic[] {
  return engine instanceof PolicyInlineAuthorizationEngine && !engine.hasPolicies ? [noPolicies()] : [];
}

/** It stops nobody who has an identity; an endpoint that is meant for everyone would be closed to all others. */
function anonymousWarning({ json, model }: Schema): Diagnostic[] {
  const misfit = anonymousMisfit(json, model);
  if (!misfit) return [];
  const message = `calls without an identity are all answered with 401: ${misfit.message}`;
  return [{ severity: 'warning', code: 'anonymous-unusable', message, help: misfit.help }];
}

/** The options that can be looked at further: to find more that is wrong, those of another type are taken for missing. */
function usable<Req extends object>(
  given: ServerOptions<Req>,
  wrong: readonly Diagnostic[],
): ServerOptions<Req> {
  if (wrong.length === 0) return given;
  const options = (isRecord(given) ? given : {}) as ServerOptions<Req>;
  const { rules, ...others } = options;
  const { sliceBuilders, batch, moves, skippedEndpoints } = others;
  return {
    ...others,
    ...(rules && RULES.fits(rules) ? { rules } : {}),
    ...(isRecord(sliceBuilders) ? {} : { sliceBuilders: {} }),
    // One that is left out stays so: with a project it must be.
    ...(batch === undefined || isRecord(batch) ? {} : { batch: {} }),
    ...(isRecord(moves) ? {} : { moves: {} }),
    ...(skippedEndpoints === undefined ? {} : { skippedEndpoints: usableSkipped(skippedEndpoints) }),
  };
}

function usableSkipped(skipped: unknown): readonly SkippedEndpoint[] {
  return Array.isArray(skipped) ? skipped.filter(isSkipped) : [];
}

function isSkipped(one: SkippedEndpoint | undefined): one is SkippedEndpoint {
  return typeof one?.httpVerb === 'string' && typeof one.path === 'string';
}

/** A ready-made principal function for another schema would fail at every call. */
function namespaceProblem<Req extends object>(
  { principalConfiguration }: ServerOptions<Req>,
  { namespace }: Model,
): Diagnostic[] {
  const given = namespaceOf(principalConfiguration?.getPrincipalEntity);
  if (given === undefined || given === namespace) return [];
  const near = didYouMean(given, [namespace]);
  return [
    unusableServer(
      `\`principalFromToken\` makes principals of the namespace \`${given}\`${near}`,
      `the schema has the namespace \`${namespace}\``,
    ),
  ];
}

function byName(model: Model): ReadonlyMap<string, Action> {
  return new Map(model.actions.map((action) => [action.name, action]));
}

function partsMissing<Req extends object>({
  authorizationEngine,
  principalConfiguration,
}: ServerOptions<Req>): Diagnostic[] {
  const { type, getPrincipalEntity, cache, cacheKey } = principalConfiguration ?? {};
  return [
    ...(typeof authorizationEngine?.isAuthorized === 'function'
      ? []
      : [
          unusableServer(
            'there is no `authorizationEngine`',
            'add a `new PolicyInlineAuthorizationEngine({ ... })`',
          ),
        ]),
    ...(principalConfiguration === undefined
      ? [unusableServer('there is no `principalConfiguration`', "add { type: 'custom', getPrincipalEntity }")]
      : []),
    ...(isRecord(principalConfiguration) && type === undefined
      ? [unusableServer('`principalConfiguration` has no `type`', "add type: 'custom'")]
      : []),
    ...(isRecord(principalConfiguration) && getPrincipalEntity === undefined
      ? [
          unusableServer(
            '`principalConfiguration` has no `getPrincipalEntity`',
            'add `principalFromToken({ namespace })`, or a function of your own',
          ),
        ]
      : []),
    ...(cache && !cacheKey
      ? [
          unusableServer(
            'the cache of principal slices has no key',
            'add `cacheKey`, such as the subject of the token',
          ),
        ]
      : []),
  ];
}

/** The engine has checked its policies against its own schema, which may be another one. */
function misfits<Req extends object>(
  { authorizationEngine, schema }: ServerOptions<Req>,
  read: Schema,
): readonly Diagnostic[] {
  if (!(authorizationEngine instanceof PolicyInlineAuthorizationEngine)) return [];
  return authorizationEngine.schema.schema === schema.schema ? [] : authorizationEngine.checkAgainst(read);
}

function buildersMissing<Req extends object>(
  { sliceBuilders = {} }: ServerOptions<Req>,
  model: Model,
): Diagnostic[] {
  const missing = typesToLookUp(model).filter(({ name }) => !Object.hasOwn(sliceBuilders, name));
  return missing.map(({ name, why }) =>
    unusableServer(
      `there is no slice builder for \`${name}\`, ${why}`,
      `add \`${name}: async (id, req) => ...\` to \`sliceBuilders\`; it answers { attrs, parents }, or undefined when there is none; \`authz generate-slices\` writes all of them`,
    ),
  );
}

function unknownNames<Req extends object>(
  { sliceBuilders = {}, moves = {} }: ServerOptions<Req>,
  model: Model,
): Diagnostic[] {
  return [
    ...unknown(
      { option: 'sliceBuilders', what: 'an entity type of the schema' },
      sliceBuilders,
      model.entityTypes.map(({ name }) => name),
    ),
    ...unknown(
      { option: 'moves', what: 'an action of the schema', nearestOf: nearestName },
      moves,
      model.actions.map(({ name }) => name),
    ),
  ];
}

interface NamingOption {
  readonly option: string;
  /** What its keys name. */
  readonly what: string;
  readonly nearestOf?: NearestOf;
}

function unknown(
  { option, what, nearestOf }: NamingOption,
  given: object,
  known: readonly string[],
): Diagnostic[] {
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) =>
      unusableServer(
        `\`${option}\` has \`${name}\`, which is not ${what}${didYouMean(name, known, nearestOf)}`,
        `known are ${known.join(', ') || 'none'}`,
      ),
    );
}
