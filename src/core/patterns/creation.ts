import type { Api } from '../api.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Pattern, Recognition, ResourceFrom } from './pattern.ts';
import type { Facts } from './signals/facts.ts';
import { type Identifier, isNamedIdentifier } from './signals/identifiers.ts';
import {
  asks,
  attaches,
  changes,
  computes,
  isLink,
  isWeak,
  namedIn,
  ownerOf,
  saysCreate,
  sends,
  weigh,
} from './signals/weigh.ts';

/** Makes a new resource; its resource is the container that the new one will belong to. */
export const creation: Pattern = { name: 'creation', title: 'resource creation', recognize };

function recognize(endpoint: Endpoint, api: Api): Recognition | undefined {
  const facts = api.facts.get(endpoint);
  if (facts === undefined || !canCreate(endpoint, facts)) return undefined;
  const from = containerOf(facts);
  const posts = endpoint.method === 'POST';
  const { pathVerb, nameVerb } = facts;
  const summaryVerb = facts.summary.verb;
  const says = nameVerb?.intent === 'create' || summaryVerb?.intent === 'create';
  const makes = posts && saysCreate(facts);
  return {
    from,
    evidence: weigh([
      [posts && !facts.endsWithIdentifier && !api.procedural, 2, 'POST'],
      [posts && facts.summary.makesNew, 2, 'its summary speaks of something new'],
      [pathVerb?.intent === 'create', isWeak(pathVerb?.word) ? 3 : 5, `the path says \`${pathVerb?.word}\``],
      [
        nameVerb?.intent === 'create',
        isWeak(nameVerb?.word) ? 1.5 : 3,
        `its name says \`${nameVerb?.word}\``,
      ],
      [
        summaryVerb?.intent === 'create',
        isWeak(summaryVerb?.word) ? 1 : 2,
        `its summary says \`${summaryVerb?.word}\``,
      ],
      [posts && pathVerb === undefined && facts.plural, 2, `\`${facts.tail.at(-1)}\` is a collection`],
      [
        posts && facts.elementMethods.size > 0 && !isLink(facts),
        3,
        'a deeper path identifies one element of it',
      ],
      [endpoint.responses.some((response) => response.status === '201'), 2, 'answers 201 Created'],
      [facts.endsWithIdentifier, makes ? -1 : -5, 'the path identifies what exists already'],
      [computes(facts) && !saysCreate(facts), -3, 'computes an answer'],
      [sends(facts), 6, `what \`${facts.tail.at(-2)}\` are sent are new ones`],
      [
        pathVerb !== undefined && pathVerb.intent !== 'create' && !sends(facts),
        -4,
        `the path says \`${pathVerb?.word}\``,
      ],
      [changesName(facts), -3, `its name says \`${nameVerb?.word}\``],
      [asks(endpoint, facts), -5, `its summary says \`${summaryVerb?.word}\``],
      [changes(facts) && !facts.summary.makesNew, -4, `its summary says \`${summaryVerb?.word}\``],
      [attaches(facts), -3, 'its summary speaks of adding to what exists'],
      [
        !posts && saysCreate(facts) && !facts.endsWithIdentifier,
        facts.inPath.length === 0 ? 6 : facts.plural ? 3 : 0,
        'its summary says that it makes something',
      ],
      [!posts && !says, -5, `${endpoint.method} changes what exists`],
      [from !== 'application', 0.5, `the new one belongs to ${namedIn(from)}`],
    ]),
  };
}

function canCreate(endpoint: Endpoint, facts: Facts): boolean {
  return endpoint.method === 'POST' || endpoint.method === 'PUT' || facts.pathVerb?.intent === 'create';
}

function changesName({ nameVerb, pathVerb, summary }: Facts): boolean {
  if (pathVerb !== undefined || summary.makesNew) return false;
  return nameVerb?.intent === 'update' || nameVerb?.intent === 'delete';
}

function containerOf(facts: Facts): ResourceFrom {
  const owner = ownerOf(facts);
  if (owner !== undefined) return owner.from;
  const required = facts.elsewhere.find((identifier) => isContainer(identifier, facts));
  return required?.from ?? 'application';
}

/** A required reference to one thing of another kind; a plain noun counts where paths are procedures. */
function isContainer(identifier: Identifier, facts: Facts): boolean {
  const { required, list, noun, name } = identifier;
  if (!required || list || noun === '' || noun === facts.noun || noun === 'request') return false;
  return facts.pathVerb !== undefined || isNamedIdentifier(name);
}
