import type { Api } from '../api.ts';
import type { Endpoint } from '../endpoint.ts';
import { wordsOf } from '../words.ts';
import type { Pattern, Recognition } from './pattern.ts';
import type { Facts } from './signals/facts.ts';
import type { Identifier } from './signals/identifiers.ts';
import {
  attaches,
  changes,
  computes,
  isLink,
  isReading,
  namedIn,
  ownerOf,
  saysCreate,
  sends,
  weigh,
} from './signals/weigh.ts';

/** Reads, changes, deletes or acts on one existing resource. */
export const singleResource: Pattern = {
  name: 'single-resource',
  title: 'single-resource read, update or delete',
  recognize,
};

function recognize(endpoint: Endpoint, api: Api): Recognition | undefined {
  const facts = api.facts.get(endpoint);
  const target = facts && targetOf(endpoint, facts, api);
  if (facts === undefined || target === undefined) return undefined;
  const name = namedIn(target.from);
  const inPath = target.from.startsWith('path:');
  const reads = isReading(endpoint);
  const posts = endpoint.method === 'POST';
  const part = inPath && !facts.endsWithIdentifier;
  const last = facts.tail.at(-1);
  const { pathVerb } = facts;
  const summaryVerb = facts.summary.verb;
  const acts = pathVerb !== undefined && pathVerb.intent !== 'create' && pathVerb.intent !== 'list';
  return {
    from: target.from,
    evidence: weigh([
      [facts.endsWithIdentifier && inPath, posts && saysCreate(facts) ? 2 : 6, `the path ends with ${name}`],
      [!inPath && target.required, posts && pathVerb === undefined ? 2 : 4, `${name} is required`],
      [
        !inPath && !target.required && (facts.pathVerb !== undefined || !(reads || posts)),
        2,
        `${name} identifies one`,
      ],
      [!inPath && posts && api.procedural && target.required, 2, 'POST is how everything is called'],
      [
        !inPath && !reads && !posts,
        target.required ? 4 : 5,
        `${endpoint.method} changes what ${name} identifies`,
      ],
      [!inPath && target.noun === facts.noun, 1.5, `${name} names what the path speaks of`],
      [part && !reads && !posts, 6, `${endpoint.method} below ${name} changes a part of it`],
      [part && reads && !facts.plural, 4, `\`${last}\` is one part of ${name}`],
      [
        part && reads && facts.answer === 'one' && api.answersTrusted,
        facts.plural ? 1 : 2.5,
        'the answer is one object',
      ],
      [part && reads && facts.summary.verb?.word === 'list', -3, 'its summary speaks of a list'],
      [sends(facts), -5, `\`${last}\` sends a new one`],
      [part && posts, 2, `acts below ${name}`],
      [!reads && acts, 5, `the path says \`${pathVerb?.word}\``],
      [part && posts && !facts.plural && pathVerb === undefined, 2, `\`${last}\` is no collection`],
      [
        posts && changes(facts) && (inPath || pathVerb !== undefined),
        4,
        `its summary says \`${summaryVerb?.word}\``,
      ],
      [inPath && reads && facts.summary.object === 'one', part ? 3 : 4, 'its summary speaks of one thing'],
      [part && !reads && isPart(facts), 3, `\`${last}\` is a part of ${name}`],
      [part && posts && computes(facts), 3, 'computes an answer'],
      [(part || !inPath) && posts && attaches(facts), 4, `its summary speaks of adding to ${name}`],
      [part && posts && isLink(facts), 2, `\`${last}\` only links ${name} with others`],
    ]),
  };
}

/** Things that everything has one of. */
const PARTS =
  /^(avatar|picture|photo|logo|icon|image|cover|thumbnail|banner|content|password|status|settings|preferences)$/;

function isPart(facts: Facts): boolean {
  return PARTS.test(wordsOf(facts.tail.at(-1) ?? '').at(-1) ?? '');
}

/** What the path identifies last; else what the query or body does, when it must, or when calls are procedures. */
function targetOf(endpoint: Endpoint, facts: Facts, api: Api): Identifier | undefined {
  const owner = ownerOf(facts);
  if (owner !== undefined) return owner;
  const [best] = facts.elsewhere.filter((identifier) => !identifier.list);
  if (best === undefined || best.required || best.noun === facts.noun || best.noun === '') return best;
  const procedure = api.procedural || facts.steps.at(-1)?.appended === true;
  return procedure || /^(PUT|PATCH|DELETE)$/.test(endpoint.method) ? best : undefined;
}
