import type { PolicyJson } from '../cedar/cedar.ts';
import type { Location } from '../diagnostics/diagnostic.ts';
import { locationAt, utf16Offset } from '../diagnostics/source.ts';

/** A `.cedar` file as read from disk. */
export interface PolicyFile {
  /** As shown to people. */
  readonly file: string;
  /** Its path below the policies folder, with forward slashes: the stable first half of the ids of policies without `@id`. */
  readonly name: string;
  readonly text: string;
}

/** One policy of a file, with where it stands. */
export interface Policy {
  /** The value of `@id`, else `<file name>#<position in the file, from 1>`. */
  readonly id: string;
  readonly file: PolicyFile;
  /** UTF-16 offsets into the file's text, from the first token to the `;`. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly json: PolicyJson;
}

/** All policies of a project, sorted by file and position. Templates are kept apart: without links they decide nothing. */
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
  const start = policy.start + utf16Offset(policy.text, startByte);
  const end = policy.start + utf16Offset(policy.text, endByte);
  return locationAt(policy.file.text, start, end);
}

/** Where a whole policy stands in its file. */
export function locatePolicy(policy: Policy): Location {
  return locationAt(policy.file.text, policy.start, policy.end);
}
