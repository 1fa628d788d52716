import { lazy, memoize } from '../../caching/memoize.ts';
import { isAboutOne, PATTERN_TRAITS } from '../../endpoints/pattern.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';
import { groupBy } from '../../values/group.ts';
import type { Decided, EntityTyping } from '../entity-types.ts';
import { phraseOf } from '../words.ts';
import { goesElsewhere } from './named-things.ts';

/** An endpoint that is decided, and what a person said it asks besides. */
export interface DecidedEndpointOf extends Decided {
  readonly also?: string;
}

/** Everything that second things are found with. */
export interface SecondContext<T extends DecidedEndpointOf> {
  readonly verdicts: readonly T[];
  readonly typing: EntityTyping;
  readonly actions: ReadonlyMap<Endpoint, string>;
}

/** The same, with what is asked of it once for each endpoint: nothing of that may take longer with more endpoints. */
export interface SecondSearch<T extends DecidedEndpointOf> extends SecondContext<T> {
  /** Of the endpoints whose resource has that type, the one that adds such a member. */
  readonly addingTo: (type: string, member: string) => T | undefined;
  /** The same, that changes the thing itself. */
  readonly changing: (type: string) => T | undefined;
  /** Those of them that identify the thing by a path of its own. */
  readonly byOwnPath: (type: string) => readonly T[];
  /** The one that puts something at that path. */
  readonly puttingAt: (path: string) => T | undefined;
  /** What may contain the things of that type. */
  readonly containersOf: (type: string) => readonly string[];
}

export function searchIn<T extends DecidedEndpointOf>(context: SecondContext<T>): SecondSearch<T> {
  const { verdicts, typing } = context;
  const byType = lazy(() => groupBy(verdicts, (verdict) => typing.resourceOf(verdict).type));
  const parents = new Map(typing.entityTypes.map((type) => [type.name, type.parents]));
  const about = (type: string) => byType().get(type) ?? [];
  const putting = lazy(() => {
    const puts = verdicts.filter(({ endpoint }) => endpoint.method === 'PUT');
    return new Map(puts.map((verdict) => [verdict.endpoint.path, verdict]));
  });
  const creating = memoize((type) =>
    about(type).filter((one) => PATTERN_TRAITS[one.pattern].members === 'created' && !goesElsewhere(one)),
  );
  return {
    ...context,
    addingTo: (type, member) => creating(type).find((one) => typing.memberOf(one) === member),
    changing: memoize((type) => {
      const ofOne = about(type).filter((one) => isAboutOne(one.pattern) && one.facts.endsWithIdentifier);
      const by = (method: string) => ofOne.find(({ endpoint }) => endpoint.method === method);
      return by('PATCH') ?? by('PUT') ?? about(type).find((one) => updatesByName(one, type));
    }),
    byOwnPath: memoize((type) =>
      about(type).filter(
        ({ facts, pattern }) =>
          facts.literals.length === 1 && facts.endsWithIdentifier && isAboutOne(pattern),
      ),
    ),
    puttingAt: (path) => putting().get(path),
    containersOf: (type) => parents.get(type) ?? [],
  };
}

/** `POST /updateThing` with its identifier in the body. */
function updatesByName({ pattern, facts: { inPath, literals, pathVerb } }: Decided, type: string): boolean {
  const isUpdate = pathVerb?.word === 'update' && inPath.length === 0 && isAboutOne(pattern);
  return isUpdate && phraseOf(literals.at(-1) ?? '') === `update ${phraseOf(type)}`;
}
