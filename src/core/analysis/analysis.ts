import type { SchemaJson } from '../cedar/cedar.ts';
import type { EntityUid } from '../cedar/entity.ts';
import { type InSteps, lastOf } from '../values/last-of.ts';
import type { Attempt } from './questions/attempt.ts';
import type { Claim } from './questions/claim.ts';
import { type Confirmer, createConfirmer } from './questions/confirm.ts';
import { describeFact } from './questions/fact.ts';
import { areProven, mayBeProven, proveInSteps, type Verdict } from './questions/prove.ts';
import { type ProofOptions, presenceIn } from './questions/translated-environment.ts';
import { type ClaimOfTwo, isProvenOfTwo } from './questions/two-questions.ts';
import { environmentsOf, type RequestEnvironment, readAnalysisSchema } from './schema/analysis-schema.ts';

/**
 * Answers questions about all requests: not by trying some, but by showing that there can be no counterexample, or finding one.
 * docs/analysis.md says why the answers hold, and for what.
 */
export interface Analysis {
  /** All kinds of requests that the schema knows; each claim is decided for each of these on its own. */
  readonly environments: readonly RequestEnvironment[];
  /** What all answers take for granted, as sentences. */
  readonly assumptions: readonly string[];
  /** Asks the engine. */
  readonly confirmer: Confirmer;
  /** One verdict for each claim, in their order. Claims asked together share the work. */
  readonly prove: (environment: RequestEnvironment, claims: readonly Claim[]) => readonly Verdict[];
  /** The same, with stops. */
  readonly proveInSteps: (
    environment: RequestEnvironment,
    claims: readonly Claim[],
  ) => InSteps<readonly Verdict[]>;
  /** Whether each claim is proven; quicker, as no counterexample is made. */
  readonly areProven: (environment: RequestEnvironment, claims: readonly Claim[]) => readonly boolean[];
  /** The same before the engine has been asked: quicker still, and enough to pass over what is not proven. */
  readonly mayBeProven: Analysis['areProven'];
  /** Whether a claim about calls that ask another question besides, about that action, is proven. Without the engine's opinion. */
  readonly isProvenOfTwo: (
    environment: RequestEnvironment,
    other: EntityUid,
    claim: ClaimOfTwo,
  ) => Attempt<boolean>;
}

/**
 * The policies that are asked about have to be valid for the schema: of others, nothing that is said here need be true. Analyses that are
 * asked in turn about the same policies may share a confirmer, which then prepares them once.
 */
export function createAnalysis(
  json: SchemaJson<string>,
  options: ProofOptions = {},
  confirmer: Confirmer = createConfirmer(json),
): Analysis {
  const schema = readAnalysisSchema(json);
  const requests = { left: options.mostRequests ?? MOST_REQUESTS };
  const about = (environment: RequestEnvironment) => ({ schema, environment, options, requests });
  const inSteps: Analysis['proveInSteps'] = (environment, claims) =>
    proveInSteps(about(environment), claims, confirmer);
  return {
    environments: environmentsOf(schema),
    assumptions: assumptionsOf(options),
    confirmer,
    prove: (environment, claims) => lastOf(inSteps(environment, claims)),
    proveInSteps: inSteps,
    areProven: (environment, claims) => areProven(about(environment), claims, confirmer),
    isProvenOfTwo: (environment, other, claim) => isProvenOfTwo(about(environment), other, claim),
    mayBeProven: (environment, claims) => mayBeProven(about(environment), claims),
  };
}

function assumptionsOf(options: ProofOptions): readonly string[] {
  const { facts = [] } = options;
  const { entitiesExist, isSlice } = presenceIn(options);
  return [
    'the request and the entities fit the schema',
    ...(entitiesExist
      ? [
          `every entity that an attribute, a tag or a policy refers to ${isSlice ? 'exists' : 'is sent along'}`,
        ]
      : []),
    ...facts.map(describeFact),
  ];
}

/** So many requests take about 20 ms. */
const MOST_REQUESTS = 32;
