import { memoize } from '../../caching/memoize.ts';
import type { ResourceFrom } from '../../endpoints/resource-from.ts';
import type { Shape } from '../../openapi/endpoint.ts';
import { between, phrases } from '../phrases.ts';
import { isPlural, phraseOf, singularOf, wordsOf, wordsOfText } from '../words.ts';

/** A parameter or body property that says which existing resource is meant. */
export interface Identifier {
  readonly from: ResourceFrom;
  readonly name: string;
  /** The singular words of what it identifies, joined by a space: `email campaign`; empty when only the endpoint can say. */
  readonly noun: string;
  /** It carries several identifiers. */
  readonly list: boolean;
  readonly required: boolean;
}

/** A named value of a call: a parameter, or a property of the body. */
export interface Value {
  readonly name: string;
  readonly required: boolean;
  readonly shape: Shape;
  readonly description: string;
}

/** Words that end the name of an identifier. */
const IDENTIFIER_WORDS: ReadonlySet<string> = new Set(
  'id ids uuid uuids guid guids gid gids sid pk slug slugs identifier identifiers urn arn uid jid oid qid nid cid tid vid fid eid pid no nos nr nrs idfk token tokens key keys hash'.split(
    ' ',
  ),
);

/** Last words of names that place, page or shape the answer: they identify nothing, whatever stands before them. */
const MEASURE_WORDS: ReadonlySet<string> = new Set(
  (
    'format ext extension locale lang page limit offset filter field sort order orderby period interval from to start end since ' +
    'until before after dd mm yyyy yy hh month hour minute second time timestamp latitude longitude lat lon lng x y z zoom width height size ' +
    'granularity query q search term keyword text resolution direction include exclude expand embed count cursor timezone tz ' +
    'encoding quality value amount output prefix suffix days day pos position rank rate baudrate radius season easting northing dist distance heading altitude depth speed timespan nextlink minutes seconds hours years months weeks stop numberofgames percentage pattern letter cycle only delay rating score'
  ).split(' '),
);

/** Last words of names that choose a kind: they identify nothing, unless a collection of that name stands before them. */
const CHOICE_WORDS: ReadonlySet<string> = new Set(
  (
    'version language type kind mode status state date year week currency unit scope method action operation op level theme color ' +
    'style flag view source category platform provider metric country'
  ).split(' '),
);

/** Whole names that authenticate or trace a call, or say who calls: they identify no resource. */
const CREDENTIALS: ReadonlySet<string> = new Set(
  (
    'token|access token|api key|apikey|key|client id|client secret|secret|session|session id|correlation id|' +
    'idempotency key|trace id|nonce|state|app key|auth token|authorization|signature|app id|application key|csrf token|' +
    'refresh token|id token|public key|private key|callback|consumer key|x request id|user key|public token|code|client token|client request token|request token|txn id|jwt|jwt token|bearer|captcha|id captcha|captcha id|your api key here|merchant account|merchant account code'
  ).split('|'),
);

/** Words in the names of identifiers that page, trace or come from elsewhere: what they name is not in this API. */
const FOREIGN_WORDS: ReadonlySet<string> = new Set(
  (
    'search query page paging pagination locale sort order partition next prev previous since until last max min before after from to ' +
    'caller sender external correlation idempotency trace foreign reference cursor continuation sync nonce'
  ).split(' '),
);

/** `page_token`, `since_id` and `external_id` identify nothing that this API keeps; `from_account_id` and `order_id` do. */
export const isForeign = memoize((name) => {
  const words = wordsOf(name);
  return words.length > 1 && FOREIGN_WORDS.has(words[0] ?? '') && !KEPT.test(phraseOf(name));
});

/** Orders and saved searches; and where something that this API keeps comes from, or goes to. */
const KEPT =
  /^((from|to) \S+|order|page|search|query|partition) (ids?|uuids?|guids?)( |$)|^order (number|no|code|key|uid)$/;

export const isCredential = memoize((name) => {
  const words = phraseOf(name);
  return CREDENTIALS.has(words) || KEY_TO_CALL.test(words);
});

/** What a caller's own key is called in queries and bodies. */
const KEY_TO_CALL = phrases`
  (your )?(api|app|secret|access|auth|service|subscription|licen[sc]e|consumer|private) ?(key|token|secret|code)( \w+)?
  licen[sc]e( key)? | service ?key | key ?id | hapikey | otp | pin
`;

/** Codes that name places, languages and the like: of the world, not of the API. */
export const isWorldly = memoize((name) => {
  const phrase = phraseOf(name);
  return PLACE.test(phrase) || CONTACT.test(phrase);
});

const PLACE = between('^', '( (code|name|iso|abbr))? ?\\d?$')`
  country | language | lang | currency | state | postal | zip | postcode | area | locale | region | place
  city | airport | station | iso | base | target | source | origin | destination | from | to | location
  latlng | coordinates | coords | ip | ipv4 | ipv6 | ip address | continent | province | town | county
  district | suburb
`;

const CONTACT = between('^(user )?', '( here)?$')`
  url | uri | domain | domain name | hostname | email | e mail | email address | phone | phone number | msisdn
  (\w+ )?((first|last|full|given|family) name|surname)
`;

/**
 * A value that chooses a kind, a form or a part of what is answered, says where, when or how much, or is one of a few fixed ones. Names are
 * asked first: shapes of elements must be read.
 */
export function isChoice({ name, shape }: Value): boolean {
  return isNamedChoice(name) || shape.type === 'boolean' || isEnumerated(name, shape);
}

export const isNamedChoice = memoize((name) => {
  const last = singularOf(wordsOf(name).at(-1) ?? '');
  return CHOICE_WORDS.has(last) || MEASURE_WORDS.has(last) || PAGING.test(name) || GLUED_KIND.test(last);
});

