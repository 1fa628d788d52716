import { type Endpoint, isReading } from '../../openapi/endpoint.ts';
import type { Api } from '../api.ts';
import { phrases } from '../phrases.ts';
import { callerSignal } from '../signals/caller.ts';
import { type EvidenceLine, weigh } from '../signals/evidence.ts';
import { converts, MADE_FOR_CALL, makesContent } from '../signals/exchange/computing.ts';
import type { Facts } from '../signals/facts.ts';
import { isCredential, isNamedIdentifier } from '../signals/identifiers.ts';
import {
  computes,
  hasElements,
  isSubmitting,
  KEEPS_NOTHING,
  saysCreate,
  speaksOfComputing,
  speaksOfLookup,
} from '../signals/judgment.ts';
import { isSecret } from '../signals/path/path-names.ts';
import type { PathStep } from '../signals/path/steps.ts';
import { firstSentence, verbDescribed } from '../signals/summary.ts';
import { wordsOf } from '../words.ts';
import type { Pattern, Recognition } from './pattern.ts';

/** No identifier at all: the caller's own things, or a feature without a collection behind it. */
export const implicitScope: Pattern<'implicit-scope'> = { name: 'implicit-scope', recognize };

function recognize(endpoint: Endpoint, facts: Facts, api: Api): Recognition | undefined {
  if (facts.inPath.length > 0) return undefined;
  const caller = facts.ignored.length > 0 ? undefined : callerSignal(endpoint, facts);
  const evidence = weigh(
    'implicit-scope',
    caller === undefined ? [] : [caller],
    [['identifies-nothing', true, 'the call identifies nothing']],
    thingLines(endpoint, facts),
    isReading(endpoint) ? readLines(endpoint, facts, api) : changeLines(endpoint, facts),
    computeLines(facts),
    apiLines(endpoint, facts, api),
    identifierLines(endpoint, facts),
  );
  return { from: 'application', evidence };
}

/** What there is one of for the whole application, and what has no collection behind it. */
function thingLines(endpoint: Endpoint, facts: Facts): readonly EvidenceLine<'implicit-scope'>[] {
  const last = facts.literals.at(-1) ?? '';
  const words = wordsOf(last);
  return [
    ['any-call', ANY_CALL.test(words.join(' ')), `\`${last}\` takes any call`],
    ['root', facts.literals.length === 0, 'the path is that of the application itself'],
    [
      'global-thing',
      words.some((word) => GLOBAL.test(word)),
      `\`${last}\` is one thing of the whole application`,
    ],
    ['measured-thing', MEASURED_THING.test(words.at(-1) ?? ''), `\`${last}\` is computed for the call`],
    [
      'token-in-path',
      facts.steps.some(isToken) && !isHandle(facts.steps.at(-1)) && !chooses(facts),
      'the token in its path stands for the caller',
    ],
    [
      'of-the-user',
      facts.elsewhere.length === 0 && facts.ignored.length === 0 && OF_USER.test(firstSentence(endpoint)),
      'its summary speaks of what a user has, and no user is identified',
    ],
    [
      'random',
      facts.summary.words.includes('random') || words.includes('random'),
      'the answer is chosen at random',
    ],
    ['needs-values', needsValues(endpoint, facts), 'it computes from what the query must give'],
  ];
}

/** What identifies something is nothing to compute from. */
function needsValues({ parameters }: Endpoint, { ignored, elsewhere }: Facts): boolean {
  return parameters.some(
    ({ in: where, required, name }) =>
      where === 'query' &&
      required &&
      !isCredential(name) &&
      !(isNamedIdentifier(name) && (ignored.includes(name) || elsewhere.some((one) => one.name === name))),
  );
}

/** Ends of paths that take whatever there is to ask or do. */
const ANY_CALL = /^(graphql|graph ql|sparql|(json )?rpc|soap)$/;

/** "Returns a user's notifications". */
const OF_USER = /\b(a|the|your) (user|member|customer|merchant|account|seller|player)(['’]s|s['’]) [a-z]/i;

function isToken({ kind, text }: PathStep): boolean {
  return kind === 'parameter' && isSecret(text);
}

/** `/shows/{accessToken}/{date}`: the token only lets the caller in. */
function chooses({ steps }: Facts): boolean {
  return steps.some((step) => isChosenFrom(step) && !isToken(step));
}

/** A format or a version chooses nothing. */
function isChosenFrom({ kind, text }: PathStep): boolean {
  return kind === 'parameter' && !/(format|ext|extension|version|version_?number|locale|lang)$/i.test(text);
}

/** A plain `{token}` behind a thing, as in `/export/{token}`, says which. */
function isHandle(last: PathStep | undefined): boolean {
  return last?.kind === 'parameter' && /^token$/i.test(last.text);
}

const GLOBAL = phrases`
  status | config | configuration | info | information | version | settings? | health | stats | statistics
  dashboard | summary | profile | balance | about | schema | metadata | capabilities | ping | home | index
  license | usage | quota | limits? | metrics | overview | preferences | whoami | swagger | openapi | robots
  manifest | time | now
`;

const MEASURED_THING = phrases`
  distance | price | quote | rate | rates | weather | score | sentiment | forecast | route | image | barcode
  qr | qrcode | convert | conversion | translate | estimate | cost | fee | fees | current | random | today
  tax | exchange
`;

