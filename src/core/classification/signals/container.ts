import { placeOfIdentifier, type ResourceFrom } from '../../endpoints/resource-from.ts';
import { between } from '../phrases.ts';
import type { Facts } from './facts.ts';
import { type Identifier, isNamedIdentifier, nounOf, nounOfLiteral } from './identifiers.ts';
import { ownerOf } from './judgment.ts';

/**
 * What the new one will belong to: what the path identifies in front of it; else what the query or the body must name. `owners` are the nouns of
 * what other things belong to.
 */
export function containerOf(facts: Facts, owners: ReadonlySet<string>): ResourceFrom {
  const owner =
    facts.verbBefore?.intent === 'create'
      ? ownerBeforeVerb(facts)
      : namesTheNew(facts)
        ? facts.inPath.at(-2)
        : ownerOf(facts);
  if (owner !== undefined) return owner.from;
  const required = facts.elsewhere.filter((identifier) => isContainer(identifier, facts));
  const container =
    required.find(({ noun }) => owners.has(noun)) ??
    required.find(({ noun }) => !noun.startsWith(`${facts.noun} `)) ??
    required[0];
  return container?.from ?? 'application';
}

/** In `/agents/{agent}/aliases/add/{name}`, what stands behind the verb describes the new one. */
function ownerBeforeVerb({ steps, inPath }: Facts): Identifier | undefined {
  const verb = steps.findLastIndex(({ kind }) => kind === 'literal');
  const before = steps
    .slice(0, verb)
    .filter(({ kind }) => kind === 'parameter')
    .map(({ text }) => text);
  return inPath.findLast(({ name, list }) => !list && before.includes(name));
}

/** "Create a secret" at `/secrets/{name}`: the path ends with the name that the new one will have. */
export function namesTheNew({ endsWithIdentifier, inPath, summary, noun: collection }: Facts): boolean {
  const { head = '', verb, makesNew } = summary;
  const last = inPath.at(-1);
  if (
    !endsWithIdentifier ||
    !makesNew ||
    last === undefined ||
    head === '' ||
    !/^creates?$/.test(verb?.word ?? '')
  )
    return false;
  const noun = nounOf(last.name);
  const own = noun === '' || /\bname$/.test(noun) || head.startsWith(noun);
  const named = last.noun === 'name' ? collection : last.noun;
  return own && head.startsWith(named.split(' ').at(-1) ?? head);
}

/** A required reference to one thing of another kind; a plain noun counts where paths are procedures. */
function isContainer(identifier: Identifier, facts: Facts): boolean {
  const { required, list, noun, name } = identifier;
  if (!required || list || noun === '' || noun === facts.noun || noun === 'request') return false;
  return facts.pathVerb !== undefined || isNamedIdentifier(name);
}

/** `entity.entityId` below `/entity/new`. */
export function isInTheNew(from: ResourceFrom, { noun, literals }: Facts): boolean {
  const place = placeOfIdentifier(from);
  if (place.in !== 'body' || place.steps.length < 2) return false;
  const [first] = place.steps;
  const own = first === undefined || first === 'each' ? '' : nounOfLiteral(first.key);
  return own !== '' && (own === noun || literals.some((literal) => nounOfLiteral(literal) === own));
}

/** What things have, and do not belong to. */
export const ATTRIBUTE = between('\\b', '$')`
  role | type | category | status | plan | kind | template | currency | country | language | file | image
  document | physical | partner | price | tax | locale | theme | icon | address | contact | recipient
`;
