import { memoize } from '../../caching/memoize.ts';
import type { Sensed } from '../reserved/sensed.ts';
import { callerSignal } from '../signals/caller.ts';
import type { Facts } from '../signals/facts.ts';
import { signsOut } from '../signals/signing.ts';
import { valuesTaken } from '../signals/values/taken-values.ts';
import { namesSeveral, phraseOf } from '../words.ts';

/** Why an endpoint is about what belongs to whoever calls it. `reads`: it changes nothing. */
export function saysOwn({ endpoint, facts }: Sensed, reads: boolean): string | undefined {
  if (signsOut(facts)) return `\`${facts.literals.at(-1)}\` ends the caller’s own session`;
  if (isOfAccount(facts, reads)) return undefined;
  const [signal, , text = ''] = callerSignal(endpoint, facts) ?? [];
  // "Your account" in a summary is only a turn of phrase.
  if (signal === undefined || signal === 'yours-in-summary') return undefined;
  if (!reads && signal !== 'caller-in-path' && valuesTaken(endpoint).some(namesPerson)) return undefined;
  return reads || signal === 'caller-in-path' || !isOnlyMentioned(signal, text, facts) ? text : undefined;
}

/** `PUT /user/columns?accountId=` changes the columns of whoever is named, though it speaks of the calling user. */
const namesPerson = memoize((name) =>
  /^(account|user|person|member|employee) (id|key)$/.test(phraseOf(name)),
);

/** An account is more often that of a team than of a person: reading it is harmless; changing it, and all users in it, are not. */
function isOfAccount(facts: Facts, reads: boolean): boolean {
  if (!isBelowAccount(facts)) return false;
  const [, second = '', ...rest] = facts.literals;
  return !reads || (!/^profile$/i.test(second) && [second, ...rest].some(namesSeveral));
}

export function isBelowAccount({ literals: [first = ''] }: Facts): boolean {
  return /^accounts?$/i.test(first);
}

/** What a call changes is not the caller's own because a text speaks of "the calling account", or somewhere of the caller. */
function isOnlyMentioned(signal: string, text: string, { literals }: Facts): boolean {
  if (signal === 'caller-in-summary') return /\baccount\b/.test(text);
  return signal === 'caller-in-description' && !literals.some((literal) => PERSONAL.test(literal));
}

const PERSONAL = /^(users?|profiles?|sessions?|notifications?|preferences)$/i;
