import { describeIdentifier, placeOfIdentifier } from '../../endpoints/resource-from.ts';
import { type Endpoint, isReading } from '../../openapi/endpoint.ts';
import type { Api } from '../api.ts';
import { soleValue } from '../signals/asked.ts';
import { type EvidenceLine, weigh } from '../signals/evidence.ts';
import { MADE_FOR_CALL, makesContent } from '../signals/exchange/computing.ts';
import type { Facts } from '../signals/facts.ts';
import { type Identifier, isNamedIdentifier } from '../signals/identifiers.ts';
import {
  actsOnAll,
  addsWhatExists,
  attaches,
  changes,
  computes,
  isBelowActions,
  isLink,
  KEEPS_NOTHING,
  ownerOf,
  readsSeveralBefore,
  saysCreate,
  searches,
  sends,
  speaksOfComputing,
  speaksOfOne,
} from '../signals/judgment.ts';
import { isGotBy, saysA } from '../signals/titles.ts';
import { wordsOf } from '../words.ts';
import type { Pattern, Recognition } from './pattern.ts';

/** Reads, changes, deletes or acts on one existing resource. */
export const singleResource: Pattern<'single-resource'> = { name: 'single-resource', recognize };

function recognize(endpoint: Endpoint, facts: Facts, api: Api): Recognition | undefined {
  const target = targetOf(endpoint, facts, api);
  if (target === undefined) return undefined;
  const inPath = placeOfIdentifier(target.from).in === 'path';
  const lines = inPath ? pathLines(endpoint, facts, api) : elsewhereLines(endpoint, facts, api, target);
  return {
    from: target.from,
    evidence: weigh(
      'single-resource',
      lines,
      actingLines(endpoint, facts, inPath),
      verbLines(endpoint, facts, target),
    ),
  };
}

/** The path identifies it, or the owner of the part that the path ends with. */
function pathLines(endpoint: Endpoint, facts: Facts, api: Api): readonly EvidenceLine<'single-resource'>[] {
  if (!facts.endsWithIdentifier) return partLines(endpoint, facts, api);
  const name = describeIdentifier(ownerOf(facts)?.from ?? 'application');
  const makes = endpoint.method === 'POST' && saysCreate(facts);
  return [
    ['ends-with-identifier', !makes, `the path ends with ${name}`],
    ['keeps-nothing', api.keepsNothing, KEEPS_NOTHING],
    ['makes-at-identifier', makes, `the path ends with ${name}`],
  ];
}

function partLines(endpoint: Endpoint, facts: Facts, api: Api): readonly EvidenceLine<'single-resource'>[] {
  const name = describeIdentifier(ownerOf(facts)?.from ?? 'application');
  const last = `\`${facts.tail.at(-1)}\``;
  if (isReading(endpoint)) {
    const one = facts.answer === 'one' && api.answersTrusted;
    const speaking = facts.plural && speaksOfOne(facts);
    return [
      ['reads-part', !facts.plural, `${last} is one part of ${name}`],
      ['answers-one', one && !facts.plural, 'the answer is one object'],
      ['speaks-of-one', speaking, 'its summary speaks of one thing'],
      [
        'speaks-of-part',
        speaking && PARTS.test(facts.summary.head ?? ''),
        `its summary speaks of the ${facts.summary.head}, which is a part of ${name}`,
      ],
      ['asks-whether', facts.summary.asksWhether, 'its summary asks with yes or no'],
      ['speaks-of-list', /^(list|all)$/.test(facts.summary.verb?.word ?? ''), 'its summary speaks of a list'],
    ];
  }
  const posts = endpoint.method === 'POST';
  return [
    ['changes-part', !posts, `${endpoint.method} below ${name} changes a part of it`],
    [
      'posts-to-collection',
      posts && facts.plural && facts.pathVerb === undefined,
      `${last} is a collection below ${name}`,
    ],
    ['acts-below', posts, `it acts below ${name}`],
    [
      'posts-to-known',
      posts && facts.pathVerb === undefined && api.nouns.has(facts.noun),
      `other paths identify one of ${last}`,
    ],
    ['links', posts && isLink(facts), `${last} only links ${name} with others`],
    ['computes', posts && computes(facts), 'it computes an answer'],
    [
      'below-actions',
      posts && facts.pathVerb?.intent !== 'create' && isBelowActions(facts),
      `${last} is an action on ${name}`,
    ],
    ['known-part', isPart(facts), `${last} is a part of ${name}`],
  ];
}

/** The query or the body identifies it. */
function elsewhereLines(
  endpoint: Endpoint,
  facts: Facts,
  api: Api,
  target: Identifier,
): readonly EvidenceLine<'single-resource'>[] {
  const name = describeIdentifier(target.from);
  const { required } = target;
  const verb = facts.pathVerb !== undefined;
  const posts = endpoint.method === 'POST';
  const changes = !posts && !isReading(endpoint);
  return [
    ['needs-identifier', required && !(posts && !verb), `${name} is required`],
    ['needs-identifier-to-post', required && posts && !verb, `${name} is required`],
    ['takes-identifier', !required && (verb || changes), `${name} identifies one`],
    [
      'procedure-takes-identifier',
      !required && posts && !verb && api.procedural && target.noun === '' && facts.noun !== '',
      `${name} says which one`,
    ],
    ['procedure-needs-identifier', required && posts && api.procedural, 'the API uses POST for every call'],
    ['changes-required', changes && required, `${endpoint.method} changes what ${name} identifies`],
    ['changes-optional', changes && !required, `${endpoint.method} changes what ${name} identifies`],
    [
      'reads-chosen',
      !required &&
        isReading(endpoint) &&
        !facts.plural &&
        facts.summary.object !== 'several' &&
        target.noun === facts.noun,
      `${name} says which one`,
    ],
    [
      'sole-identifier',
      required && isSoleRead(endpoint, facts, target),
      `${name} is all that says which one`,
    ],
    ['makes-content', makesContent(facts), MADE_FOR_CALL],
    ['acts-on-all', actsOnAll(facts), 'its path says `all`'],
    ['searches', searches(facts), `\`${facts.literals.at(-1)}\` says that it searches`],
    [
      'posts-own-identifier',
      posts && !verb && facts.plural && (target.noun === facts.noun || target.noun === ''),
      `${name} is that of what is posted`,
    ],
    ['names-the-noun', target.noun === facts.noun, `${name} names what the path speaks of`],
  ];
}

