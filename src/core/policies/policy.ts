import type { PolicyJson } from '../cedar/cedar.ts';
import type { Location } from '../diagnostics/diagnostic.ts';
import { locationAt, type Source, utf16Offset } from '../diagnostics/source.ts';

/** A file with policies as read from disk: in Cedar syntax, or JSON. */
export interface PolicyFile {
  /** As shown to people. */
  readonly file: string;
  /** Its path below the policies folder, with forward slashes: the stable first half of the ids of policies without `@id`. */
  readonly name: string;
  readonly text: string;
  /** Of a file in JSON. */
  readonly source?: Source;
}

/** One policy of a file, with where it stands. */
export interface Policy {
  /** The value of `@id`, or the key in a policy set in JSON; else `<file name>#<position in the file, from 1>`. */
  readonly id: string;
  readonly file: PolicyFile;
  /** UTF-16 offsets into the file's text, from the first token to the `;`; in JSON both are the position in the file, from 0. */
  readonly start: number;
  readonly end: number;
  /** In Cedar syntax; of a linked policy with the entities in place of the slots. */
  readonly text: string;
  readonly json: PolicyJson;
  /** Where a range of `text` stands; missing where `text` is what the file has from `start` on. */
  readonly locate?: (start: number, end: number) => Location;
  /** The id of the template that it was linked from. */
  readonly template?: string;
}

/** All policies of a project, linked ones too, sorted by file and position. Templates are kept apart: they decide only by their links. */
export interface PolicySet {
  readonly policies: readonly Policy[];
  readonly templates: readonly Policy[];
}

/** Texts by id, in the form that the engine wants. Without a prototype, so that an id such as `__proto__` is only an id. */
export function policyTexts(policies: readonly Pick<Policy, 'id' | 'text'>[]): Record<string, string> {
  const texts: Record<string, string> = Object.create(null);
  for (const policy of policies) texts[policy.id] = policy.text;
  return texts;
}

/** Where a range of UTF-8 bytes of a policy's own text stands in its file. */
export function locatePolicyBytes(policy: Policy, startByte: number, endByte: number): Location {
  return locateRange(policy, utf16Offset(policy.text, startByte), utf16Offset(policy.text, endByte));
}

/** Where a range of UTF-16 offsets of a policy's own text stands in its file. */
export function locateRange(policy: Policy, start: number, end: number): Location {
  if (policy.locate) return policy.locate(start, end);
  return locationAt(policy.file.text, policy.start + start, policy.start + end);
}

/** Where a whole policy stands in its file. */
export function locatePolicy(policy: Policy): Location {
  return locateRange(policy, 0, policy.text.length);
}
