import { describeIdentifier, type ResourceFrom } from '../../endpoints/resource-from.ts';
import { type Endpoint, isReading } from '../../openapi/endpoint.ts';
import type { Api } from '../api.ts';
import { ATTRIBUTE, containerOf, isInTheNew, namesTheNew } from '../signals/container.ts';
import { type EvidenceLine, weigh } from '../signals/evidence.ts';
import { converts, MADE_FOR_CALL, makesContent } from '../signals/exchange/computing.ts';
import type { Facts } from '../signals/facts.ts';
import { isNamedIdentifier, nounOf } from '../signals/identifiers.ts';
import {
  addsWhatExists,
  asks,
  attaches,
  changes,
  computes,
  isLink,
  isWeak,
  KEEPS_NOTHING,
  saysCreate,
  sends,
  sendsMessage,
  sendsTheNoun,
  speaksOfComputing,
  submits,
} from '../signals/judgment.ts';
import { namedListOf } from '../signals/lists/named-list.ts';
import { verbDescribed } from '../signals/summary.ts';
import { wordsOf } from '../words.ts';
import type { Pattern, Recognition } from './pattern.ts';

/** Makes a new resource; its resource is the container that the new one will belong to. */
export const creation: Pattern<'creation'> = { name: 'creation', recognize };

function recognize(endpoint: Endpoint, facts: Facts, api: Api): Recognition | undefined {
  if (!canCreate(endpoint, facts)) return undefined;
  const from = containerOf(facts, api.owners);
  return {
    from,
    evidence: weigh(
      'creation',
      endpoint.method === 'POST' ? postLines(facts, api) : otherMethodLines(endpoint, facts),
      verbLines(facts),
      exchangeLines(endpoint, facts),
      schemaLines(endpoint, facts, api),
      contraryLines(endpoint, facts),
      containerLines(from, facts, api),
      [['has-container', from !== 'application', `the new one belongs to ${describeIdentifier(from)}`]],
    ),
  };
}

function postLines(facts: Facts, api: Api): readonly EvidenceLine<'creation'>[] {
  const { endsWithIdentifier, pathVerb, plural, literals, summary, elementMethods } = facts;
  return [
    ['posts', !endsWithIdentifier && !api.procedural, 'POST'],
    ['makes-new', summary.makesNew, 'its summary speaks of something new'],
    [
      'known-noun',
      pathVerb === undefined && !endsWithIdentifier && facts.inPath.length > 0 && api.nouns.has(facts.noun),
      `other paths identify one of \`${literals.at(-1)}\``,
    ],
    ['submits', submits(facts), 'something new is handed in'],
    ['sends-message', sendsMessage(facts), 'its summary speaks of sending a message'],
    [
      'posts-to-collection',
      pathVerb === undefined && plural && (!endsWithIdentifier || saysCreate(facts)),
      `\`${literals.at(-1)}\` is a collection`,
    ],
    ['has-elements', elementMethods.size > 0 && !isLink(facts), 'a deeper path identifies one element of it'],
    [
      'posts-to-other',
      postsToOther(facts) && !saysCreate(facts),
      `what is in \`${literals.at(-1)}\` belongs to what the path identifies`,
    ],
    [
      'posts-to-identified',
      endsWithIdentifier && !postsToOther(facts) && !saysCreate(facts),
      'the path identifies something that exists already',
    ],
  ];
}

/** `POST /reviews/{project-id}` makes a review of a project. */
function postsToOther({ endsWithIdentifier, plural, pathVerb, inPath, steps, noun }: Facts): boolean {
  const [before, last] = [steps.at(-2), steps.at(-1)];
  if (!endsWithIdentifier || !plural || pathVerb !== undefined || before?.kind !== 'literal') return false;
  const named = nounOf(last?.text ?? '');
  return inPath.at(-1)?.list === false && named !== '' && !noun.includes(named) && !named.includes(noun);
}

