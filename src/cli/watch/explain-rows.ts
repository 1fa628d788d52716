import { createExplainer, type Explainer } from '../../core/explanation/explainer.ts';
import type { Explanation } from '../../core/explanation/explanation.ts';
import type { Result } from '../../core/replay/replay.ts';
import { explainResult } from '../../core/verification/explain-results.ts';
import type { DecidedProject } from '../../core/watching/replay-again.ts';
import type { WatchActions } from '../../tui/watch/actions.ts';

/** Explains each result once, however often the screen is drawn. */
export function rowExplainer(): Pick<WatchActions, 'explain' | 'explained'> {
  const explainers = new WeakMap<DecidedProject, Explainer>();
  const known = new WeakMap<Result, Known>();
  const explained: WatchActions['explained'] = ({ project, result }) => {
    const last = known.get(result);
    return last && last.decided === project.decided ? last.explanations : undefined;
  };
  const explain: WatchActions['explain'] = (row) => {
    const { decided, name } = row.project;
    const before = explained(row);
    if (before || !decided) return before ?? [];
    const explainer = explainers.get(decided) ?? explainerOf(decided, name);
    explainers.set(decided, explainer);
    const explanations = row.result.decisions.map((decision) =>
      explainResult(decision, row.ready, explainer),
    );
    known.set(row.result, { decided, explanations });
    return explanations;
  };
  return { explain, explained };
}

/** A decision may stay the same while the policies around it are others. */
interface Known {
  readonly decided: DecidedProject;
  readonly explanations: readonly Explanation[];
}

function explainerOf({ project, engine }: DecidedProject, name: string): Explainer {
  const { schema, model, policySet, hasInvalidPolicies: evaluateAll } = project;
  return createExplainer(`watch parts ${name}`, { schema, model, policySet, engine, evaluateAll });
}
