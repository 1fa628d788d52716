import type { Model } from '../../../model/model.ts';
import { claimsOfAttributes, type PrincipalClaims } from '../../../requests/principal.ts';
import { keysIn } from '../../../values/keys-in.ts';
import { type EndpointChange, type Side, type Sides, withUndecided } from '../comparison.ts';

/**
 * A change where tokens say by other claims who calls: what is decided about a principal says nothing of what becomes of a token that is as it
 * was.
 */
export function withCallers(change: EndpointChange, { before, after }: Sides): EndpointChange {
  if (change.presence !== 'both') return change;
  const messages = differences(before, after);
  if (messages.length === 0) return change;
  return withUndecided(
    change,
    messages.map((message) => ({ what: 'principal', message })),
  );
}

function differences(before: Side, after: Side): string[] {
  const [old, now] = [sourcesOf(before), sourcesOf(after)];
  return [...now].flatMap(([what, claim]) => {
    const was = old.get(what);
    return was === undefined || was === claim ? [] : [`${what} of a caller: ${claim} now, ${was} before`];
  });
}

const WORDS: Readonly<Record<keyof PrincipalClaims, string>> = {
  subject: 'the id',
  groups: 'the groups',
  tenant: 'the tenant',
  userPoolId: 'the user pool',
};

/** What the claims of a token become: by other types, a caller is in other things, or in none, and so is what `context.tenants` holds. */
const TYPE_WORDS = {
  principalType: 'the type',
  groupType: 'the type of the groups',
  tenantType: 'the type of the tenants',
} as const satisfies Partial<Record<keyof Model, string>>;

const TYPES = keysIn(TYPE_WORDS);

function typeOf(name: string | undefined): string {
  return name === undefined ? 'none' : `\`${name}\``;
}

const NAMES = keysIn(WORDS);

/** What a caller has, by where a token says it. An attribute that only one schema has is one of that schema. */
function sourcesOf({ claims, schema: { model } }: Side): ReadonlyMap<string, string> {
  if (!claims) return new Map();
  return new Map([
    ...NAMES.map((name) => [WORDS[name], sourceOf(name, claims)] as const),
    ...TYPES.map((name) => [TYPE_WORDS[name], typeOf(model[name])] as const),
    ...claimsOfAttributes(model).map(({ name, claim }) => [`\`${name}\``, `the claim \`${claim}\``] as const),
  ]);
}

function sourceOf(name: keyof PrincipalClaims, claims: PrincipalClaims): string {
  const value = claims[name];
  if (name === 'userPoolId') return value === undefined ? 'none' : `\`${value}\``;
  return `the claim \`${value}\``;
}
