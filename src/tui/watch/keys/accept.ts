import { counted, firstProblem, openingWords } from '../../../reporters/words/wording.ts';
import type { AcceptPlan } from '../actions.ts';
import type { Content } from '../content.ts';
import { isBad, type Row } from '../rows/rows.ts';
import type { WatchState } from '../state.ts';
import { isAskedWhole } from '../views/status.ts';
import type { Act, WatchWorld } from '../world.ts';
import { JUST_CHANGED, onDecision, outdatedWords } from './row-acts.ts';

/** Accepts the chosen decision: at once where it locks somebody out. Where it lets somebody in, it asks in a line, or with the diff. */
export const acceptOne = onDecision(({ state, room, actions, dispatch }, row) => {
  const refused = refusal(row);
  if (refused !== undefined) return refused;
  const plan = actions.planAccept([row]);
  if (!plan.ok) return firstProblem(plan);
  const [first, ...others] = plan.value.accepted;
  if (plan.value.opening === 0 || !first) return actions.accept(plan.value);
  // Others may share the expectation: then no line says of whom all of it is.
  if (others.length > 0 || !isAskedWhole(first, state, room.width)) return askWithDiff(plan.value, dispatch);
  const question = { text: first.change, about: first, plan: plan.value };
  dispatch({ type: 'ask', question, isDiff: false });
  return undefined;
});

/** All that are shown and not as expected, after a look at the diff. */
export const acceptAll: Act = (world) => {
  const { state, content, actions, dispatch, guard } = world;
  if (guard.hasJustChanged()) return JUST_CHANGED;
  const outdated = outdatedWords(world);
  if (outdated !== undefined) return outdated;
  const rows = shownRows(state, content).filter(isBad);
  if (rows.length === 0) return 'all that is shown is as expected';
  if (rows.some(({ project }) => !project.isCurrent)) return OLD;
  const plan = actions.planAccept(rows);
  if (!plan.ok) return firstProblem(plan);
  return askWithDiff(plan.value, dispatch);
};

function askWithDiff(plan: AcceptPlan, dispatch: WatchWorld['dispatch']): undefined {
  dispatch({ type: 'ask', question: { text: askedText(plan), plan }, isDiff: true });
}

function askedText({ opening, accepted }: AcceptPlan): string {
  if (opening === 1 && accepted.length === 1) return 'Accept it? That lets somebody in:';
  const warned = opening > 0 ? `: ${openingWords(opening)}` : '';
  return `Accept ${counted(accepted.length, 'decision')} as expected${warned}?`;
}

/** What was asked about is written only as long as it would still be the same. */
export const answerYes: Act = (world) => {
  const { state, content, actions, dispatch } = world;
  const { question } = state;
  dispatch({ type: 'answered' });
  if (!question) return undefined;
  const outdated = outdatedWords(world);
  if (outdated !== undefined) return `${outdated}; nothing was written`;
  if (!isStillMeant(question.plan, content, actions))
    return 'the decisions have changed since they were shown: nothing was written';
  return actions.accept(question.plan);
};

export const answerNo: Act = ({ dispatch }) => {
  dispatch({ type: 'answered' });
  return 'nothing was written';
};

function shownRows({ view }: WatchState, { list, matrix }: Content): readonly Row[] {
  if (view !== 'matrix') return list.rows;
  return matrix.lines.flatMap((line) =>
    matrix.columns.flatMap((column) => matrix.cell(line, column)?.rows ?? []),
  );
}

function isStillMeant(plan: AcceptPlan, { all }: Content, { planAccept }: WatchWorld['actions']): boolean {
  const rows = new Map(all.fixtures.map((row) => [row.key, row]));
  // In the order in which they were shown: that is the order of the files.
  const again = planAccept(plan.keys.flatMap((key) => rows.get(key) ?? []));
  return again.ok && JSON.stringify(again.value.files) === JSON.stringify(plan.files);
}

const OLD = 'these are decisions of the last good state: fix the error first';

function refusal(row: Row): string | undefined {
  if (row.origin !== 'fixture') return 'no fixture expects anything here: w writes one';
  if (!row.project.isCurrent) return OLD;
  return row.result.status === 'passed' ? 'this decision is expected already' : undefined;
}
