import { memoizeByIdentity } from '../../caching/memoize.ts';
import { isAboutOne, PATTERN_TRAITS } from '../../endpoints/pattern.ts';
import { describeIdentifier } from '../../endpoints/resource-from.ts';
import type { Endpoint, Shape } from '../../openapi/endpoint.ts';
import { heldShape } from '../../openapi/held-shape.ts';
import { either } from '../phrases.ts';
import type { Facts } from '../signals/facts.ts';
import { literalTest } from '../signals/path/literal-tests.ts';
import { valuesTaken } from '../signals/values/taken-values.ts';
import { phraseOf } from '../words.ts';
import { canHold, changes, DEEPEST, lastNoun, lastRun, type Sensed, subjects } from './sensed.ts';

/** One call changes or deletes whatever a tag, a filter or another call in it selects. */
export function saysSweeping(sensed: Sensed): string | undefined {
  const query = queryTaken(sensed.endpoint);
  if (query !== undefined) return query;
  if (!changes(sensed)) return saysManyReads(sensed);
  return (
    carriesCalls(sensed.endpoint) ??
    runs(sensed) ??
    selects(sensed) ??
    filters(sensed) ??
    empties(sensed) ??
    saysAll(sensed) ??
    saysListed(sensed) ??
    saysDangerous(sensed)
  );
}

/** A query in a language of its own reads, and often changes, whatever it names. */
function queryTaken(endpoint: Endpoint): string | undefined {
  if (/\/(graphql|sql|cypher)$/i.test(endpoint.path))
    return 'it takes queries, and nothing is asked about what they name';
  const taken = valuesTaken(endpoint).find((name) =>
    /^(sql|soql|nrql|cypher)( (query|statement|text|string))?$/.test(phraseOf(name)),
  );
  return taken && `it takes a query in \`${taken}\`, and nothing is asked about what that names`;
}

/** `GET /batch?urls=/boards/1,/members/me` reads whatever it is asked for. */
function saysManyReads({ endpoint: { parameters }, facts }: Sensed): string | undefined {
  if (!/^(batch|multi|bulk)$/i.test(facts.literals.at(-1) ?? '')) return undefined;
  const holdsCalls = parameters.some(
    ({ in: place, name }) => place === 'query' && /^(url|uri|path|request|call)s$/i.test(name),
  );
  return holdsCalls ? 'its query holds calls of other endpoints, which nothing is asked about' : undefined;
}

function carriesCalls({ body }: Endpoint): string | undefined {
  return body !== undefined && hasCalls(body.shape, DEEPEST)
    ? 'its body holds calls of other endpoints, which nothing is asked about'
    : undefined;
}

function hasCalls(shape: Shape, depth: number): boolean {
  return depth > 0 && CALLS_BELOW[depth]?.(shape) === true;
}

/** By depth, like the secrets. */
const CALLS_BELOW = Array.from({ length: DEEPEST + 1 }, (_, depth) =>
  memoizeByIdentity((shape: Shape) => callsAmong(shape, depth)),
);

function callsAmong({ items, properties }: Shape, depth: number): boolean {
  if (items !== undefined && isCall(items)) return true;
  for (const { shape } of properties.values()) if (canHold(shape) && hasCalls(shape, depth - 1)) return true;
  return false;
}

const isCall = memoizeByIdentity(({ properties }: Shape) => {
  const names = [...properties.keys()].map((name) => phraseOf(name));
  return names.includes('method') && names.some((name) => /^((relative )?(path|url|uri))$/.test(name));
});

const RUNS = /^(eval|proxy|(run|execute|exec|eval) (code|scripts?|commands?|shell|sql|query|queries))$/;

const isRunning = literalTest((literal) => RUNS.test(phraseOf(literal)));

/** Code does whatever it says, and a proxy calls whatever it is told to. `POST /proxies` makes one. */
function runs(sensed: Sensed): string | undefined {
  const { facts, pattern } = sensed;
  const last = facts.literals.at(-1) ?? '';
  if (facts.endsWithIdentifier) return undefined;
  const ran = /^(run|execute|exec|eval)$/i.test(last) ? lastRun(sensed).at(-2) : undefined;
  if (ran !== undefined && /(^| )(code|scripts?|commands?|shell|sql|quer(y|ies))$/.test(phraseOf(ran)))
    return `\`${ran}/${last}\` runs what it is given, and nothing is asked about that`;
  if (!isRunning.holds(last)) return undefined;
  if (pattern === 'creation' && facts.inPath.length === 0 && /^proxy$/i.test(last)) return undefined;
  return `\`${last}\` runs or calls what it is given, and nothing is asked about that`;
}

/** `DELETE /droplets?tag_name=` on a collection whose elements have paths of their own. */
function selects({ facts, from, pattern }: Sensed): string | undefined {
  const { inPath, plural, elementMethods, elsewhere, noun } = facts;
  if (inPath.length > 0 || !plural || elementMethods.size === 0 || from === 'application') return undefined;
  if (PATTERN_TRAITS[pattern].members !== 'none' || PATTERN_TRAITS[pattern].hasItems) return undefined;
  const by = elsewhere.find((identifier) => identifier.from === from);
  const isOwn = by === undefined || by.noun === '' || by.noun === noun;
  return isOwn ? undefined : `it acts on everything that ${describeIdentifier(from)} selects`;
}

