import type { ReadError } from '../../core/engine/authorization-engine.ts';
import { FAILED_WITH } from '../../core/engine/verified-permissions.ts';

/** An error of an engine for logs: the policy that erred, and why. */
export function errorWithoutValues({ policy, message }: ReadError): string {
  return policy === undefined ? withoutValues(message) : `${policy}: ${withoutValues(message)}`;
}

/**
 * The message of an engine without values of attributes, for logs: they are nobody's business there. What stands in quotation marks, or
 * behind the words with which an engine quotes what it was given, is such a value unless the sentence is known to name something else: an
 * attribute, a type, or the entity that holds the attribute.
 */
function withoutValues(message: string): string {
  const known = SENTENCES.find(({ begins }) => begins.some((begin) => message.startsWith(begin)));
  if (known) return known.says(message);
  const kind = KINDS.find(({ has }) => message.includes(has));
  if (kind) return kind.says;
  return /[`"]/.test(message) ? UNSAID : message;
}

const UNSAID = 'the engine could not decide; its message may hold values of attributes, and is not logged';

interface Sentence {
  readonly begins: readonly string[];
  readonly says: (message: string) => string;
}

const SENTENCES: readonly Sentence[] = [
  {
    begins: [
      'entity does not conform to the schema: in attribute `',
      'error during entity deserialization: in attribute `',
      'error during entity deserialization: attribute `',
      'error during entity deserialization: failed to evaluate attribute `',
      'while parsing context, ',
    ],
    says: upToValue,
  },
  {
    begins: ['entity does not conform to the schema: ', 'error during entity deserialization: '],
    says: (message) => (WHOLE.some((sentence) => sentence.test(message)) ? message : MISFIT),
  },
  { begins: [FAILED_WITH], says: nameOfFailure },
  { begins: ['context `'], says: () => 'the context does not fit the schema' },
  { begins: ['the number '], says: () => INEXACT },
  { begins: ['attribute `', 'tag `'], says: inexactMember },
];

const MISFIT = 'the entities do not fit the schema';

/** These name an entity, and what the schema says of its type: nothing of it is a value. */
const WHOLE: readonly RegExp[] = [
  /^[^`]*: expected entity `.*` to have attribute `[A-Za-z_]\w*`, but it does not$/s,
  /^[^`]*: `.*` is not allowed to have an ancestor of type `[\w:]+` according to the schema$/s,
];

/** What an operation failed with has a name, which is never a value. */
function nameOfFailure(message: string): string {
  const [name = ''] = message.split(': ', 1);
  return /[`"]|\bvalue '/i.test(message)
    ? `${name}; its message may hold values of attributes, and is not logged`
    : message;
}

const INEXACT = 'a number is not an integer that can be passed on exactly';

/** Names of attributes are those of the schema; anything else in the place of one is not said. */
function inexactMember(message: string): string {
  const [, member] = /^((?:attribute|tag) `[A-Za-z_]\w*`) of .*: the number /s.exec(message) ?? [];
  if (member !== undefined) return `${member}: ${INEXACT}`;
  return message.includes(': the number ') ? INEXACT : UNSAID;
}

/** Behind these stands what was found. */
const BEFORE_VALUE = [
  ', but it actually has type ',
  ', but got ',
  ', found a',
  ': error while evaluating',
  ', expected the record to have',
];

/** These end a sentence that has no value in it. */
const ENDINGS = [' should not exist according to the schema'];

function upToValue(message: string): string {
  const ends = BEFORE_VALUE.map((words) => message.indexOf(words)).filter((index) => index >= 0);
  if (ends.length > 0) return message.slice(0, Math.min(...ends));
  return ENDINGS.some((ending) => message.endsWith(ending)) ? message : MISFIT;
}

/** Evaluation errors: a policy was reached, and could not be evaluated. */
const KINDS: readonly { readonly has: string; readonly says: string }[] = [
  { has: 'integer overflow', says: 'integer overflow' },
  { has: 'does not have the attribute', says: 'an attribute that the policy reads is not there' },
  { has: 'does not have the tag', says: 'a tag that the policy reads is not there' },
  { has: 'does not exist', says: 'an entity that the policy reads is not in the slice' },
  { has: 'extension function', says: 'an extension function failed' },
  { has: 'type error', says: 'a value is of another type than the policy expects' },
];
