import type { Entity } from '../cedar/entity.ts';
import { type Diagnostic, hasErrors, type Outcome } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/did-you-mean.ts';
import type { EntityList, FixtureFile } from '../fixtures/fixture.ts';
import { readEntities } from '../fixtures/read-entities.ts';
import { readFixtures } from '../fixtures/read-fixtures.ts';
import type { Model } from '../model/model.ts';
import { ANONYMOUS, anonymousPrincipal, type Claims, replayedPrincipal } from '../requests/principal.ts';
import { compareText } from '../values/compare-text.ts';
import type { VerifyInput } from './verify-input.ts';

/** Who calls: a principal of the fixtures by name, `anonymous`, or the claims of a token. */
export type CallerName = string | Claims;

/** Who calls, and the entities there are for them. */
export interface FixtureCaller {
  readonly principal: Entity;
  readonly entities: EntityList | undefined;
}

/**
 * Finds a caller in the fixtures files, with the entities that go with it. A name that means different things in different files, or
 * that different entities go with, is not guessed.
 */
export function findCaller(input: VerifyInput, as: CallerName, model: Model): Outcome<FixtureCaller> {
  const project = input.entities ? readEntities(input.entities) : undefined;
  const files = [...input.fixtures]
    .sort((a, b) => compareText(a.source.file, b.source.file))
    .map(({ source, shared }) => readFixtures(source, shared));
  const diagnostics = [...(project?.diagnostics ?? []), ...files.flatMap((file) => file.diagnostics)];
  if (hasErrors(diagnostics)) return { ok: false, diagnostics };
  const read = files.flatMap((file) => (file.ok ? [file.value] : []));
  const candidates = candidatesFor(as, read, project?.ok ? project.value : undefined);
  const [chosen, ...others] = candidates;
  if (!chosen) return refuse(unknownPrincipal(`${as}`, read));
  if (others.length > 0) return refuse(ambiguous(as, candidates));
  return callerFrom(as, chosen, input, model);
}

/** One meaning of a name: claims, and the entities of the file that has them. */
interface CallerCandidate {
  readonly claims: Claims | undefined;
  readonly entities: EntityList | undefined;
  /** The fixtures file, if it is one that says so. */
  readonly file: string | undefined;
}

function candidatesFor(
  as: CallerName,
  files: readonly FixtureFile[],
  project: EntityList | undefined,
): CallerCandidate[] {
  const isNamed = typeof as === 'string' && as !== ANONYMOUS;
  const claims = typeof as === 'string' ? undefined : as;
  if (!isNamed && (project || files.length === 0)) return [{ claims, entities: project, file: undefined }];
  const found = files.flatMap((file) => {
    const said = isNamed ? file.principals.get(as) : claims;
    if (isNamed && !said) return [];
    return [{ claims: said, entities: file.entities ?? project, file: file.source.file }];
  });
  const key = ({ claims: said, entities }: CallerCandidate) =>
    JSON.stringify([said ?? null, entities?.entities ?? null]);
  // The first of those that say the same.
  return [...new Map(found.toReversed().map((one) => [key(one), one])).values()].toReversed();
}

function callerFrom(
  as: CallerName,
  { claims, entities }: CallerCandidate,
  input: VerifyInput,
  model: Model,
): Outcome<FixtureCaller> {
  if (!claims)
    return { ok: true, value: { principal: anonymousPrincipal(model), entities }, diagnostics: [] };
  const answer = replayedPrincipal(claims, input.claims, model);
  const who = typeof as === 'string' ? `principal \`${as}\`` : '`--claims`';
  if (!answer.ok)
    return refuse({ severity: 'error', code: 'principal-invalid', message: `${who}: ${answer.reason}` });
  return { ok: true, value: { principal: answer.principal, entities }, diagnostics: [] };
}

function refuse(diagnostic: Diagnostic): { readonly ok: false; readonly diagnostics: readonly Diagnostic[] } {
  return { ok: false, diagnostics: [diagnostic] };
}

function unknownPrincipal(name: string, files: readonly FixtureFile[]): Diagnostic {
  const known = [...new Set([ANONYMOUS, ...files.flatMap((file) => [...file.principals.keys()])])];
  const isList = files.some(({ groups }) => groups.includes(name));
  const near = isList ? '' : didYouMean(name, known);
  const what = isList ? `\`${name}\` is a list of principals, expected one` : `unknown principal \`${name}\``;
  return {
    severity: 'error',
    code: 'principal-unknown',
    message: `${what}${near}`,
    ...(near ? {} : { help: `the fixtures have ${known.join(', ')}` }),
  };
}

function ambiguous(as: CallerName, candidates: readonly CallerCandidate[]): Diagnostic {
  const files = candidates.flatMap(({ file }) => file ?? []);
  const isSamePrincipal = new Set(candidates.map(({ claims }) => JSON.stringify(claims ?? null))).size === 1;
  const what = isSamePrincipal ? 'which entities to take' : `which principal \`${as}\` is meant`;
  return {
    severity: 'error',
    code: 'caller-ambiguous',
    message: `it is not clear ${what}: ${files.join(', ')} differ`,
    help: `choose one with \`--fixtures ${files[0]}\``,
  };
}