/** `GET /result?submissionId=1`. */
function isSoleRead(endpoint: Endpoint, facts: Facts, { name }: Identifier): boolean {
  const { plural, answer, summary } = facts;
  const several =
    plural || answer === 'array' || answer === 'page' || /^(several|members)$/.test(summary.object ?? '');
  if (!isReading(endpoint) || several || computes(facts) || speaksOfComputing(facts)) return false;
  return isNamedIdentifier(name) && soleValue(endpoint) === name;
}

function verbLines(
  endpoint: Endpoint,
  facts: Facts,
  target: Identifier,
): readonly EvidenceLine<'single-resource'>[] {
  const { pathVerb, verbBefore } = facts;
  const acted =
    verbBefore !== undefined &&
    verbBefore.intent !== 'create' &&
    verbBefore.intent !== 'list' &&
    !readsSeveralBefore(facts);
  const inPath = placeOfIdentifier(target.from).in === 'path';
  const posts = endpoint.method === 'POST';
  const acts = pathVerb !== undefined && pathVerb.intent !== 'create' && pathVerb.intent !== 'list';
  return [
    ['acts-before-identifier', acted, `\`${verbBefore?.word}\` stands before the last parameter`],
    [
      'creates-before-identifier',
      verbBefore?.intent === 'create',
      `\`${verbBefore?.word}\` stands before the name of a new one`,
    ],
    ['path-acts', acts && !isReading(endpoint), `the path says \`${pathVerb?.word}\``],
    [
      'below-several',
      inPath && facts.inPath.length > 1 && facts.tail.length > 0 && !(posts && facts.plural),
      'the path identifies several, and a part of the last',
    ],
    [
      'one-of-collection',
      facts.endsWithIdentifier && facts.collectionMethods.has('GET'),
      'what stands in front of it can be read',
    ],
    [
      'says-a',
      saysA(endpoint) && !(posts && facts.pathVerb === undefined && !facts.endsWithIdentifier),
      'its summary says `a`, or which one',
    ],
    [
      'got-by-path',
      inPath && facts.endsWithIdentifier && isGotBy(endpoint, target) && !readsSeveralBefore(facts),
      'its name says by what',
    ],
    ['got-by-value', !inPath && isGotBy(endpoint, target), 'its name says by what'],
    ...exchangeLines(endpoint, facts, target, inPath),
  ];
}

/** What a POST takes and answers, and what it is said to do. */
function exchangeLines(
  endpoint: Endpoint,
  facts: Facts,
  target: Identifier,
  inPath: boolean,
): readonly EvidenceLine<'single-resource'>[] {
  const { pathVerb, summary } = facts;
  const posts = endpoint.method === 'POST';
  const sent = sends(facts);
  const adds = posts && attaches(facts) && !(inPath && facts.endsWithIdentifier);
  return [
    ['answers-nothing', posts && facts.answer === 'nothing', 'the answer is empty'],
    ['sole-in-body', !inPath && facts.schemas().takesOne, 'the body holds nothing else'],
    ['one-of-many', posts && !inPath && facts.schemas().takesMuch, 'the body says much more'],
    ['takes-change', posts && facts.schemas().takesChange, 'the schema of its body speaks of a change'],
    ['sends', sent && facts.inPath.length === 0, `\`${facts.tail.at(-1)}\` sends a new one`],
    ['sends-below', sent && facts.inPath.length > 0, `\`${facts.tail.at(-1)}\` sends a new one`],
    [
      'summary-changes',
      posts &&
        changes(facts) &&
        summary.words[1] !== 'new' &&
        (inPath || pathVerb !== undefined || target.required),
      `its summary says \`${summary.verb?.word}\``,
    ],
    ['adds-what-exists', addsWhatExists(endpoint, facts), 'its body only names what is added'],
    ['attaches', adds, `its summary speaks of adding to ${describeIdentifier(target.from)}`],
  ];
}

/** Some APIs act by GET. */
function actingLines(
  endpoint: Endpoint,
  { pathVerb, summary }: Facts,
  inPath: boolean,
): readonly EvidenceLine<'single-resource'>[] {
  if (!isReading(endpoint)) return [];
  const { word = '', intent = '' } = summary.verb ?? {};
  return [
    [
      'path-acts-by-reading',
      ACTING.test(pathVerb?.intent ?? '') && !ASKING.test(pathVerb?.word ?? ''),
      `the path says \`${pathVerb?.word}\``,
    ],
    [
      'summary-acts-by-reading',
      !inPath && ACTING.test(intent) && !ASKING.test(word),
      `its summary says \`${word}\``,
    ],
  ];
}

/** Verbs that summaries of plain reading start with, too. */
const ASKING = /^(perform|request|resolve|report|rate|process|test|supply|manage|verify)$/;

/** What verbs do to what exists. */
const ACTING = /^(update|delete|act)$/;

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
