import { memoize } from '../caching/memoize.ts';

/** The words of a name, lower case: `listEmailCampaigns`, `list_email_campaigns` and `list-email.campaigns` have the same. */
export const wordsOf = memoize((name: string): readonly string[] => splitWords(name));

/** The same with a blank between them: `sign in` for `signIn`. */
export const phraseOf = memoize((name: string): string => wordsOf(name).join(' '));

/** The same for names that hardly come back, such as operation ids: to remember thousands of them makes finding the others slower. */
export function splitWords(name: string): readonly string[] {
  // The parts of a dotted name are parts of many others.
  if (name.includes('.')) return name.split('.').flatMap((part) => wordsOf(part));
  // `OAuth` would be `OA` and `uth`.
  const written =
    name
      .replace(/OAuth/g, 'Oauth')
      .match(/\p{Lu}{2,}s?(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{Lu}+(?!\p{Ll})|\d+/gu) ?? [];
  return written.flatMap((word) => unglue(word.toLowerCase()));
}

/** Words that some APIs write as one: `userid`, `ordernumber`, `stationlist`, `getproducts`. */
const unglue = memoize((word: string): readonly string[] => splitGlued(word));

function splitGlued(word: string): readonly string[] {
  if (word.length < 5 || WHOLE.has(word)) return [word];
  const [, of, list] = COMPOUND_LIST.exec(word) ?? [];
  if (of !== undefined && list !== undefined) return [of, list];
  const [, noun, ending] = /^([a-z]{3,}?)(ids?|uuid|guid|number|list)$/.exec(word) ?? [];
  if (noun !== undefined && ending !== undefined) return [noun, ending];
  const [, verb, object] = GLUED_VERB.exec(word) ?? [];
  return verb !== undefined && object !== undefined ? [verb, object] : [word];
}

/** `ipblacklist` lists no `ipblack`. */
const COMPOUND_LIST = /^([a-z]{2,})((?:black|white|deny|allow|block|check|wish|play|wait|watch)lists?)$/;

const GLUED_VERB =
  /^(get|list|search|find|create|delete|update|fetch|remove|send|upload|download)(?!ing|ed|er|en|able|d|s$|r$)([a-z]{4,}|txs?|sms|otp)$/;

/** Words that only look as if they were two. */
const WHOLE: ReadonlySet<string> = new Set(
  (
    'openid paid unpaid valid invalid android fluid covid rapid solid liquid hybrid avoid paranoid asteroid asteroids orchid eyelid madrid lipid ' +
    'pyramid rabid tabloid splendid candid humid prepaid postpaid repaid amid mermaid thyroid steroid squid timid vivid placid kids grids ' +
    'playlist wishlist checklist shortlist blacklist whitelist denylist allowlist waitlist watchlist blocklist backlist getaway gettext ' +
    'avoids fluids solids liquids hybrids androids stylist panelist panelists specialist journalist finalist list lists'
  ).split(' '),
);

/** The words of a sentence, lower case, without punctuation. */
export function wordsOfText(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\d]+(?:['’-][\p{L}\d]+)*/gu) ?? []) as readonly string[];
}

/** The singular of an English noun; a word that is not a plural stays as it is. */
export const singularOf = memoize((word: string): string => makeSingular(word));

function makeSingular(word: string): string {
  const known = IRREGULAR_PLURALS[word];
  if (known !== undefined && Object.hasOwn(IRREGULAR_PLURALS, word)) return known;
  if (SINGULAR_IN_S.has(word) || word.length < 3) return word;
  for (const [ending, replacement] of PLURAL_ENDINGS) {
    if (word.endsWith(ending)) return word.slice(0, word.length - ending.length) + replacement;
  }
  return word;
}

export function isPlural(word: string): boolean {
  return singularOf(word) !== word;
}

/** Plural in form, but one thing of its owner: its settings. */
const SINGLETONS: ReadonlySet<string> = new Set(
  (
    'settings preferences prefs options details stats statistics metrics analytics capabilities limits credentials ' +
    'permissions properties parameters params config configs terms contents basics features flags specs headers ' +
    'totals defaults quotas insights'
  ).split(' '),
);

/** Whether a word is a plural that means one thing. */
export function isSingleton(word: string): boolean {
  return SINGLETONS.has(word);
}

/** Singular in form, but several things. */
const COLLECTIVES: ReadonlySet<string> = new Set(
  'count counts total totals schedule leaderboard ranking rankings standings roster log timetable menu calendar directory tree tail hierarchy index lookup listing ledger changelog trending best sellers neighborhood history feed timeline activity audit trail inventory catalog catalogue children people media series list search related similar linked suggested recommended'.split(
    ' ',
  ),
);

/** Words behind a collection that select from it: `/projects/starred`. */
const SELECTIONS =
  /^(all|bulk|batch|recent|latest|newest|popular|featured|top|active|inactive|starred|owned|visible|trending|archived|available|pending|upcoming|favorites?|public|private|deleted|trashed|mine|open|closed|completed|failed|scheduled|enabled|disabled|default|unread|unanswered|new|hot|best)$/i;

/** `/airports/nearest/{latitude}` and `/locations/by-square`. */
const CHOSEN_BY = /^(nearest|nearby|closest|near[-_]?me|by[-_][a-z-_]+)$/i;

export const isSelection = memoize(
  (literal: string): boolean => SELECTIONS.test(literal) || CHOSEN_BY.test(literal),
);

/** Whether the last step of a path names several things: `campaigns`, `membersInvited`, `activity`; not `settings`. */
export const namesSeveral = memoize((literal: string): boolean => {
  const all = wordsOf(literal.replace(/[-_.]?v\d+$/i, ''));
  const end = all.findIndex((word, index) => index > 0 && BEHIND_NOUN.test(word));
  const words = end < 0 || end === all.length - 1 ? all : all.slice(0, end);
  const last = words.at(-1) ?? '';
  if (SINGLETONS.has(last)) return false;
  if (isPlural(last) || COLLECTIVES.has(last)) return true;
  return words.length > 1 && /(ed|able)$/.test(last) && isPlural(words[0] ?? '');
});

/** What stands behind such a word in a name says of which: `listsByUsers`. */
const BEHIND_NOUN = /^(by|for|of|from|with|per|within|between)$/;

const IRREGULAR_PLURALS: Readonly<Record<string, string>> = {
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
  feet: 'foot',
  mice: 'mouse',
  indices: 'index',
  vertices: 'vertex',
  matrices: 'matrix',
  criteria: 'criterion',
  analyses: 'analysis',
  diagnoses: 'diagnosis',
  hypotheses: 'hypothesis',
  caches: 'cache',
  aliases: 'alias',
  biases: 'bias',
  canvases: 'canvas',
  quizzes: 'quiz',
  leaves: 'leaf',
  shelves: 'shelf',
  lives: 'life',
  movies: 'movie',
  menus: 'menu',
  vms: 'vm',
  axes: 'axis',
  abuses: 'abuse',
  uses: 'use',
  bookshelves: 'bookshelf',
  cookies: 'cookie',
  heroes: 'hero',
  potatoes: 'potato',
  tomatoes: 'tomato',
  series: 'series',
  species: 'species',
  news: 'news',
  ids: 'id',
};

/** Words that end in `s` without being plurals. */
const SINGULAR_IN_S: ReadonlySet<string> = new Set(
  (
    'access address alias chassis analysis as atlas aws basis bias bonus bus business campus canvas census class consensus ' +
    'corpus cors css dns express focus gas gps has https ios is its lens nexus os pos previous process progress radius ' +
    'sas sms mms ssl status this tls tos us virus vps was yes always diagnosis hypothesis plus minus contains exists dos kubernetes sales whois synopsis ephemeris hls scus sns'
  ).split(' '),
);

/** Endings of plurals and what stands there in the singular; the first that fits wins. */
const PLURAL_ENDINGS: readonly (readonly [string, string])[] = [
  ['ss', 'ss'],
  ['us', 'us'],
  ['ies', 'y'],
  ['ouses', 'ouse'],
  ['auses', 'ause'],
  ['aliases', 'alias'],
  ['uses', 'us'],
  ['sses', 'ss'],
  ['shes', 'sh'],
  ['ches', 'ch'],
  ['xes', 'x'],
  ['s', ''],
];

/** What an operation is about to do, as its verb says it. */
export type Intent = (typeof INTENTS)[number];

const INTENTS = ['list', 'read', 'create', 'update', 'delete', 'act', 'compute'] as const;

/** Each verb stands once. */
const VERBS: Readonly<Record<Intent, string>> = {
  list: 'list lists search searches searchall query find finds browse enumerate index count filter',
  read:
    'get gets read show shows fetch retrieve retrieves view describe info download export lookup load return returns provide provides ' +
    'inspect head obtain display contains details detail poll see check has is gives give',
  create:
    'create creates add adds insert post posts upload uploads import register generate issue make copy clone fork ' +
    'duplicate build start schedule submit place save provision enqueue purchase buy initiate invite initialize init upsert upserts',
  update:
    'update updates edit edits set sets put patch modify modifies replace replaces change changes rename ' +
    'configure customize adjust move reorder sort overwrite store write writes',
  delete:
    'delete deletes remove removes destroy drop purge clear erase unset detach unlink revoke cancel discard trash del ' +
    'unassign uninstall deregister unregister unfollow unsubscribe unstar unblock unpin unlike',
  act:
    'act acts enable disable activate deactivate archive unarchive lock unlock merge close open reopen approve reject accept decline ' +
    'deny pause resume stop restart reboot reset restore revert rollback retry run execute trigger invoke apply attach ' +
    'assign link join leave follow star block pin like share unshare transfer hide unhide mark send resend publish ' +
    'unpublish complete finish end begin kick ban unban mute unmute watch unwatch subscribe verify confirm ' +
    'refresh sync rotate regenerate promote demote suspend unsuspend terminate kill launch deploy undeploy scale resize ' +
    'upgrade downgrade migrate snapshot backup flush rebuild reindex release claim renew extend capture refund void ' +
    'charge pay vote upvote downvote undo redo report flag request replay requeue redeliver reply respond answer ' +
    'acknowledge ack resolve unresolve snooze escalate rate install redeem swap push pull wake shutdown power ' +
    'perform process toggle connect hangup play deaf undeaf tag untag retire advance redact finalize fail reverse commit keep recycle rerun rerequest equip speak dial abort allow manage record ping recover withdraw freeze unfreeze bind unbind ' +
    'defend supply suppress unsuppress rollout dismiss hold unhold settle reconcile onboard offboard notify remind dequeue eject ' +
    'expire fulfill fulfil unbook disconnect pair unpair impersonate invalidate unmount prune quarantine reactivate ' +
    'reassign recharge recompute reconnect reconfigure redeploy reimport reinvite reload remount reprocess rescan ' +
    'reschedule resubmit resync revalidate rewind unseal throttle truncate unmerge unschedule wipe reroute enroll enrol ' +
    'unenroll acquire signal inform emit',
  compute:
    'render preview convert validate calculate compute estimate simulate parse translate detect analyze analyse evaluate extract ' +
    'transcribe summarize summarise optimize optimise lemmatize geolocate compress ocr spin lemmatise paraphrase interpolate ' +
    'quote test score predict suggest autocomplete recommend match compare transform encode decode format ' +
    'classify recognize synthesize geocode tokenize lint ask authorize introspect infer identify guess transliterate romanize anonymize moderate',
};

const INTENT_OF_VERB: ReadonlyMap<string, Intent> = new Map(
  INTENTS.flatMap((intent) => VERBS[intent].split(' ').map((verb) => [verb, intent] as const)),
);

/** What a verb says about an operation; `undefined` for a word that is not a verb that operations are named with. */
export function intentOf(verb: string): Intent | undefined {
  return INTENT_OF_VERB.get(verb);
}

/** Whether words begin with a verb for several at once: `bulk_create_keywords` creates. */
export function actsInBulk([first = '', second = '']: readonly string[]): boolean {
  return /^(bulk|batch|mass)$/.test(first) && intentOf(second) !== undefined;
}
