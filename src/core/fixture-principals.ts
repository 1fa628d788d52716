import { didYouMean, orList, problemAt, readDefinition } from './definition.ts';
import type { Diagnostic, Outcome } from './diagnostic.ts';
import { principalsDefinition, type RawPrincipals } from './fixture-definition.ts';
import { ANONYMOUS, type Claims } from './principal.ts';
import type { Source, ValuePath } from './source.ts';

/** The principals that fixtures may name. */
export interface Principals {
  readonly claims: ReadonlyMap<string, Claims>;
  /** Names that stand for several principals: each with the names of its members. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** Where they are written: the fixtures file or a shared one. */
  readonly source: Source;
}

/** Reads the principals of a fixtures file: those written in it, or those of the shared file that it names. */
export function readPrincipals(
  written: string | RawPrincipals | undefined,
  source: Source,
  shared: ReadonlyMap<string, Source>,
): Outcome<Principals> {
  if (typeof written !== 'string') return namedPrincipals(written ?? {}, source, ['principals']);
  const file = shared.get(written);
  if (!file) return { ok: false, diagnostics: [unreadReference(source, ['principals'], written)] };
  const principals = readDefinition(principalsDefinition, file, 'principals-invalid');
  return principals.ok ? namedPrincipals(principals.value, file, []) : principals;
}

/** That a file which another one names could not be read. */
export function unreadReference(source: Source, at: ValuePath, file: string): Diagnostic {
  return problemAt(source, at, 'fixtures-invalid', `\`${file}\` could not be read`);
}

function namedPrincipals(raw: RawPrincipals, source: Source, at: ValuePath): Outcome<Principals> {
  if (Object.hasOwn(raw, ANONYMOUS)) return { ok: false, diagnostics: [anonymousTaken(source, at)] };
  const claims = new Map<string, Claims>();
  const groups = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(raw)) {
    if (Array.isArray(value)) groups.set(name, value);
    else claims.set(name, value as Claims);
  }
  const diagnostics = [...groups].flatMap(([name, members]) =>
    members.flatMap((member, index) => badMember(member, claims, groups, source, [...at, name, index])),
  );
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  return { ok: true, value: { claims, groups, source }, diagnostics: [] };
}

function anonymousTaken(source: Source, at: ValuePath): Diagnostic {
  const message = '`anonymous` is built in: the caller without an identity';
  return problemAt(source, [...at, ANONYMOUS], 'principals-invalid', message, 'choose another name', 'key');
}

function badMember(
  member: string,
  claims: Principals['claims'],
  groups: Principals['groups'],
  source: Source,
  at: ValuePath,
): Diagnostic[] {
  if (member === ANONYMOUS || claims.has(member)) return [];
  const known = [...claims.keys(), ANONYMOUS];
  const message = groups.has(member)
    ? `\`${member}\` is a group itself: expected the name of a principal`
    : `unknown principal \`${member}\`${didYouMean(member, known) || `: expected ${orList(known)}`}`;
  return [problemAt(source, at, 'principals-invalid', message)];
}
