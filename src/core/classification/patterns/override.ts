import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type NearestOf, nearest } from '../../diagnostics/did-you-mean.ts';
import { PATTERN_NAMES, type PatternName } from '../../endpoints/pattern.ts';
import {
  type BodyStep,
  bodyFrom,
  isResourceFrom,
  NAMED_PARTS,
  type NamedPart,
  nameOfIdentifier,
  placeOfIdentifier,
  type ResourceFrom,
} from '../../endpoints/resource-from.ts';
import { readSecondCheck } from '../../endpoints/second-check.ts';
import type { Endpoint, Shape } from '../../openapi/endpoint.ts';
import { keysIn } from '../../values/keys-in.ts';
import { phraseOf } from '../words.ts';

/**
 * What a user says about one endpoint instead of the classifier; from `authz.yaml` (`overrides`), or from an `x-authz` object.
 * Every field is optional; a missing one is left to the classifier.
 */
export interface Override {
  readonly pattern?: PatternName;
  readonly resource?: ResourceFrom;
  readonly type?: string;
  readonly action?: string;
  /** What its calls ask besides: `ACTION PLACE`, or `none`. */
  readonly also?: string;
}

/** Where a part of an override stands, for messages about it. */
export type PlaceOfOverride = (part: keyof Override) => Pick<Diagnostic, 'file' | 'location'>;

const KEYS = keysIn<keyof Override>({ pattern: true, resource: true, type: true, action: true, also: true });

/** Reads the `x-authz` object of an endpoint; what is wrong with it becomes diagnostics, and is left out. */
export function readOverride(endpoint: Endpoint, diagnostics: Diagnostic[]): Override {
  const raw = endpoint.override;
  if (raw === undefined) return {};
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    diagnostics.push(
      extensionProblem(endpoint, '`x-authz` is not an object', `it may have the keys ${quoted(KEYS)}`),
    );
    return {};
  }
  const entries = Object.entries(raw).filter(([key, value]) => isUsable(key, value, endpoint, diagnostics));
  return Object.fromEntries(entries);
}

/** What keeps an override from being applied to its endpoint. */
export function checkOverride(
  endpoint: Endpoint,
  override: Override,
  placeOf: PlaceOfOverride,
): readonly Diagnostic[] {
  const problems = {
    pattern: patternProblem(override, endpoint),
    resource: resourceProblem(override, endpoint),
    type: typeProblem(override, endpoint),
    also: alsoProblem(override, endpoint),
  };
  return (['pattern', 'resource', 'type', 'also'] as const).flatMap((part) => {
    const problem = problems[part];
    return problem === undefined ? [] : [{ ...problem, ...placeOf(part) }];
  });
}

function patternProblem({ pattern }: Override, endpoint: Endpoint): Diagnostic | undefined {
  if (pattern === undefined || isOneOf(pattern, PATTERN_NAMES)) return undefined;
  return problemOn(endpoint, `\`${String(pattern)}\` is not a pattern`, suggest(pattern, PATTERN_NAMES));
}

function typeProblem({ type }: Override, endpoint: Endpoint): Diagnostic | undefined {
  if (type === undefined || isTypeName(type)) return undefined;
  return problemOn(endpoint, `\`${type}\` cannot be the name of an entity type`, TYPE_HELP);
}

function resourceProblem({ resource }: Override, endpoint: Endpoint): Diagnostic | undefined {
  return resource === undefined
    ? undefined
    : placeProblem(resource, 'calls without it are refused', endpoint);
}

/** What is no second question at all is told by whoever knows the actions. */
function alsoProblem({ also }: Override, endpoint: Endpoint): Diagnostic | undefined {
  const check = also === undefined ? undefined : readSecondCheck(also);
  if (check === undefined) return undefined;
  const without = check.optional ? 'nothing is asked of calls without it' : 'calls without it are refused';
  return placeProblem(check.from, without, endpoint);
}

/**
 * Why calls of an endpoint cannot name anything there, or what is true of those `without` it. A body may have more than is described:
 * whoever wrote the place knows it, unless it looks like a slip of the pen.
 */
export function placeProblem(resource: string, without: string, endpoint: Endpoint): Diagnostic | undefined {
  const places: readonly string[] = placesOf(endpoint);
  const place = isResourceFrom(resource) ? placeOfIdentifier(resource) : undefined;
  const isInBody = place?.in === 'body';
  if (places.includes(isInBody ? bodyFrom(place.steps) : resource)) return undefined;
  if (isInBody && isOpen(endpoint.body?.shape)) return undefined;
  if (!isInBody || nearest(resource, places) !== undefined) {
    const message = `\`${resource}\` names no parameter or body property`;
    return problemOn(endpoint, message, suggest(resource, places));
  }
  const message = `\`${resource}\` is not in the body that is described`;
  return { ...problemOn(endpoint, message, without), severity: 'warning' };
}