/** Other methods make something only where they say so, and where the path does not identify it. */
function otherMethodLines(endpoint: Endpoint, facts: Facts): readonly EvidenceLine<'creation'>[] {
  const { nameVerb, summary, inPath, plural, endsWithIdentifier } = facts;
  const { method } = endpoint;
  const says = nameVerb?.intent === 'create' || summary.verb?.intent === 'create';
  const named = method === 'PUT' && namesTheNew(facts);
  const makes = saysCreate(facts) && (named || !endsWithIdentifier);
  const free = named || inPath.length === 0;
  return [
    ['makes-by-other-method', makes && free, 'its summary says that it makes something'],
    ['makes-below-by-other-method', makes && !free && plural, 'its summary says that it makes something'],
    [
      'answers-created',
      free && endpoint.responses.some(({ status }) => status === '201'),
      'the answer says that something was made',
    ],
    [
      'uploads-into',
      endsWithIdentifier &&
        !summary.makesNew &&
        (nameVerb?.word === 'upload' || summary.verb?.word === 'upload'),
      'its path identifies what it is uploaded into',
    ],
    ['other-method', !says && facts.verbBefore?.intent !== 'create', `${method} changes what exists`],
  ];
}

function verbLines(facts: Facts): readonly EvidenceLine<'creation'>[] {
  const { pathVerb, nameVerb, summary } = facts;
  const { verb } = summary;
  const inPath = pathVerb?.intent === 'create';
  const inName = nameVerb?.intent === 'create';
  const inSummary = verb?.intent === 'create';
  const sent = sends(facts);
  return [
    ['path-creates', inPath && !isWeak(pathVerb?.word), `the path says \`${pathVerb?.word}\``],
    ['path-adds', inPath && isWeak(pathVerb?.word), `the path says \`${pathVerb?.word}\``],
    ['name-creates', inName && !isWeak(nameVerb?.word), `its name says \`${nameVerb?.word}\``],
    ['name-adds', inName && isWeak(nameVerb?.word), `its name says \`${nameVerb?.word}\``],
    ['summary-creates', inSummary && !isWeak(verb?.word), `its summary says \`${verb?.word}\``],
    ['summary-adds', inSummary && isWeak(verb?.word), `its summary says \`${verb?.word}\``],
    ['sends', sent && facts.inPath.length === 0, `what \`${facts.literals.at(-1)}\` sends is new`],
    ['sends-below', sent && facts.inPath.length > 0, `what \`${facts.literals.at(-1)}\` sends is new`],
  ];
}

/** What it takes and answers: what is made has an identity, what is only computed has none. */
function exchangeLines(
  { method }: Endpoint,
  { exchange, verbBefore, methods, plural, endsWithIdentifier, answer }: Facts,
): readonly EvidenceLine<'creation'>[] {
  const posts = method === 'POST';
  const exchanged = posts ? exchange() : undefined;
  const kept = posts && !endsWithIdentifier && methods.has('GET');
  return [
    ['answers-identity', exchanged?.answersIdentity === true, 'the answer identifies something'],
    ['answer-said-new', exchanged?.answerSaidNew === true, 'the answer is said to be something new'],
    ['answers-job', exchanged?.answersJob === true, 'the answer is a job to wait for'],
    ['answers-several', posts && (answer === 'array' || answer === 'page'), 'the answer is a list'],
    ['takes-file', exchanged?.takesFile === true, 'it takes a file'],
    ['takes-content', exchanged?.takesContent === true, 'it takes content'],
    ['kept', kept && !plural, 'what it posts to can be read'],
    [
      'creates-before-identifier',
      verbBefore?.intent === 'create',
      `\`${verbBefore?.word}\` stands before the name of the new one`,
    ],
  ];
}

/** What its schemas are called, what the body says, and what the API as a whole is for. */
function schemaLines(endpoint: Endpoint, facts: Facts, api: Api): readonly EvidenceLine<'creation'>[] {
  if (endpoint.method !== 'POST') return [];
  const described = verbDescribed(endpoint, facts.summary);
  const said = `its description says \`${described?.word}\``;
  const { takesQuery, takesThing, takesMuch } = facts.schemas();
  return [
    ['described-creates', described?.intent === 'create', said],
    ['described-computes', described?.intent === 'compute', said],
    ['described-otherwise', described !== undefined && !/^(create|compute)$/.test(described.intent), said],
    ['takes-query', takesQuery, 'the schema of its body speaks of a search'],
    ['takes-thing', takesThing, 'the body describes a thing'],
    ['takes-much', takesMuch, 'the body says much'],
    ['sends-the-noun', sendsTheNoun(facts), `its summary speaks of sending the ${facts.noun}`],
    ['keeps-nothing', api.keepsNothing, KEEPS_NOTHING],
  ];
}

