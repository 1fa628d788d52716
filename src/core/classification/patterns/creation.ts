import type { ResourceFrom } from '../../endpoints/resource-from.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';
import type { Api } from '../api.ts';
import { type EvidenceLine, namedIn, weigh } from '../signals/evidence.ts';
import type { Facts } from '../signals/facts.ts';
import { type Identifier, isNamedIdentifier, nounOf } from '../signals/identifiers.ts';
import {
  asks,
  attaches,
  changes,
  computes,
  isLink,
  isReading,
  isWeak,
  ownerOf,
  saysCreate,
  sends,
} from '../signals/judgment.ts';
import type { Pattern, Recognition } from './pattern.ts';

/** Makes a new resource; its resource is the container that the new one will belong to. */
export const creation: Pattern<'creation'> = { name: 'creation', recognize };

function recognize(endpoint: Endpoint, api: Api): Recognition | undefined {
  const facts = api.facts.get(endpoint);
  if (facts === undefined || !canCreate(endpoint, facts)) return undefined;
  const from = containerOf(facts);
  const created = endpoint.responses.some(({ status }) => status === '201');
  return {
    from,
    evidence: weigh([
      ...(endpoint.method === 'POST' ? postLines(facts, api) : otherMethodLines(endpoint, facts)),
      ...verbLines(facts),
      ...contraryLines(endpoint, facts),
      [created, 2, 'answers 201 Created'],
      [from !== 'application', 0.5, `the new one belongs to ${namedIn(from)}`],
    ]),
  };
}

function postLines(facts: Facts, api: Api): readonly EvidenceLine[] {
  const { endsWithIdentifier, pathVerb, plural, literals, summary, elementMethods } = facts;
  return [
    [!endsWithIdentifier && !api.procedural, 2, 'POST'],
    [summary.makesNew, 2, 'its summary speaks of something new'],
    [pathVerb === undefined && plural, 2, `\`${literals.at(-1)}\` is a collection`],
    [elementMethods.size > 0 && !isLink(facts), 3, 'a deeper path identifies one element of it'],
    [endsWithIdentifier, saysCreate(facts) ? 0 : -5, 'the path identifies what exists already'],
  ];
}

/** Other methods make something only where they say so, and where the path does not identify it. */
function otherMethodLines({ method }: Endpoint, facts: Facts): readonly EvidenceLine[] {
  const { nameVerb, summary, inPath, plural, endsWithIdentifier } = facts;
  const says = nameVerb?.intent === 'create' || summary.verb?.intent === 'create';
  const named = method === 'PUT' && namesTheNew(facts);
  const weight = named || inPath.length === 0 ? 6 : plural ? 3 : 0;
  return [
    [saysCreate(facts) && (named || !endsWithIdentifier), weight, 'its summary says that it makes something'],
    [!says, -5, `${method} changes what exists`],
    [endsWithIdentifier && !named, -5, 'the path identifies what exists already'],
  ];
}

function verbLines(facts: Facts): readonly EvidenceLine[] {
  const { pathVerb, nameVerb, summary } = facts;
  return [
    [pathVerb?.intent === 'create', isWeak(pathVerb?.word) ? 3 : 5, `the path says \`${pathVerb?.word}\``],
    [nameVerb?.intent === 'create', isWeak(nameVerb?.word) ? 1.5 : 3, `its name says \`${nameVerb?.word}\``],
    [
      summary.verb?.intent === 'create',
      isWeak(summary.verb?.word) ? 1 : 2,
      `its summary says \`${summary.verb?.word}\``,
    ],
    [sends(facts), 6, `what \`${facts.literals.at(-1)}\` sends is new`],
  ];
}

function contraryLines(endpoint: Endpoint, facts: Facts): readonly EvidenceLine[] {
  const { pathVerb, nameVerb, summary } = facts;
  const otherVerb = pathVerb !== undefined && pathVerb.intent !== 'create' && !sends(facts);
  const madeAnyhow = saysCreate(facts) && facts.inPath.length === 0;
  const alone = endpoint.method === 'POST' && facts.inPath.length === 0 && facts.elsewhere.length === 0;
  const adds = attaches(facts) && !alone;
  const said = `its summary says \`${summary.verb?.word}\``;
  return [
    [otherVerb && !madeAnyhow, -4, `the path says \`${pathVerb?.word}\``],
    [changesName(facts), -3, `its name says \`${nameVerb?.word}\``],
    [computes(facts) && !saysCreate(facts) && !simulates(facts), -3, 'computes an answer'],
    [asks(endpoint, facts), -5, said],
    [changes(facts) && !summary.makesNew, -4, said],
    [adds, -3, 'its summary speaks of adding to what exists'],
  ];
}

function canCreate(endpoint: Endpoint, facts: Facts): boolean {
  if (endpoint.method === 'POST' || endpoint.method === 'PUT') return true;
  const { verb } = facts.summary;
  const reads = isReading(endpoint) && (verb?.intent === 'read' || verb?.intent === 'list');
  return facts.pathVerb?.intent === 'create' && !reads;
}

function changesName({ nameVerb, pathVerb, summary }: Facts): boolean {
  if (pathVerb !== undefined || summary.makesNew) return false;
  return nameVerb?.intent === 'update' || nameVerb?.intent === 'delete';
}

function containerOf(facts: Facts): ResourceFrom {
  const owner = namesTheNew(facts) ? facts.inPath.at(-2) : ownerOf(facts);
  if (owner !== undefined) return owner.from;
  const required = facts.elsewhere.find((identifier) => isContainer(identifier, facts));
  return required?.from ?? 'application';
}

/** "Create a secret" at `/secrets/{name}`: the path ends with the name that the new one will have. */
function namesTheNew({ endsWithIdentifier, inPath, summary }: Facts): boolean {
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
  return own && head.startsWith(last.noun.split(' ').at(-1) ?? head);
}

/** "Simulate a refund" at `/simulations/refunds` makes one. */
function simulates({ summary, plural, pathVerb }: Facts): boolean {
  return plural && pathVerb === undefined && summary.verb?.word === 'simulate';
}

/** A required reference to one thing of another kind; a plain noun counts where paths are procedures. */
function isContainer(identifier: Identifier, facts: Facts): boolean {
  const { required, list, noun, name } = identifier;
  if (!required || list || noun === '' || noun === facts.noun || noun === 'request') return false;
  return facts.pathVerb !== undefined || isNamedIdentifier(name);
}