/** `permissiontype` is written as one word. */
const GLUED_KIND = /^(?!proto|arche|geno|pheno|stereo)[a-z]{3,}type$/;

/** `{platform}` says of which kind; `{page}` and `{latitude}` say how much, or where. */
export const choosesKind = memoize((name) => CHOICE_WORDS.has(singularOf(wordsOf(name).at(-1) ?? '')));

/** One of several fixed values; one value alone is an example, and numbers and identifiers still say which. */
export function isEnumerated(name: string, shape: Shape): boolean {
  const values = shape.enumeration ?? shape.items?.enumeration ?? [];
  return values.length > 1 && !isNamedIdentifier(name) && !values.every((value) => /^\d+$/.test(value));
}

/** `pageNumber` and `searchtext` say which part of an answer is wanted. */
const PAGING =
  /^((start|end|from|to|begin|birth|created?|due|since|until|min|max|departure|arrival|return)[_-]?(date|time)|next[_-]?link|page[_-]?(no|num|nr|number|index|size)|(search|query)[_-]?(text|term|string|value))$/i;

/** `campaign_id`, `campaignId`, `idCampaign` and `campaign-ids` name an identifier; `name` does not. */
export const isNamedIdentifier = memoize((name) => {
  const words = wordsOf(name);
  const or = words.lastIndexOf('or');
  if (or > 0 && isNamedIdentifier(words.slice(0, or).join('_'))) return true;
  return (
    IDENTIFIER_WORDS.has(words.at(-1) ?? '') ||
    /^[a-z]ids$/.test(words.at(-1) ?? '') ||
    words[0] === 'parent' ||
    (words.length > 1 && /^ids?$/.test(words[0] ?? ''))
  );
});

/** The singular noun in the name of an identifier: `tenant` for `tenant_id`, `idTenant` and `tenant_ids`. */
export const nounOf = memoize((name) => {
  const words = wordsOf(name);
  const kept = words.filter((word) => !IDENTIFIER_WORDS.has(word) && !/^(\d+|list|or|and)$/.test(word));
  return nounOfWords(kept.length > 0 ? kept : words.slice(0, -1).filter((word) => !/^ids?$/.test(word)));
});

/** Words of a collection or a name as the noun of one thing: `email campaigns` is `email campaign`. */
export function nounOfWords(words: readonly string[]): string {
  return words.map((word, index) => (index === words.length - 1 ? singularOf(word) : word)).join(' ');
}

/** The words of a literal as the noun of one thing: `email campaign` for `email-campaigns`. */
export const nounOfLiteral = memoize((literal) => nounOfWords(wordsOf(literal)));

/** A value that carries several identifiers, such as `ids`, `campaign_ids` or a comma-separated list. */
export function isList(value: Value): boolean {
  const words = wordsOf(value.name);
  const last = words.at(-1) ?? '';
  if (value.shape.type === 'array') return true;
  if (
    /^([a-z]?ids|uuids|guids|keys|slugs|identifiers)$/.test(last) ||
    (words.length > 1 && words[0] === 'ids')
  )
    return true;
  if (value.shape.type === 'integer' || value.shape.type === 'object') return false;
  if (words.length > 1 && last === 'list') return true;
  if (LIST_OF_IDS.test(value.description)) return true;
  return (isPlural(last) || /list$/.test(last)) && saysList(value);
}

/** "Comma separated list of variable IDs", whatever the value is called. */
const LIST_OF_IDS =
  /^\W*(an? |the )?((comma|semicolon|pipe|space)[- ](separated|delimited) )?(list|set) of ([\w-]+ ){0,3}(ids?|identifiers?|uuids?|keys|slugs)\b|^\W*(an? |the )?(comma|semicolon|pipe|space)[- ](separated|delimited) ([\w-]+ ){0,3}(ids?|identifiers?|uuids?|keys|slugs)\b/i;

const LIST_WORDS =
  /^(list|comma|commas|delimited|separated|semicolon|multiple|several|array|comma-separated|comma-delimited|semicolon-delimited)$/;

export function saysList(value: Value): boolean {
  return wordsOfText(value.description).some((word) => LIST_WORDS.test(word));
}

// ---- names of what owns them ----

/** What a name is read against. */
interface NamesAround {
  /** What the path speaks of, singular. */
  readonly noun: string;
  /** The things that the API identifies anywhere. */
  readonly nouns: ReadonlySet<string>;
  /** Calls are procedures, so that everything is identified in their query or body. */
  readonly procedural: boolean;
}

/** `studyid` names a study where the API has studies. */
export function gluedNoun(name: string, { nouns }: NamesAround): string | undefined {
  const [, noun] = /^([a-z]{3,})ids?$/i.exec(name) ?? [];
  return noun !== undefined && nouns.has(noun.toLowerCase()) ? noun.toLowerCase() : undefined;
}

/** `groupname`, `group_name` or `groupKey` below `/group`: a name identifies where there is no id. */
export function ownerOfName(name: string, { noun, nouns, procedural }: NamesAround): string | undefined {
  const prefix = prefixOf(name);
  if (prefix === '' || noun === '') return undefined;
  if (prefix.replaceAll('_', '') === noun.replaceAll(' ', '')) return noun;
  const owner = prefix.replaceAll('_', ' ');
  return procedural && nouns.has(owner) ? owner : undefined;
}

const prefixOf = memoize(
  (name) =>
    /^(.+?)_?(name|key|slug|names|keys|slugs|codes|numbers)$/.exec(wordsOf(name).join('_'))?.[1] ?? '',
);
