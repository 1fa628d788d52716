import { type Diagnostic, errorsAmong } from '../../core/diagnostics/diagnostic.ts';
import { nearestName } from '../../core/diagnostics/nearest-operation.ts';
import { endpointKey } from '../../core/endpoints/endpoint-key.ts';
import type { GeneratedSchema } from '../../core/generation/generate-schema.ts';
import {
  actionsGone,
  describeChanges,
  endpointsAdded,
  endpointsGone,
  typeGone,
} from '../../core/model/changes/model-changes.ts';
import type { Model } from '../../core/model/model.ts';
import { readSchema } from '../../core/model/read-schema.ts';
import { checkPolicies } from '../../core/policies/check-policies.ts';
import { buildRouter } from '../../core/requests/router.ts';
import { groupBy } from '../../core/values/group.ts';
import { concernedByChanges } from '../../core/verification/affected-by-changes.ts';
import { type CheckedProject, checkProject } from '../../core/verification/check-project.ts';
import type { SchemaSource, VerifyInput } from '../../core/verification/verify-input.ts';
import { loadProject } from '../../project/loading/load.ts';
import type { Project } from '../../project/loading/project.ts';
import { filesToAddTo } from '../../project/project-files.ts';
import { visible } from '../../reporters/words/wording.ts';
import { showDiagnostics } from '../terminal/show-diagnostics.ts';
import type { Terminal } from '../terminal/terminal.ts';

/**
 * Says what became of endpoints, types and attributes since the schema on disk, and which of the project's policies and fixtures that
 * concerns. Nothing of the former when that schema cannot be read.
 */
export async function sayChanges(
  onDisk: SchemaSource,
  schema: GeneratedSchema,
  project: Project | undefined,
  terminal: Terminal,
): Promise<void> {
  const read = onDisk.text === '' ? undefined : readSchema(onDisk);
  const before = read?.ok ? read.value.model : undefined;
  for (const change of before ? describeChanges(before, schema.model) : [])
    terminal.note(`${visible(change)}\n`);
  if (project) showDiagnostics(await findConcerned(project, before, schema, terminal), terminal);
}

/** They are no errors of this command: the schema is right, and they are what is left to do. */
async function findConcerned(
  project: Project,
  before: Model | undefined,
  schema: GeneratedSchema,
  terminal: Terminal,
): Promise<Diagnostic[]> {
  const input = await loadProject(filesToAddTo(project, terminal.cwd), terminal.cwd);
  if (!input.ok) return [];
  const source = { file: input.value.schema?.file ?? '', text: schema.text };
  const checked = checkProject({ ...input.value, schema: source });
  const misfits = errorsAmong([...checked.diagnostics, ...ofInvariants(input.value, source)]);
  const after = schema.model;
  const helpFor = before ? trueHelp(before, schema.model) : () => undefined;
  return [
    ...(before ? misspeltGroupType(project.config, before, after) : []),
    ...firstOfEachFile(misfits.map((diagnostic) => withHelp(diagnostic, helpFor(diagnostic)))).map(
      (diagnostic) => ({ ...diagnostic, severity: 'warning' as const }),
    ),
    ...(before && checked.ok ? permittedAlready(before, schema.model, checked.value) : []),
    ...(before && checked.ok ? concernedByChanges(before, checked.value.model, checked.value) : []),
  ];
}

/** Invariants are written as policies are, and nothing that decides reads them. */
function ofInvariants({ invariants = [] }: VerifyInput, source: SchemaSource): readonly Diagnostic[] {
  const read = invariants.length > 0 ? readSchema(source) : undefined;
  return read?.ok ? checkPolicies(invariants, read.value.json).diagnostics : [];
}

/** All policies about groups speak of the type that groups had. */
function misspeltGroupType({ placeOfSetting }: Project['config'], before: Model, after: Model): Diagnostic[] {
  const written = after.groupType;
  const near = nearestName(written, [before.groupType]);
  if (near === undefined || before.entityTypes.some(({ name }) => name === written)) return [];
  return [
    {
      severity: 'warning',
      code: 'types-invalid',
      message: `\`${written}\` is a new entity type: groups had the type \`${near}\``,
      help: `did you mean \`${near}\`?`,
      ...placeOfSetting(['principal', 'groups', 'type'], 'value'),
    },
  ];
}

/** What became of the action or the endpoint that a problem names: others only know names that look alike. */
function trueHelp(before: Model, after: Model): (diagnostic: Diagnostic) => string | undefined {
  const gone = actionsGone(before, after);
  const becameOf = endpointsGone(before, after);
  const router = buildRouter(before.actions.flatMap(({ endpoints }) => endpoints));
  return ({ message }) => {
    const [, action] = /Action::"((?:[^"\\]|\\.)*)"/.exec(message) ?? [];
    const [, type] = /^(?:unknown|unrecognized) entity type `(?:\w+::)*(\w+)`/.exec(message) ?? [];
    const [, method, path] = /^no endpoint answers `([A-Z]+) ([^\s?]+)`/.exec(message) ?? [];
    if (action !== undefined) return gone.get(action);
    if (type !== undefined) return typeGone(type, before, after);
    if (method === undefined || path === undefined || !router.ok) return undefined;
    const was = router.value.route(method, path);
    return was.type === 'match' ? becameOf(endpointKey(was.match.endpoint)) : undefined;
  };
}

function withHelp(diagnostic: Diagnostic, help: string | undefined): Diagnostic {
  return help === undefined ? diagnostic : { ...diagnostic, help };
}

/** Another base path concerns all fixtures in the same way, and what else is to be done would be lost among them. */
function firstOfEachFile(misfits: readonly Diagnostic[]): Diagnostic[] {
  const files = groupBy(misfits, ({ code, file }) => JSON.stringify([code, file]));
  return [...files.values()].flatMap((same) => {
    const [first, more] = [same[0], same.length - MOST_OF_FILE];
    if (!first?.file || more <= 1) return same;
    const rest: Diagnostic = {
      severity: first.severity,
      code: first.code,
      message: `${more} more problems of this kind`,
      help: '`authz test` lists them all',
      file: first.file,
    };
    return [...same.slice(0, MOST_OF_FILE), rest];
  });
}

const MOST_OF_FILE = 5;

/** A policy for every action permits new endpoints at once: that should be known before it is found out. */
function permittedAlready(before: Model, after: Model, { policySet }: CheckedProject): Diagnostic[] {
  const added = endpointsAdded(before, after);
  const old = new Set(before.actions.map(({ name }) => name));
  const broad = policySet.policies.filter(({ json }) => json.action.op === 'All');
  const idsOf = (effect: 'permit' | 'forbid') =>
    broad.filter(({ json }) => json.effect === effect).map(({ id }) => `\`${id}\``);
  const [permits, forbids] = [idsOf('permit'), idsOf('forbid')];
  if (added.length === 0 || permits.length === 0) return [];
  return [
    {
      severity: 'info',
      code: 'new-endpoint-permitted',
      message: `new endpoints are permitted by ${permits.join(', ')} already, as far as their conditions go; by other policies once these name the action`,
      ...(forbids.length > 0
        ? { help: `${forbids.join(', ')} may forbid them all the same: \`authz matrix\` says what holds` }
        : {}),
      details: added.map(({ key, action }) =>
        old.has(action) ? `${key} (${action}, which policies may name already)` : `${key} (${action})`,
      ),
    },
  ];
}