/**
 * `PATCH /documents?status=eq.draft` of PostgREST changes all rows that its query selects, and an `id` in the body is what these get. So it
 * is where the query takes several of the properties that the body has.
 */
function filters({ endpoint: { body, method, parameters }, facts }: Sensed): string | undefined {
  if (body === undefined || facts.inPath.length > 0 || !/^(PUT|PATCH)$/.test(method)) return undefined;
  const selecting = parameters.filter(
    ({ in: place, name, required }) =>
      place === 'query' && !required && heldShape(body.shape)?.properties.has(name) === true,
  );
  return selecting.length > 1 ? 'it acts on everything that its query selects' : undefined;
}

/** `DELETE /buckets/{id}/messages`, where each message has a path of its own; and `/channels/{id}/truncate`. */
function empties({ endpoint, facts, from, pattern }: Sensed): string | undefined {
  const { inPath, plural, elementMethods, endsWithIdentifier, elsewhere, literals } = facts;
  const last = literals.at(-1) ?? '';
  if (inPath.length === 0 || endsWithIdentifier || PATTERN_TRAITS[pattern].hasItems) return undefined;
  if (/^(truncate|purge|purge_?all)$/i.test(last)) return `\`${last}\` deletes all that is in it`;
  const isAll = endpoint.method === 'DELETE' && plural && elementMethods.size > 0 && elsewhere.length === 0;
  return isAll && from.startsWith('path:') ? `it deletes all of the \`${last}\` at once` : undefined;
}

const ALL = either`
  \bby (a )?(tag|label|filter|query|prefix)\b
  \b(based on|matching) (a |an |the |your )?(search|filter|query|criteria)\b
  \b(on )?tagged\b
  \b(deletes?|removes?|purges?|clears?|destroys?|resets?|wipes?) all\b
`;

function saysAll({ endpoint, facts }: Sensed): string | undefined {
  // Of one thing that the path names, "all" is said of what is in it, unless it is all that there is.
  if (facts.inPath.length > 0) return wipes(endpoint, facts);
  const words = [facts.nameWords.join(' '), facts.summary.words.join(' ')];
  const found = words.map((text) => ALL.exec(text)?.[0]).find((text) => text !== undefined);
  return found && `its name says "${found}"`;
}

function wipes(endpoint: Endpoint, { summary }: Facts): string | undefined {
  const words = summary.words.join(' ');
  // What is deleted takes what is in it along.
  const besides = endpoint.method === 'DELETE' ? undefined : DESTROYS_BESIDES.exec(words)?.[0];
  const found = WIPES.exec(words)?.[0] ?? besides ?? ERASES.exec(endpoint.summary)?.[0].toLowerCase();
  return found && `its summary says "${found}"`;
}

const WIPES =
  /^(deletes?|removes?|purges?|clears?|destroys?|resets?|wipes?|erases?) all (the )?(\w+ )?data\b/;

/** "Withdraw the consent and destroy all samples". */
const DESTROYS_BESIDES = /\band (deletes?|removes?|purges?|destroys?|wipes?|erases?) (all|every)\b/;

/** By law, all that is known of a person goes. */
const ERASES = /\b(gdpr|right to (be forgotten|erasure)|(subject|data) erasure)\b/i;

/** `POST /tickets/bulk` with `ticketIds`: what looks like a collection in which something is made acts on the tickets. */
function saysListed({ facts, from, pattern }: Sensed): string | undefined {
  const { elementMethods, elsewhere, literals, referred } = facts;
  const before = literals.slice(0, -1).map(lastNoun);
  const isBulk = literals.slice(-2).some((literal) => IN_BULK.test(phraseOf(literal)));
  // `PATCH /targets/{id}/findings/bulk/update` with `ids`, decided about the target.
  const isOfHolder = isBulk && isAboutOne(pattern) && from.startsWith('path:');
  if ((pattern !== 'creation' && !isOfHolder) || elementMethods.size > 0) return undefined;
  const listed = [...elsewhere, ...referred].find(
    ({ list, noun }) => list && (isBulk || before.includes(noun)),
  );
  return (
    listed &&
    `it acts on everything that ${describeIdentifier(listed.from)} lists, and nothing is asked about that`
  );
}

const IN_BULK = /\b(bulk|batch|mass)\b/;

const DANGEROUS =
  /^(dangerous(ly)?|factory reset|erase|danger zone|wipe|nuke|(destroy|delete|remove|purge|erase|wipe) (all|everything))$|^(destroy|delete|remove|purge) with /;

const isDangerous = literalTest((literal) => DANGEROUS.test(phraseOf(literal)));

/** What it deletes beside the one thing, the path does not say: `/destroy_with_associated_resources/retry`. */
function saysDangerous(sensed: Sensed): string | undefined {
  if (isDangerous.first(sensed.facts.literals) === undefined) return undefined;
  const said = [...subjects(sensed), ...lastRun(sensed)].find(isDangerous.holds);
  return said && `it is called \`${said}\``;
}
