import { type Analysis, createAnalysis } from '../../analysis/analysis.ts';
import type { Reason } from '../../analysis/questions/attempt.ts';
import type { AnalysedPolicy, Claim } from '../../analysis/questions/claim.ts';
import { createConfirmer } from '../../analysis/questions/confirm.ts';
import type { Fact } from '../../analysis/questions/fact.ts';
import { ANYTHING } from '../../analysis/questions/made-policy.ts';
import type { Verdict } from '../../analysis/questions/prove.ts';
import { withEffort } from '../../analysis/questions/translated-environment.ts';
import type { RequestEnvironment } from '../../analysis/schema/analysis-schema.ts';
import { lazy } from '../../caching/memoize.ts';
import { entityKey } from '../../cedar/entity.ts';
import { frameworkFacts } from '../../facts/framework-facts.ts';
import type { Action } from '../../model/model.ts';
import type { Policy } from '../../policies/policy.ts';
import { actionGroups, policiesFor } from '../../policies/relevant-policies.ts';
import {
  type AskedBesides,
  alwaysAsked,
  askedByMoves,
  questionsBesides,
} from '../../requests/server/asked-besides.ts';
import { distinct } from '../../values/distinct.ts';
import { groupBy } from '../../values/group.ts';
import { actionsOfSchema } from '../actions-of-schema.ts';
import { byPath } from '../endpoint-order.ts';
import type { ProofProject } from '../proof-project.ts';
import { skippedPartReason } from '../skipped-part-reason.ts';
import type { Access, AccessMatrix, AccessRow } from './access.ts';
import { type AccessOfTypes, accessByTypes } from './access-by-types.ts';
import { type NamedRow, rowOfAction, rowOfEndpoint } from './access-filters.ts';
import type { AccessColumn } from './columns.ts';
import {
  conditionsOf,
  notAll,
  type PartCondition,
  type PossibleOnes,
  shortWords,
} from './condition-words.ts';

/**
 * Finds out for each endpoint and each column whether its callers may always, never, or when something holds. Nothing is asked for a row that is
 * not shown.
 */
export function findAccess(
  project: ProofProject,
  columns: readonly AccessColumn[],
  isShown: (row: NamedRow) => boolean = () => true,
): AccessMatrix {
  const facts = [...frameworkFacts(project.model), ...project.facts];
  const groups = actionGroups(project.schema);
  const confirmer = createConfirmer(project.schema);
  const asked = columns.map((column): AskedColumn => {
    const analysisOf = (known: readonly Fact[]) =>
      createAnalysis(
        project.schema,
        withEffort(
          { facts: [...known, { kind: 'condition', policy: column.condition }] },
          project.mostEffort,
        ),
        confirmer,
      );
    const withoutFacts = project.facts.length > 0 ? analysisOf(frameworkFacts(project.model)) : undefined;
    const analysis = analysisOf(facts);
    const byAction = groupBy(analysis.environments, ({ action }) => entityKey(action));
    return { column, analysis, withoutFacts, environmentsOf: (action) => byAction.get(action) ?? [] };
  });
  const found = actionsOfSchema({ json: project.schema, model: project.model }).map((one) => {
    const policies = policiesFor(project.policies, one.uid, groups);
    const cells = lazy(() => asked.map((column) => accessOf(entityKey(one.uid), policies, column)));
    return { ...one, cells };
  });
  const byAction = new Map(
    found.flatMap(({ action, cells }) => (action ? [[action.name, cells] as const] : [])),
  );
  const rows = found.flatMap(({ action, cells, ...named }): readonly AccessRow[] => {
    if (action && action.endpoints.length > 0) return rowsOf(action, byAction, project, isShown);
    const row = rowOfAction(named);
    return isShown(row) ? [{ ...row, cells: cells() }] : [];
  });
  return {
    columns: columns.map(({ name }) => name),
    rows: rows.sort(byPath),
    assumptions: createAnalysis(project.schema, { facts }).assumptions,
  };
}

interface AskedColumn {
  readonly column: AccessColumn;
  readonly analysis: Analysis;
  /** The same without what the application says of itself; missing where it says nothing. */
  readonly withoutFacts: Analysis | undefined;
  /** All kinds of requests for an action, by its key; nearly always there is one. */
  readonly environmentsOf: (action: string) => readonly RequestEnvironment[];
}

function rowsOf(
  { name, endpoints }: Action,
  byAction: ReadonlyMap<string, () => readonly Access[]>,
  project: ProofProject,
  isShown: (row: NamedRow) => boolean,
): AccessRow[] {
  const { model, isSkipped, isReached, skippedParts, moves: declared } = project;
  const shown = endpoints
    .map((endpoint) => ({ endpoint, row: rowOfEndpoint(endpoint, name) }))
    .filter(({ row }) => isShown(row));
  if (shown.length === 0) return [];
  const moves = askedByMoves(name, declared, model);
  const answered = byAction.get(name)?.() ?? [];
  const cells = moves.reduce((own, move) => withCells(own, move, 'if it moves something'), answered);
  const told = moves.length > 0 ? { moves } : {};
  return shown.map(({ endpoint, row }) => {
    const { method, path } = endpoint;
    if (isSkipped({ method, path })) return { ...row, cells: cells.map(() => SKIPPED) };
    if (!isReached({ method, path })) return { ...row, cells: cells.map(() => REFUSED) };
    const [part] = skippedParts({ method, path });
    const inPart = (own: readonly Access[]) =>
      part === undefined ? own : own.map((cell) => ofParts(cell, part));
    const besides = questionsBesides(endpoint, project);
    const all = alwaysAsked(besides).reduce((own, one) => withCells(own, one, 'if asked'), cells);
    return { ...row, ...besides, ...told, cells: inPart(all) };
  });

  function withCells(own: readonly Access[], besides: AskedBesides, unless: string): readonly Access[] {
    const others = byAction.get(besides.action)?.() ?? [];
    return own.map((cell, index) => ofBoth(cell, others[index], besides, unless));
  }
}