function readLines(endpoint: Endpoint, facts: Facts, api: Api): readonly EvidenceLine<'implicit-scope'>[] {
  const { plural, answer, elsewhere } = facts;
  const several = plural || saysList(facts) || answer === 'array' || answer === 'page' || hasElements(facts);
  const one = answer === 'one' && !saysList(facts) && (api.answersTrusted || !plural);
  const chosen = facts.steps.some(isChosenFrom) || needsValues(endpoint, facts);
  return [
    ['reads-one-of-some', !several && elsewhere.length > 0, 'it reads one thing'],
    [
      'reads-the-one',
      !several && elsewhere.length === 0 && !chosen,
      'it reads one thing, of which there is only one',
    ],
    [
      'reads-by-value',
      !several && elsewhere.length === 0 && chosen,
      'it reads what a value of the call chooses',
    ],
    ['answers-one', one, 'the answer is one object'],
  ];
}

function saysList({ pathVerb, nameVerb, summary }: Facts): boolean {
  return [pathVerb, nameVerb, summary.verb].some((verb) => verb?.intent === 'list');
}

function changeLines({ method }: Endpoint, facts: Facts): readonly EvidenceLine<'implicit-scope'>[] {
  const { plural, elementMethods, pathVerb } = facts;
  const posts = method === 'POST' && !saysCreate(facts);
  return [
    [
      'changes-the-one',
      method !== 'POST' && !saysCreate(facts),
      `${method} without an identifier changes the one there is`,
    ],
    ['posts-to-no-collection', posts && !plural && elementMethods.size === 0, 'the path names no collection'],
    [
      'posts-an-act',
      posts && pathVerb?.intent === 'act' && !isSubmitting(pathVerb.word),
      `the path says \`${pathVerb?.word}\``,
    ],
    [
      'hands-in',
      posts && pathVerb?.intent === 'act' && isSubmitting(pathVerb.word),
      `the path says \`${pathVerb?.word}\``,
    ],
  ];
}

/** What the API as a whole is for. */
function apiLines(endpoint: Endpoint, facts: Facts, api: Api): readonly EvidenceLine<'implicit-scope'>[] {
  const posts = endpoint.method === 'POST';
  return [
    ['keeps-nothing', posts && api.keepsNothing, KEEPS_NOTHING],
    [
      'described-computes',
      verbDescribed(endpoint, facts.summary)?.intent === 'compute',
      'its description speaks of computing something',
    ],
    ['path-reads', !posts && facts.pathVerb?.intent === 'read', `the path says \`${facts.pathVerb?.word}\``],
    ['computing-title', posts && api.titledComputing, 'the title of the API speaks of computing'],
    ['computing-title-read', !posts && api.titledComputing, 'the title of the API speaks of computing'],
  ];
}

function computeLines(facts: Facts): readonly EvidenceLine<'implicit-scope'>[] {
  const inPath = facts.pathVerb?.intent === 'compute';
  const exchange = facts.exchange();
  const suggested = suggests(facts);
  const computed = computes(facts);
  return [
    [
      'speaks-of-computing',
      !computed && speaksOfComputing(facts),
      'its summary speaks of computing something',
    ],
    ['speaks-of-lookup', speaksOfLookup(facts), 'its summary speaks of looking something up'],
    ['makes-content', makesContent(facts), MADE_FOR_CALL],
    ['converts', converts(facts), 'the path says from what into what'],
    ['answers-text', exchange.answersText, 'the answer is a text or a file'],
    [
      'takes-only-content',
      exchange.takesContent && !exchange.answersIdentity && facts.schemas().takesOne,
      'it takes nothing but content to work on',
    ],
    ['takes-content', exchange.takesContent && !exchange.answersIdentity, 'it takes content to work on'],
    [
      'takes-file',
      exchange.takesFile && !exchange.answersIdentity,
      'it takes a file and answers without anything new',
    ],
    ['path-computes', inPath && !suggested, 'it computes an answer'],
    ['path-suggests', inPath && suggested, 'it suggests an answer'],
    ['computes', !inPath && computed && !hasElements(facts) && !suggested, 'it computes an answer'],
    ['suggests', !inPath && suggested, 'it suggests an answer'],
    ['computes-elements', !inPath && computed && hasElements(facts), 'it computes an answer'],
  ];
}

/** What is suggested is one of what there is as often as it is computed. */
function suggests({ pathVerb, nameVerb, summary }: Facts): boolean {
  return [pathVerb, nameVerb, summary.verb].some((verb) => SUGGESTING.test(verb?.word ?? ''));
}

const SUGGESTING = /^(suggest|autocomplete|recommend|match)$/;

/** An identifier, even an optional one of what the path speaks of, says that there is more than one. */
function identifierLines(endpoint: Endpoint, facts: Facts): readonly EvidenceLine<'implicit-scope'>[] {
  const { elsewhere, noun, pathVerb, plural } = facts;
  const required = elsewhere.find((identifier) => identifier.required);
  const own = elsewhere.find((identifier) => identifier.noun === noun || identifier.noun === '');
  const collects = isReading(endpoint) ? plural : endpoint.method === 'POST';
  const changes = /^(PUT|PATCH|DELETE)$/.test(endpoint.method);
  const chosen = required === undefined && own !== undefined && (pathVerb !== undefined || !collects);
  return [
    ['needs-identifier', required !== undefined, `\`${required?.name}\` is required`],
    ['changes-the-chosen', chosen && changes, `\`${own?.name}\` says which one`],
    ['chosen', chosen && !changes, `\`${own?.name}\` says which one`],
  ];
}
