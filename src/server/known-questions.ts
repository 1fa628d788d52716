import { createRecentMap } from '../core/caching/recent-map.ts';
import { searchForRepeats } from '../core/caching/search-for-repeats.ts';
import { type Entity, isSameUid, plainUid } from '../core/cedar/entity.ts';
import type { ReadResult } from '../core/engine/authorization-engine.ts';
import type { PolicyInlineAuthorizationEngine } from '../core/engine/inline-engine.ts';
import type { Request } from '../core/requests/map-call.ts';
import { frozenCopy, isFrozenCopy, isSameData } from '../core/values/frozen-data.ts';
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
  /**
   * The question as nobody can change it, to be decided about and kept: a value that is another from one time that it is read to the next,
   * such as the hour of a clock, is then the same in both. `undefined` where nothing is to be kept.
   */
  readonly copy: (question: LookedUpQuestion) => CopiedQuestion | undefined;
  readonly keep: (question: CopiedQuestion, result: ReadResult) => void;
}

type CopiedQuestion = Pick<KnownQuestion, 'principal' | 'request' | 'entities'>;

interface KnownQuestion {
  readonly principal: Entity;
  readonly request: Request;
  /** In the order in which they were looked up; the copies that `knownEntities` keeps. */
  readonly entities: readonly (Entity | 'missing')[];
  readonly result: ReadResult;
}

/** As many as the engine remembers decisions. */
export function knownQuestions(engine: PolicyInlineAuthorizationEngine): KnownQuestions {
  const known = createRecentMap<KnownQuestion>(engine.rememberedDecisions);
  // A request that is kept where it is asked is found at once: to find its words takes as long as to compare all the rest.
  const ofRequests = new WeakMap<Request, KnownQuestion>();
  const search = searchForRepeats();
  return {
    engine,
    answer: (question) => {
      const { request } = question;
      const last = ofRequests.get(request);
      if (last && isSameQuestion(question, last)) {
        search.note(true);
        return last.result;
      }
      const before = known.get(keyOf(question));
      if (!before || !isSameQuestion(question, before)) return undefined;
      search.note(true);
      if (isFrozenCopy(request)) ofRequests.set(request, before);
      return before.result;
    },
    copy: ({ principal, request, lookedUp }) => {
      if (search.isResting()) return undefined;
      search.note(false);
      const entities = lookedUp.kept();
      const copy = entities && frozenCopy({ principal, request });
      return copy && { ...copy, entities };
    },
    keep: (question, result) => {
      // Messages of errors name values, and one may be of a moment.
      if (result.errors.length > 0 || result.kind === 'errored') return;
      known.set(keyOf(question), { ...question, result });
    },
  };
}

/** Only where to look: what is found there is compared. */
function keyOf({
  principal,
  request: { action, resource },
}: Pick<LookedUpQuestion, 'principal' | 'request'>): string {
  return `${action.id} ${resource.id} ${plainUid(principal.uid).id}`;
}

function isSameQuestion({ principal, request, lookedUp }: LookedUpQuestion, before: KnownQuestion): boolean {
  return (
    isSameRequest(request, before.request) &&
    isSameData(principal, before.principal) &&
    lookedUp.areJust(before.entities)
  );
}

/** In all that a decision follows from: which item of a batch it is about is no part of that. */
function isSameRequest({ principal, action, resource, context }: Request, before: Request): boolean {
  return (
    isSameUid(action, before.action) &&
    isSameUid(resource, before.resource) &&
    isSameUid(principal, before.principal) &&
    isSameData(context, before.context)
  );
}
