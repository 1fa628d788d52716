import { memoize, memoizeRun } from '../../../caching/memoize.ts';
import { isPlural, wordsOf } from '../../words.ts';
import { nounOfWords } from '../identifiers.ts';

/** One step of a path template: a literal word, or a parameter. `/files/{id}.json:copy` has `files`, `{id}` and `copy`. */
export interface PathStep {
  readonly kind: 'literal' | 'parameter';
  /** The literal as written, or the parameter's name. */
  readonly text: string;
  /** It stands behind a colon or a dot of its segment, as in `messages:batchDelete` and `chat.postMessage`. */
  readonly appended: boolean;
  readonly words: readonly string[];
  /** Its last word is a plural. */
  readonly plural: boolean;
  /** Its words as the noun of one thing: `email campaign` for `email-campaigns`. */
  readonly noun: string;
}

/** Segments come back in thousands of paths: what their words are is found out once. */
function stepOf(kind: PathStep['kind'], text: string, appended: boolean): PathStep {
  const words = wordsOf(text);
  return { kind, text, appended, words, plural: isPlural(words.at(-1) ?? ''), noun: nounOfWords(words) };
}

/** A path template, taken apart. */
export interface PathParts {
  readonly steps: readonly PathStep[];
  /** All literal steps, as written. */
  readonly literals: readonly string[];
  /** The path without the names of its parameters and its API version: how other endpoints of the same place are found. */
  readonly template: string;
}

export const partsOf = memoizeRun((path: string): PathParts => {
  const steps = splitPath(path);
  return { steps, literals: literalsAmong(steps), template: templateOf(path) };
});

export function literalsAmong(steps: readonly PathStep[]): readonly string[] {
  return steps.filter((step) => step.kind === 'literal').map((step) => step.text);
}

/** Splits a path template into steps; API versions, `api` in front and file extensions are not steps. */
function splitPath(whole: string): readonly PathStep[] {
  // Some write the path of the page behind `#`: `/send/#env/partners/{id}`.
  const path = whole.replace(/\/#(?=[^?]*\/)/, '/');
  const behind = path.search(/[?#]/);
  const plain = behind < 0 ? path : path.slice(0, behind);
  const procedure = behind < 0 ? '' : path.slice(behind + 1);
  const segments = plain.split('/').filter((segment) => segment !== '');
  const kept = withoutPrefix(segments);
  const last = procedure === '' ? kept.length - 1 : -1;
  return [
    ...kept.flatMap((segment, index) => (index === last ? stepsOfLast(segment) : stepsOfOther(segment))),
    ...procedureSteps(procedure),
  ];
}

function templateOf(path: string): string {
  return path
    .replace(/\{[^{}]*\}/g, '{}')
    .replace(/\/v\d+(?=\/)/i, '')
    .replace(/\/+$/, '');
}

const PREFIX = /^(apis?|rest|v\d+([._]\d+)*|\d+(\.\d+)*|beta|latest|public|\{(api[-_]?)?version\})$/i;

function withoutPrefix(segments: readonly string[]): readonly string[] {
  const start = segments.findIndex((segment) => !PREFIX.test(segment));
  const rest = start < 0 ? segments.slice(-1) : segments.slice(start);
  return rest.filter((segment, index) => index === 0 || !isVersion(segment));
}

function isVersion(segment: string): boolean {
  return /^v\d+([._]\d+)*$/i.test(segment);
}

/** Some descriptions tell procedures apart behind a `?` or `#`: `/rest?method=photos.search`, `/#X-Target=Mail.SendMessage`. */
function procedureSteps(text: string): readonly PathStep[] {
  const name = text.split('&')[0]?.replace(/^[^=]*=/, '') ?? '';
  return name.includes('{') ? [] : literalSteps(name, false, true);
}

const stepsOfLast = memoize((segment) => stepsOfSegment(segment, true));
const stepsOfOther = memoize((segment) => stepsOfSegment(segment, false));

function stepsOfSegment(segment: string, last: boolean): readonly PathStep[] {
  const pieces = segment.match(/\{[^{}]*\}|[^{}]+/g) ?? [];
  return pieces.flatMap((piece, index) =>
    piece.startsWith('{')
      ? [stepOf('parameter', piece.slice(1, -1), false)]
      : literalSteps(piece, index === 0, last),
  );
}

/** Endings of the last segment that say how to write the answer, not what it is. */
const EXTENSION =
  /\.(json|xml|csv|pdf|html?|txt|ya?ml|zip|gpg|atom|rss|png|jpe?g|svg|ico|php|aspx?|ashx|asmx|svc|jsp|cgi|py|fmw|cfm|geojson|kml|gpx|rdf|ttl|md|ics|wav|mp3|jsonld|ndjson|do|action|diff|patch|tar\.gz)$/i;

function literalSteps(piece: string, first: boolean, last: boolean): readonly PathStep[] {
  return piece
    .replace(EXTENSION, '')
    .split(last ? /[.:()=',;]+/ : /[:()=',;]+/)
    .filter((text) => /\p{L}/u.test(text))
    .map((text, index) => stepOf('literal', text, index > 0 || !first));
}
