/**
 * The parameters of a query of which handlers see other values than the URL has; `parted` where commas only were taken for the ends of values.
 * A parameter is known by its name before brackets and dots.
 */
export type ReadOtherwise = ReadonlyMap<string, 'parted' | 'other'>;

/**
 * The query as a list of names and values, decoded as forms are. A question mark at its beginning is part of the first name, as servers
 * read it. `otherwise` says of which parameters handlers see something else.
 */
export function readQuery(query: string, otherwise?: ReadOtherwise): URLSearchParams {
  if (query === '' && !otherwise) return NO_QUERY;
  const read = new URLSearchParams(query.startsWith('?') ? `?${query}` : query);
  if (otherwise) seenOtherwise.set(read, otherwise);
  return read;
}

const seenOtherwise = new WeakMap<URLSearchParams, ReadOtherwise>();

/** Of nearly all calls; nobody changes it. */
const NO_QUERY = new URLSearchParams();

/** The most parameters of a query: query parsers of servers leave out those that come after so many. */
const MOST_PARAMETERS = 1_000;

/** Whether a query has so many parameters that servers do not read all. */
export function hasTooManyParameters(query: string): boolean {
  let count = 1;
  for (let at = query.indexOf('&'); at >= 0 && count <= MOST_PARAMETERS; at = query.indexOf('&', at + 1))
    count++;
  return count > MOST_PARAMETERS;
}

/**
 * Why the values of a parameter cannot be known, if so. An application's own query parser may merge keys such as `ids[0]`, `[ids]` or `ids.a`
 * into `ids`, and bytes that are not UTF-8 stand for anything: deciding about other values than the application then acts upon would be
 * worse than not deciding. `forms` are the keys in which the parameter is read here; `isList` says that commas part values there.
 */
export function unclearParameter(
  name: string,
  forms: readonly string[],
  query: URLSearchParams,
  isList = false,
): string | undefined {
  if (query === NO_QUERY) return undefined;
  const own = keyParts(name);
  const otherwise = seenOtherwise.get(query)?.get(own[0] ?? name);
  if (otherwise === 'other' || (otherwise === 'parted' && !isList))
    return `the server reads query \`${name}\` differently from the call`;
  for (const [key, value] of query) {
    if (forms.includes(key)) {
      if (value.includes('\uFFFD')) return `query \`${name}\` is not valid percent-encoding`;
      if (isList && hasBlankAtEdge(value)) return blankAtEdge(`query \`${name}\``);
    } else if (isPrefix(own, keyParts(key))) return otherForm(name, forms);
  }
  return undefined;
}

/** Where commas part a text, applications may or may not take blanks off its parts: `a, b` has a part ` b` or `b`, and so has ` b`. */
export function hasBlankAtEdge(text: string): boolean {
  return BLANK_AT_EDGE.test(text);
}

const BLANK_AT_EDGE = /^\s|\s$|\s,|,\s/;

export function blankAtEdge(what: string): string {
  return `${what} has an item with a blank at its beginning or end, which some take for a part of it and others do not`;
}

/** The key itself is the caller's text, and may be a secret: it is in no answer and no log. */
function otherForm(name: string, forms: readonly string[]): string {
  const usable = forms.map((form) => `\`${form}=\``).join(' or ');
  return `query \`${name}\` is given in another form than ${usable}`;
}

/**
 * What a key with brackets and dots is made of. A question mark at its beginning, behind the one that begins the query, is taken off by
 * `new URLSearchParams(text)`, which is how many handlers read a query themselves.
 */
export function keyParts(key: string): readonly string[] {
  return key
    .replace(/^\?/, '')
    .split(/[[\].]/)
    .filter((part) => part !== '');
}

/** Whether one key is the beginning of the other, so that both may end up in one value. */
function isPrefix(a: readonly string[], b: readonly string[]): boolean {
  const shorter = Math.min(a.length, b.length);
  return shorter > 0 && a.slice(0, shorter).every((part, index) => part === b[index]);
}
