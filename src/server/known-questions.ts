import { createRecentMap } from '../core/caching/recent-map.ts';
import { searchForRepeats } from '../core/caching/search-for-repeats.ts';
import { type Entity, plainUid } from '../core/cedar/entity.ts';
import type { ReadResult } from '../core/engine/authorization-engine.ts';
import type { PolicyInlineAuthorizationEngine } from '../core/engine/inline-engine.ts';
import type { Request } from '../core/requests/map-call.ts';
import { frozenCopy, isSameData } from '../core/values/frozen-data.ts';
import type { LookedUpEntities } from './slices/lookups.ts';

/** One question of a server, with what was looked up for it. */
export interface LookedUpQuestion {
  readonly principal: Entity;
  readonly request: Request;
  readonly lookedUp: LookedUpEntities;
}

/**
 * The questions that were decided before, and what was decided. Everything that the decision follows from is compared, so that an answer is
 * never out of date: the principal, the action, the resource, the context, and what the slice builders answered for this very call.
 */
export interface KnownQuestions {
  /** Whose decisions they are. */
  readonly engine: PolicyInlineAuthorizationEngine;
  readonly answer: (question: LookedUpQuestion) => ReadResult | undefined;
  readonly keep: (question: LookedUpQuestion, result: ReadResult) => void;
}

interface KnownQuestion extends Pick<Request, 'action' | 'resource' | 'context'> {
  readonly principal: Entity;
  /** In the order in which they were looked up; the copies that `knownEntities` keeps. */
  readonly entities: readonly (Entity | 'missing')[];
  readonly result: ReadResult;
}

/** As many as the engine remembers decisions. */
export function knownQuestions(engine: PolicyInlineAuthorizationEngine): KnownQuestions {
  const known = createRecentMap<KnownQuestion>(engine.rememberedDecisions);
  const search = searchForRepeats();
  return {
    engine,
    answer: (question) => {
      const before = known.get(keyOf(question));
      if (!before || !isSameQuestion(question, before)) return undefined;
      search.note(true);
      return before.result;
    },
    keep: (question, result) => {
      // Messages of errors name values, and one may be of a moment.
      if (result.errors.length > 0 || result.kind === 'errored' || search.isResting()) return;
      search.note(false);
      const { principal, request, lookedUp } = question;
      const { action, resource, context } = request;
      const entities = lookedUp.kept();
      const copy = entities && frozenCopy({ principal, action, resource, context });
      if (copy) known.set(keyOf(question), { ...copy, entities, result });
    },
  };
}

/** Only where to look: what is found there is compared. */
function keyOf({ principal, request: { action, resource } }: LookedUpQuestion): string {
  return `${action.id} ${resource.id} ${plainUid(principal.uid).id}`;
}

function isSameQuestion({ principal, request, lookedUp }: LookedUpQuestion, before: KnownQuestion): boolean {
  return (
    isSameData(request.action, before.action) &&
    isSameData(request.resource, before.resource) &&
    isSameData(principal, before.principal) &&
    isSameData(request.context, before.context) &&
    lookedUp.areJust(before.entities)
  );
}
