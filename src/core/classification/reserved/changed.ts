import { PATTERN_TRAITS } from '../../endpoints/pattern.ts';
import { type Endpoint, isReading } from '../../openapi/endpoint.ts';
import { phrases } from '../phrases.ts';
import type { Facts } from '../signals/facts.ts';
import { wordsOf } from '../words.ts';
import type { Sensed } from './sensed.ts';

/** Verbs that are no nouns, and so say that a call changes something also where they stand alone: `/archive/delete`. */
const CHANGING_ALONE = phrases`
  create | add | delete | remove | destroy | purge | clear | update | cancel | revoke | enable | disable
  activate | deactivate | approve | reject | reset | restart | reboot | terminate | send | unsubscribe
  uninstall | unlock | kick | ban | unban | impersonate
`;

/** Those that say so in front of what they change: `/detachVolume`. */
const CHANGING_SOMETHING =
  /^(insert|erase|modify|set|put|replace|rename|accept|attach|detach|associate|disassociate|assign|unassign|start|stop|deregister|unregister|invite|grant|authorize|untag)$/;

/** Those that are nouns elsewhere: they count in names of procedures, as in `?Action=TagUser`, and not in `/releaseEvents/{id}`. */
const CHANGING_IN_PROCEDURES =
  /^(change|move|run|publish|subscribe|register|promote|demote|restore|copy|import|allocate|release|purchase|tag|launch)$/;

/** What a `POST` that is taken for a listing does instead. */
const CHANGING_LISTS = /^(create|add|set|put|save|store|update|delete|remove|replace|modify|import|export)$/;

/** Searches are made, too: `createSearch`. */
const MADE_TO_ASK = /^(create|set|put|save|store|export)$/;

/** Those that say so where the summary begins with them, and the path or the name has them, too: `GET /views.publish`, "Publish a view". */
const CHANGING_AS_SAID =
  /^(resend|publish|trigger|sync|refresh|restore|subscribe|register|promote|demote|release|save|submit)$/;

/** These are too often nouns for that: "Set of listings". */
const NOUNS_TOO = /^(set|put)$/;

/** What stands behind such a word where it is a noun: "Start of the term", "Update history". */
const BEHIND_NOUN =
  /^(of|by|for|per|in|from|dates?|times?|history|status|info|information|details|notes?|logs?|events?|lists?)$/;

const READS = /^(get|gets|list|find|fetch|retrieve|read|show|query|search|check|view|describe|is|has)$/;

/** What changes something though it looks as if it only read: `GET /archive/delete`. Viewers may not call it for its method. */
export function saysChanged(sensed: Sensed): string | undefined {
  const { isForAnyone, effect } = PATTERN_TRAITS[sensed.pattern];
  if (isForAnyone) return undefined;
  if (isReading(sensed.endpoint)) return changedByRead(sensed) ?? madeByRead(sensed);
  return effect === 'read' ? changedByListing(sensed) : undefined;
}

/** A summary alone may say it: "Create a share link". */
function madeByRead({ endpoint, facts, pattern }: Sensed): string | undefined {
  return PATTERN_TRAITS[pattern].members === 'created' && !facts.endsWithIdentifier
    ? `it makes something, though it is a ${endpoint.method}`
    : undefined;
}

function changedByListing({ facts: { nameWords, summary } }: Sensed): string | undefined {
  const [verb = ''] = nameWords;
  const isSearch = /^(read|list)$/.test(summary.verb?.intent ?? '') && MADE_TO_ASK.test(verb);
  if (CHANGING_LISTS.test(verb) && !isSearch)
    return `its name says \`${verb}\`, though it looks like a listing`;
  const said = summary.verb?.word ?? '';
  return CHANGING_LISTS.test(said) ? `its summary says "${said}", though it looks like a listing` : undefined;
}

function changedByRead({ endpoint, facts }: Sensed): string | undefined {
  const { nameWords, summary } = facts;
  // Some descriptions put the method in front of every name.
  const name = nameWords.slice(/^(GET|HEAD)_/.test(endpoint.operationId ?? '') ? 1 : 0);
  const reads = name.filter((word) => READS.test(word));
  if (/^(read|list)$/.test(summary.verb?.intent ?? '')) return undefined;
  const said = (reads.length === 0 ? saidOnce(endpoint, facts, name) : undefined) ?? saidTwice(facts, reads);
  return said && `${said}, though it is a ${endpoint.method}`;
}

function saidOnce({ path }: Endpoint, facts: Facts, name: readonly string[]): string | undefined {
  const [verb = '', ...object] = wordsOf(facts.literals.at(-1) ?? '');
  const isProcedure = name.length < facts.nameWords.length || path.includes('#');
  const isBefore = changesSomething(verb) || (isProcedure && CHANGING_IN_PROCEDURES.test(verb));
  if (object.length > 0 ? isBefore : CHANGING_ALONE.test(verb)) return `its path says \`${verb}\``;
  const [first = ''] = name;
  return name.length > 1 && changesSomething(first) ? `its name says \`${first}\`` : undefined;
}

/** `get` in a name says little beside a summary and a path that agree on another verb: all names of some APIs begin or end with it. */
function saidTwice({ literals, nameWords, summary }: Facts, reads: readonly string[]): string | undefined {
  const { verb: { word = '' } = {}, words } = summary;
  if (!CHANGING_AS_SAID.test(word) && (!changesSomething(word) || NOUNS_TOO.test(word))) return undefined;
  if (reads.some((read) => read !== 'get') || BEHIND_NOUN.test(words[1] ?? '')) return undefined;
  const isInPath = wordsOf(literals.at(-1) ?? '').includes(word);
  if (!isInPath && !nameWords.includes(word)) return undefined;
  return `its summary says "${word}", and so does its ${isInPath ? 'path' : 'name'}`;
}

function changesSomething(verb: string): boolean {
  return CHANGING_ALONE.test(verb) || CHANGING_SOMETHING.test(verb);
}