function contraryLines(endpoint: Endpoint, facts: Facts): readonly EvidenceLine<'creation'>[] {
  const { nameVerb, summary } = facts;
  const alone = endpoint.method === 'POST' && facts.inPath.length === 0 && facts.elsewhere.length === 0;
  const adds = attaches(facts) && !alone;
  const said = `its summary says \`${summary.verb?.word}\``;
  return [
    ['name-changes', changesName(facts), `its name says \`${nameVerb?.word}\``],
    ['computes', computes(facts) && !saysCreate(facts) && !simulates(facts), 'it computes an answer'],
    ['speaks-of-computing', speaksOfComputing(facts), 'its summary speaks of computing something'],
    ['makes-content', makesContent(facts), MADE_FOR_CALL],
    ['converts', converts(facts), 'the path says from what into what'],
    ['uploads-part', uploadsPart(facts), 'what is uploaded is a part of what the path identifies'],
    ['reads', isReading(endpoint), `${endpoint.method} seldom makes something`],
    ['asks', asks(endpoint, facts), said],
    ['summary-changes', changes(facts) && !summary.makesNew && !sendsMessage(facts), said],
    ['attaches', adds, 'its summary speaks of adding to what exists'],
    ['adds-what-exists', addsWhatExists(endpoint, facts), 'its body only names what is added'],
    [
      'adds-listed',
      summary.attaches !== undefined && facts.inPath.length > 0 && namedListOf(endpoint, facts) !== undefined,
      'a list names what is added',
    ],
    [
      'adds-without-identifier',
      adds && facts.summary.attaches === 'adds' && !namesWhatExists(endpoint, facts),
      'nothing in it names another thing that exists',
    ],
  ];
}

/** `/locations/{id}/uploadimage`. */
function uploadsPart({ pathVerb, literals, inPath }: Facts): boolean {
  const last = wordsOf(literals.at(-1) ?? '');
  return inPath.length > 0 && pathVerb?.word === 'upload' && PICTURES.test(last.at(-1) ?? '');
}

/** What things have one of. */
const PICTURES = /^(image|avatar|picture|photo|logo|icon|cover|thumbnail|banner)$/;

/** It brings an identifier, or a list, of what may be added. */
function namesWhatExists({ body, parameters }: Endpoint, { elsewhere, endsWithIdentifier }: Facts): boolean {
  const inQuery = parameters.filter(({ in: where }) => where === 'query');
  const values = [...(body?.shape.properties.values() ?? []), ...inQuery];
  return (
    endsWithIdentifier ||
    elsewhere.length > 0 ||
    body?.shape.type === 'array' ||
    values.some(({ name, shape }) => shape.type === 'array' || isNamedIdentifier(name))
  );
}

/** A container that only the body or the query names may as well be something that the new one refers to. */
function containerLines(from: ResourceFrom, facts: Facts, api: Api): readonly EvidenceLine<'creation'>[] {
  const container = facts.elsewhere.find((identifier) => identifier.from === from);
  if (container === undefined) return [];
  const name = describeIdentifier(from);
  return [
    ['container-in-the-new', isInTheNew(from, facts), `${name} stands in what describes the new one`],
    [
      'container-own-number',
      facts.noun !== '' && container.noun.endsWith(` ${facts.noun}`),
      `${name} may be what the new one is called elsewhere`,
    ],
    ['container-attribute', ATTRIBUTE.test(container.noun), `${name} says what the new one is like`],
    ['container-of-others', api.owners.has(container.noun), `other things belong to what ${name} identifies`],
  ];
}

function canCreate(endpoint: Endpoint, facts: Facts): boolean {
  if (endpoint.method === 'POST' || endpoint.method === 'PUT') return true;
  if (isReading(endpoint) && (facts.summary.makesNew || facts.verbBefore?.intent === 'create')) return true;
  const { verb } = facts.summary;
  const reads = isReading(endpoint) && (verb?.intent === 'read' || verb?.intent === 'list');
  return facts.pathVerb?.intent === 'create' && !reads;
}

function changesName({ nameVerb, pathVerb, summary }: Facts): boolean {
  if (pathVerb !== undefined || summary.makesNew) return false;
  return nameVerb?.intent === 'update' || nameVerb?.intent === 'delete';
}

/** "Simulate a refund" at `/simulations/refunds` makes one. */
function simulates({ summary, plural, pathVerb }: Facts): boolean {
  return plural && pathVerb === undefined && summary.verb?.word === 'simulate';
}