/** Nothing is said of what is in it. */
function isOpen(shape: Shape | undefined): boolean {
  if (shape === undefined) return true;
  if (shape.type === 'array') return isOpen(shape.items);
  return shape.properties.size === 0 && /^(object|map|unknown)$/.test(shape.type);
}

/** "Did you mean" when a candidate is near, else what there is to choose from. */
export function suggest(word: string, candidates: readonly string[], nearestOf: NearestOf = nearest): string {
  const near = nearestOf(word, candidates);
  return near === undefined ? `it can be ${quoted(candidates)}` : `did you mean \`${near}\`?`;
}

function isUsable(key: string, value: unknown, endpoint: Endpoint, diagnostics: Diagnostic[]): boolean {
  if (!isOneOf(key, KEYS)) {
    diagnostics.push(
      extensionProblem(endpoint, `\`x-authz\` has an unknown key \`${key}\``, suggest(key, KEYS)),
    );
    return false;
  }
  if (typeof value === 'string' && value !== '') return true;
  diagnostics.push(
    extensionProblem(endpoint, `\`${key}\` of \`x-authz\` is not a text`, 'write a text that is not empty'),
  );
  return false;
}

function isOneOf<T extends string>(word: string, list: readonly T[]): word is T {
  return (list as readonly string[]).includes(word);
}

const MOST_QUOTED = 12;

function quoted(words: readonly string[]): string {
  const shown = words.slice(0, MOST_QUOTED).map((word) => `\`${word}\``);
  return [...shown, ...(words.length > MOST_QUOTED ? [`${words.length - MOST_QUOTED} more`] : [])].join(', ');
}

/** Everything that a resource of this endpoint can be identified by, as far as it is described. */
export function placesOf(endpoint: Endpoint): readonly ResourceFrom[] {
  const parameters = endpoint.parameters.flatMap(({ in: part, name }) =>
    isNamedPart(part) ? [`${part}:${name}` as const] : [],
  );
  return ['application', ...parameters, ...placesInBody(endpoint.body?.shape, [])];
}

function isNamedPart(part: string): part is NamedPart {
  return NAMED_PARTS.some((one) => one === part);
}

/** Those that somebody may choose from: a secret that a call brings lets it in, and identifies nothing. */
export function placesToChoose(endpoint: Endpoint): readonly ResourceFrom[] {
  return placesOf(endpoint).filter((place) => !isSecretPlace(place));
}

/** A plain `{token}` in a path, as in `/exports/{token}`, may say which is meant. */
function isSecretPlace(place: ResourceFrom): boolean {
  return place !== 'path:token' && SECRET.test(phraseOf(nameOfIdentifier(place)));
}

const SECRET = /\b(token|jwt|secret|pass ?word|passwd|pwd|otp|(api|app|access|private|secret|service) ?key)$/;

/** Bodies are looked at this deep: `body:data.items[].id`. */
const DEEPEST = 4;

/** Properties, those of objects in them, and lists with what their members have. */
function placesInBody(shape: Shape | undefined, steps: readonly BodyStep[]): readonly ResourceFrom[] {
  if (shape === undefined || steps.length > DEEPEST) return [];
  const isList = shape.type === 'array';
  const own: readonly ResourceFrom[] = steps.length > 0 ? [bodyFrom(steps)] : isList ? ['body'] : [];
  if (isList) return [...own, ...placesInList(shape.items, steps)];
  const inside = [...shape.properties.values()].flatMap((property) =>
    placesInBody(property.shape, [...steps, { key: property.name }]),
  );
  return [...own, ...inside];
}

function placesInList(items: Shape | undefined, steps: readonly BodyStep[]): readonly ResourceFrom[] {
  const members = placesInBody(items, [...steps, 'each']);
  return members.length === 0 && steps.length > 0 ? [bodyFrom([...steps, 'each'])] : members;
}

export const TYPE_HELP =
  'a type is a letter or `_`, then letters, digits and `_`, and no word of Cedar such as `in`; `Action` and `Application` have meanings of their own';

export const TYPE_NAME =
  /^(?!(?:Action|Application|if|then|else|true|false|in|is|like|has|__cedar)$)[A-Za-z_][A-Za-z0-9_]*$/;

/** Whether an entity type may be called so. */
export function isTypeName(type: string): boolean {
  return TYPE_NAME.test(type);
}

function extensionProblem(endpoint: Endpoint, message: string, help: string): Diagnostic {
  return { ...problemOn(endpoint, message, help), ...endpoint.overrideAt };
}

/** Where it stands is added by whoever knows what says it: `authz.yaml`, or the API description. */
export function problemOn(endpoint: Endpoint, message: string, help: string): Diagnostic {
  return {
    severity: 'error',
    code: 'override',
    message: `${message}, on \`${endpoint.method} ${endpoint.path}\``,
    help,
  };
}
