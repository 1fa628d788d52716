import { basename, dirname, resolve } from 'node:path';
import { CONFIG_FILE } from '../../core/config/config.ts';
import { type Diagnostic, hasErrors, InputError, type Outcome } from '../../core/diagnostics/diagnostic.ts';
import { FLAG, FUNCTION, type OptionKinds, optionProblems } from '../../core/diagnostics/options.ts';
import {
  PolicyInlineAuthorizationEngine,
  type PolicyInlineEngineOptions,
  SCHEMA_TEXT,
} from '../../core/engine/inline-engine.ts';
import type { ReloadedParts } from '../../server/options.ts';
import { principalFromToken } from '../../server/principals/principal-from-token.ts';
import { readText, showPath, toldWhereNamed } from '../files/read-text.ts';
import { projectFiles } from '../project-files.ts';
import {
  type ProjectReloads,
  projectReloads,
  type ReadProject,
  type ReloadOutcome,
} from '../project-reloads.ts';
import { loadProjectPolicies } from './load-policies.ts';
import { openProject } from './project.ts';

/** The options of a server's authorization that a project has: the others are the application's own. */
export type ProjectOptions<Req extends object> = Required<ReloadedParts<Req>> & {
  readonly reloads: ProjectReloads<Req>;
};

/** What only the application knows. */
export interface ApplicationOptions<Req extends object> {
  /** Where the token validation left the decoded claims; `req.user` when left out. */
  readonly claims?: (req: Req) => unknown;
  /** Whether schema, policies and `authz.yaml` are taken over when they are saved. False when left out. */
  readonly watch?: boolean;
  /** Told of each reload; when left out, a warning of the process says what was not taken over. */
  readonly onReload?: (outcome: ReloadOutcome) => void;
}

/**
 * Reads a project for a server: its schema, an engine with its policies, the principal of the claims that `authz.yaml` names, and what
 * `authz.yaml` settles for the server. `authz test` uses the same. `file` is the `authz.yaml`, seen from the working directory. With
 * `reloads.reload()` a running server takes over what has changed, all of it or nothing.
 * @throws {InputError} with everything that is wrong at once, each with its place.
 */
export async function projectOptions<Req extends object = object>(
  file: string,
  options: ApplicationOptions<Req> = {},
): Promise<ProjectOptions<Req>> {
  refuse([...fileProblems(file), ...optionProblems('`projectOptions`', options, OPTIONS)]);
  const { claims, watch = false, onReload } = options;
  const cwd = process.cwd();
  const read = () => readProject(resolve(cwd, file), cwd, claims);
  const first = await read();
  const reloads = projectReloads({ read, first, onReload });
  if (watch) reloads.watch();
  return { ...first.parts, reloads };
}

const OPTIONS: OptionKinds<ApplicationOptions<object>> = {
  claims: FUNCTION,
  watch: FLAG,
  onReload: FUNCTION,
};

/** A project is a folder with a file of this name: of another one, or of a folder, another file would be read than was named. */
function fileProblems(file: unknown): Diagnostic[] {
  if (typeof file === 'string' && basename(file) === CONFIG_FILE) return [];
  const given = typeof file === 'string' ? `\`${file}\`` : 'no text';
  const message = `\`projectOptions\` is given ${given}, and the file of a project is called \`${CONFIG_FILE}\``;
  return [
    { severity: 'error', code: 'option-unusable', message, help: `give the path of an \`${CONFIG_FILE}\`` },
  ];
}

/** @throws {InputError} with everything that is wrong at once. */
async function readProject<Req extends object>(
  file: string,
  cwd: string,
  claims: ApplicationOptions<Req>['claims'],
): Promise<ReadProject<Req>> {
  const project = unwrap(await openProject(dirname(file), cwd));
  const files = projectFiles(project, {}, cwd);
  const { config } = project;
  const policies = await loadProjectPolicies(files, cwd);
  refuse(policies.diagnostics);
  const schemaFile = resolve(project.folder, config.schema);
  const shown = showPath(schemaFile, cwd);
  const text = unwrap(toldWhereNamed(readText(schemaFile, shown), shown, files.namedBy?.schema));
  const schema = {
    type: text.trimStart().startsWith('{') ? 'jsonString' : 'cedarFormat',
    schema: text,
  } as const;
  const { placeOf: _, ...rules } = config.server;
  const { namespace } = config;
  return {
    paths: [...new Set([file, schemaFile, ...files.policies])],
    digest: JSON.stringify([text, policies.files, config.claims, namespace, rules]),
    parts: {
      schema,
      rules,
      authorizationEngine: engineOf({ staticPolicies: policies.files, schema }, shown),
      principalConfiguration: {
        type: 'custom',
        getPrincipalEntity: principalFromToken<Req>({
          namespace,
          ...config.claims,
          ...(claims ? { claims } : {}),
        }),
      },
    },
  };
}

/** The engine knows the text of the schema alone: what is wrong in it is shown in its file. */
function engineOf(options: PolicyInlineEngineOptions, schemaFile: string): PolicyInlineAuthorizationEngine {
  try {
    return new PolicyInlineAuthorizationEngine(options);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(
      error.diagnostics.map((one) => (one.file === SCHEMA_TEXT ? { ...one, file: schemaFile } : one)),
    );
  }
}

function unwrap<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new InputError(outcome.diagnostics);
  return outcome.value;
}

function refuse(diagnostics: readonly Diagnostic[]): void {
  if (hasErrors(diagnostics)) throw new InputError(diagnostics);
}
