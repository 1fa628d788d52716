import { PATTERN_TRAITS, type PatternName } from '../../endpoints/pattern.ts';
import type { Remarks } from '../../endpoints/remark.ts';
import { type Endpoint, isReading } from '../../openapi/endpoint.ts';
import { type Origin, SURE } from '../classified-api.ts';
import type { Facts } from '../signals/facts.ts';
import { bringsCredentials, credentialsTaken, signsIn } from '../signals/signing.ts';
import { valuesTaken } from '../signals/values/taken-values.ts';
import { phraseOf } from '../words.ts';
import { saysGroups } from './restricted.ts';
import { saysRightsTaken } from './rights-taken.ts';

interface OpenVerdict {
  readonly endpoint: Endpoint;
  readonly facts: Facts;
  readonly pattern: PatternName;
  readonly confidence: number;
  readonly evidence: readonly string[];
  readonly origin: Origin;
}

/** What anybody may call is not to be guessed, nor believed where the call asks for more than it says. */
export function presumedRemark({
  endpoint,
  facts,
  pattern,
  confidence,
  evidence,
  origin,
}: OpenVerdict): Remarks {
  if (!PATTERN_TRAITS[pattern].isForAnyone || origin !== 'classifier') return {};
  const doubt =
    saysGroups(endpoint) ??
    saysHeader(endpoint, facts) ??
    saysNoProof(endpoint, facts) ??
    saysIdentity(endpoint) ??
    saysTokenGiven(endpoint, facts) ??
    saysRightsTaken(endpoint) ??
    saysUnguarded(endpoint, facts);
  if (doubt !== undefined) return { presumed: doubt };
  const isPlain = endpoint.security === 'none' || confidence >= SURE || bringsCredentials(endpoint, facts);
  return isPlain ? {} : { presumed: `it is open by a guess: ${evidence[0]}` };
}

/** Some descriptions know no security schemes, and ask for a token in a header all the same. Signing in may use one: that of the client. */
function saysHeader({ parameters }: Endpoint, facts: Facts): string | undefined {
  const header = signsIn(facts)
    ? undefined
    : parameters.find(
        ({ in: place, required, name }) =>
          place === 'header' &&
          (required || !/^authorization$/i.test(name)) &&
          CREDENTIAL.test(phraseOf(name)),
      );
  return header && `it is said to be open, and needs the header \`${header.name}\``;
}

const CREDENTIAL =
  /^(x )?authorization$|^(?!.*\b(csrf|xsrf|captcha|recaptcha|idempotency|device|push|continuation)\b).*\b(auth|access|api|app|service|session|security|bearer|user|admin)( \w+)? ?(token|key|secret)$/;

/** What is written on the operation itself was meant for it. Who brings credentials in the call may have to say which client they use. */
function saysIdentity(endpoint: Endpoint): string | undefined {
  const isSaid = endpoint.saysSecurity === true && endpoint.security === 'required';
  return isSaid && credentialsTaken(endpoint) === undefined
    ? 'it is taken for open, and its own `security` asks for an identity'
    : undefined;
}

/** Whoever gets a token for whom they name, and brings nothing that only that person has, may act for anybody. */
function saysTokenGiven(endpoint: Endpoint, { literals }: Facts): string | undefined {
  if (isReading(endpoint) || !/^(access|auth|user|api) ?tokens?$/.test(phraseOf(literals.at(-1) ?? '')))
    return undefined;
  const names = valuesTaken(endpoint);
  const who = names.find((name) => /^(user|member|account|person|card|customer) ?id$/.test(phraseOf(name)));
  if (who === undefined || names.some((name) => BROUGHT.test(phraseOf(name)))) return undefined;
  return `it gives a token for whoever \`${who}\` names, and asks for nothing else`;
}

/** Descriptions leave `security` out by mistake, too. What only few know is as good as a proof: `/forgot-password/{resetToken}`. */
function saysUnguarded(endpoint: Endpoint, { steps }: Facts): string | undefined {
  const verb = CHANGES_ONE[endpoint.method];
  const named = steps.filter(({ kind }) => kind === 'parameter').map(({ text }) => text);
  const last = named.at(-1);
  if (verb === undefined || last === undefined || credentialsTaken(endpoint) !== undefined) return undefined;
  if (named.some((name) => KNOWN_TO_FEW.test(phraseOf(name)))) return undefined;
  return `it is said to be open, and ${verb} whatever \`{${last}}\` names`;
}

const CHANGES_ONE: Readonly<Record<string, string>> = { PUT: 'changes', PATCH: 'changes', DELETE: 'deletes' };

const KNOWN_TO_FEW = /\b(token|code|hash|secret|signature|nonce|key|ticket|otp)$/;

/** What only the caller has. */
const BROUGHT =
  /\b(pass ?word|passwd|pwd|pass|pin|otp|secret|code|refresh token|assertion|signature|grant type|key|ticket)\b/;

/** Whoever may set the password of a user by no more than the identifier may become that user. */
function saysNoProof(endpoint: Endpoint, { literals, nameWords }: Facts): string | undefined {
  const about = [phraseOf(literals.at(-1) ?? ''), nameWords.join(' ')];
  if (!about.some((text) => /\b(set|change|reset)s? password$/.test(text))) return undefined;
  const names = valuesTaken(endpoint);
  const who = names.find((name) => /^user ?id$/.test(phraseOf(name)));
  const isSet = names.some((name) => /^(new )?password$/.test(phraseOf(name)));
  const isProven = names.some((name) => PROOF.test(phraseOf(name)));
  return who !== undefined && isSet && !isProven
    ? `it sets the password of whoever \`${who}\` names, and asks for nothing else`
    : undefined;
}

const PROOF = /\b(token|code|otp|key|old|current|secret|hash|signature|answer|pin|ticket|nonce|uuid)\b/;