const SKIPPED: Access = { kind: 'always', isSkipped: true };

const REFUSED: Access = { kind: 'never', isRefused: true };

/** Everybody makes the calls that are skipped, and for the others something else may hold. */
function ofParts(own: Access, part: string): Access {
  return own.kind === 'always' ? own : { kind: 'not-decided', reason: skippedPartReason(part) };
}

/** Both questions must be answered with allow. What the other one needs is in the row of its action. */
function ofBoth(
  own: Access,
  besides: Access | undefined,
  { action, optional }: AskedBesides,
  unless: string,
): Access {
  if (own.kind === 'never' || own.kind === 'not-decided' || besides?.kind === 'always') return own;
  if (besides?.kind === 'never' && optional !== true) return besides;
  const need = `when also ${action} is permitted${optional === true ? `, ${unless}` : ''}`;
  return own.kind === 'always'
    ? { kind: 'when', needs: [need], alternatives: [] }
    : { ...own, needs: [...own.needs, need] };
}

/** Over all kinds of requests for an action. */
function accessOf(action: string, policies: readonly Policy[], asked: AskedColumn): Access {
  const environments = asked.environmentsOf(action);
  const found = environments.map((environment) => ({
    environment,
    access: accessIn(environment, policies, asked),
  }));
  // Callers of a type that cannot be in the group of the column are not in it.
  const isAbsent = ({ environment, access }: AccessOfTypes) =>
    access.kind === 'never' && isLeftOut(environment, asked.analysis);
  const isSomeone = found.some(({ access }) => access.kind !== 'never');
  return accessByTypes(isSomeone ? found.filter((one) => !isAbsent(one)) : found);
}

function accessIn(
  environment: RequestEnvironment,
  policies: readonly Policy[],
  { column: { group }, analysis, withoutFacts }: AskedColumn,
): Access {
  const ask = (claim: Claim): Verdict => analysis.prove(environment, [claim])[0] ?? UNASKED;
  const never = ask({ kind: 'never-allowed', policies });
  if (never.kind === 'proven')
    return withoutFacts && isLeftOut(environment, analysis) && !isLeftOut(environment, withoutFacts)
      ? { kind: 'not-decided', reason: LEFT_OUT }
      : { kind: 'never' };
  if (never.kind === 'not-decided') return never;
  const always = ask({ kind: 'always-allowed', policies });
  if (always.kind === 'proven') return { kind: 'always' };
  if (always.kind === 'not-decided') return always;
  // Of what follows nobody sees a counterexample.
  const unproven = <T>(some: readonly T[], claimOf: (one: T) => Claim): readonly T[] => {
    const proven = some.length > 0 ? analysis.areProven(environment, some.map(claimOf)) : [];
    return some.filter((_, index) => proven[index] !== true);
  };
  const possibleOnes: PossibleOnes = (some) => unproven(some, neverApplies);
  const said = (policy: Policy) =>
    unproven(conditionsOf(policy, group, possibleOnes), saysNothing).map(({ words }) => words);
  const having = unproven(policies, neverApplies);
  const permits = having.filter(({ json }) => json.effect === 'permit');
  const forbids = having.filter(({ json }) => json.effect === 'forbid');
  const needs = distinct(forbids.map((policy) => shortWords(notAll(said(policy)))));
  const alternatives = alternativesOf(permits.map((policy) => said(policy).map(shortWords)));
  const isNothingLeft = needs.length === 0 && alternatives.length === 0;
  const mayErr = isNothingLeft || unproven(policies, neverErrs).length > 0;
  return { kind: 'when', needs: mayErr ? [...needs, EVALUABLE] : needs, alternatives };
}

/** What errs denies, whatever else holds. */
const EVALUABLE = 'when the policies can be evaluated';

function neverErrs(policy: AnalysedPolicy): Claim {
  return { kind: 'never-errs', policy };
}

function neverApplies(policy: AnalysedPolicy): Claim {
  return { kind: 'never-applies', policy };
}

/** It holds of whatever is asked. */
function saysNothing({ policy }: PartCondition): Claim {
  return { kind: 'implies', policy: ANYTHING, other: policy };
}

/** Whether there are no such calls at all: everything would be proven of them. */
function isLeftOut(environment: RequestEnvironment, analysis: Analysis): boolean {
  return analysis.areProven(environment, [{ kind: 'never-applies', policy: ANYTHING }])[0] === true;
}

const LEFT_OUT: Reason = { what: 'facts', message: 'the facts of `authz.yaml` leave out such callers' };

const UNASKED: Verdict = {
  kind: 'not-decided',
  reason: { what: 'nothing', message: 'the question has no answer' },
};

/** A permit that asks for nothing makes the others say nothing. */
function alternativesOf(alternatives: readonly (readonly string[])[]): readonly (readonly string[])[] {
  if (alternatives.some((words) => words.length === 0)) return [];
  return distinct(alternatives);
}
