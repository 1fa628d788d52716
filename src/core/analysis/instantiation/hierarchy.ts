import type { AnalysisSchema } from '../schema/analysis-schema.ts';
import { equal, member } from '../terms/comparison.ts';
import { and, implies, not } from '../terms/logic.ts';
import { argument, symbolOf, type Term, type TermTable } from '../terms/term.ts';
import { entityType, setType } from '../terms/type.ts';
import { apply } from '../translation/leaves.ts';
import type { Meter } from './meter.ts';
import { subterms } from './subterms.ts';

/** The entities that formulas ask the ancestors of, and those that they may be in. */
interface Relation {
  readonly below: readonly Term[];
  readonly mentioned: readonly Term[];
}

/**
 * What has to hold for "is in" to be a hierarchy: what is above something above an entity is above the entity, and nothing is above itself.
 * Entities that no formula mentions can be left out: what is left of a hierarchy is one.
 */
export function hierarchyAxioms(
  table: TermTable,
  schema: AnalysisSchema,
  formulas: readonly Term[],
  spend: Meter,
): readonly Term[] {
  const relation = relationOf(formulas);
  const above = (entity: Term, ancestor: Term) => isAbove(table, schema, entity, ancestor);
  return relation.below.flatMap((entity) => [
    ...relation.mentioned.map((other) =>
      not(table, and(table, equal(table, entity, other), above(entity, other))),
    ),
    ...relation.below.flatMap((middle) => {
      const first = above(entity, middle);
      if (first === table.no) return [];
      spend(relation.mentioned.length);
      return relation.mentioned.map((top) =>
        implies(table, and(table, first, above(middle, top)), above(entity, top)),
      );
    }),
  ]);
}

function relationOf(formulas: readonly Term[]): Relation {
  const [below, mentioned] = [new Set<Term>(), new Set<Term>()];
  for (const term of subterms(formulas)) {
    if (!isAncestry(term)) continue;
    below.add(argument(term, 0));
    mentioned.add(argument(term, 0));
    mentioned.add(argument(term, 1));
  }
  return { below: [...below], mentioned: [...mentioned] };
}

function isAncestry(term: Term): boolean {
  if (term.operator !== 'apply') return false;
  const symbol = symbolOf(term);
  return symbol.kind === 'member' && symbol.set.kind === 'ancestor';
}

function isAbove(table: TermTable, schema: AnalysisSchema, entity: Term, ancestor: Term): Term {
  const [from, to] = [entity.type, ancestor.type];
  if (from.kind !== 'entity' || to.kind !== 'entity') return table.no;
  if (!schema.entityTypes.get(from.name)?.ancestors.has(to.name)) return table.no;
  const set = apply(table, setType(entityType(to.name)), [entity], {
    kind: 'ancestor',
    of: from.name,
    type: to.name,
  });
  return member(table, ancestor, set);
}
