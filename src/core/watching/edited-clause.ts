import { inOneLine } from '../cedar/tokens.ts';
import type { Location } from '../diagnostics/diagnostic.ts';
import type { Policy } from '../policies/policy.ts';
import { locatePart, type PolicyPart, policyParts } from '../policies/policy-parts.ts';

/** What is written differently in a policy; nothing where that is no part of its scope and no clause. */
export interface EditedClause {
  /** In one line. Of a long clause only the part that was edited: `when { ... || resource.status == "draft" }`. */
  readonly clause?: string;
  /** Where the new text stands. */
  readonly location?: Location;
}

/** The first part that is written differently; of a part that is gone, what it was. */
export function editedClause(old: Policy, now: Policy): EditedClause {
  const [added, removed] = differences(outerParts(now), outerParts(old));
  const [fresh] = added;
  const [gone] = removed;
  if (!fresh) return gone ? { clause: `without ${inOneLine(gone.text)}` } : {};
  const clause = inOneLine(fresh.text);
  const isOnlyEdit = gone?.kind === fresh.kind && added.length === 1 && removed.length === 1;
  const edit = clause.length > LONG && isOnlyEdit ? innermostEdit(fresh.parts, gone.parts) : undefined;
  if (!edit) return { clause, location: locatePart(now, fresh) };
  const shown = `${fresh.kind} { ... ${SIGNS[edit.connective]} ${inOneLine(edit.part.text)} }`;
  return edit.isGone
    ? { clause: `without ${shown}`, location: locatePart(now, fresh) }
    : { clause: shown, location: locatePart(now, edit.part) };
}

/** In characters: what is longer is hard to compare by eye with what it was. */
const LONG = 100;

const SIGNS = { or: '||', and: '&&' } as const;
type Connective = keyof typeof SIGNS;

/** One condition that was added to others, changed among them, or taken from them. */
interface InnerEdit {
  readonly connective: Connective;
  readonly part: PolicyPart;
  readonly isGone: boolean;
}

/** What is inside a `not` is never shown without it, since there it means the opposite. */
function innermostEdit([fresh]: PolicyPart['parts'], [gone]: PolicyPart['parts']): InnerEdit | undefined {
  if (!fresh || !gone) return undefined;
  const connective = connectiveOf(fresh) ?? connectiveOf(gone);
  if (!connective) return undefined;
  const [added, removed] = differences(membersOf(fresh, connective), membersOf(gone, connective));
  if (added.length > 1 || removed.length > 1) return undefined;
  const [part] = added;
  const [was] = removed;
  if (part) return (was && innermostEdit([part], [was])) ?? { connective, part, isGone: false };
  return was && { connective, part: was, isGone: true };
}

function connectiveOf({ kind }: PolicyPart): Connective | undefined {
  return kind === 'or' || kind === 'and' ? kind : undefined;
}

function membersOf(part: PolicyPart, connective: Connective): readonly PolicyPart[] {
  return part.kind === connective ? part.parts : [part];
}

/** What is only among the one, and what is only among the other. */
function differences(
  some: readonly PolicyPart[],
  others: readonly PolicyPart[],
): [readonly PolicyPart[], readonly PolicyPart[]] {
  return [onlyIn(some, others), onlyIn(others, some)];
}

function onlyIn(some: readonly PolicyPart[], others: readonly PolicyPart[]): readonly PolicyPart[] {
  return some.filter((part) => !others.some((other) => isSame(part, other)));
}

function outerParts({ text }: Policy): readonly PolicyPart[] {
  const parts = policyParts(text);
  return parts ? [...parts.scope, ...parts.clauses] : [];
}

function isSame(one: PolicyPart, other: PolicyPart): boolean {
  return one.kind === other.kind && inOneLine(one.text) === inOneLine(other.text);
}
