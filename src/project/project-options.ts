import { dirname, resolve } from 'node:path';
import { type Diagnostic, hasErrors, InputError, type Outcome } from '../core/diagnostics/diagnostic.ts';
import { PolicyInlineAuthorizationEngine } from '../core/engine/inline-engine.ts';
import type { ServerOptions } from '../server/options.ts';
import { principalFromToken } from '../server/principals/principal-from-token.ts';
import { projectFiles } from './load.ts';
import { loadPolicies } from './load-policies.ts';
import { openProject } from './project.ts';
import { readText, showPath } from './read-text.ts';

/** The options of a server's authorization that a project has: the others are the application's own. */
export type ProjectOptions<Req extends object> = Pick<
  ServerOptions<Req>,
  'schema' | 'authorizationEngine' | 'principalConfiguration'
>;

/** What only the application knows. */
export interface ApplicationOptions<Req extends object> {
  /** Where the token validation left the decoded claims; `req.user` when left out. */
  readonly claims?: (req: Req) => unknown;
}

/**
 * Reads a project for a server: its schema, an engine with its policies, and the principal made of the claims that `authz.yaml` names, as
 * `authz test` makes it. `file` is the `authz.yaml`, seen from the working directory.
 * @throws {InputError} with everything that is wrong at once, each with its place.
 */
export async function projectOptions<Req extends object = object>(
  file: string,
  { claims }: ApplicationOptions<Req> = {},
): Promise<ProjectOptions<Req>> {
  const cwd = process.cwd();
  const project = unwrap(await openProject(dirname(resolve(cwd, file)), cwd));
  const files = projectFiles(project, {}, cwd);
  const { config } = project;
  const policies = await loadPolicies(files.policies, cwd);
  refuse(policies.diagnostics);
  const schemaFile = resolve(project.folder, config.schema);
  const text = unwrap(readText(schemaFile, showPath(schemaFile, cwd)));
  const schema = {
    type: text.trimStart().startsWith('{') ? 'jsonString' : 'cedarFormat',
    schema: text,
  } as const;
  return {
    schema,
    authorizationEngine: new PolicyInlineAuthorizationEngine({ staticPolicies: policies.files, schema }),
    principalConfiguration: {
      type: 'custom',
      getPrincipalEntity: principalFromToken<Req>({
        namespace: config.namespace,
        ...config.claims,
        ...(claims ? { claims } : {}),
      }),
    },
  };
}

function unwrap<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new InputError(outcome.diagnostics);
  return outcome.value;
}

function refuse(diagnostics: readonly Diagnostic[]): void {
  if (hasErrors(diagnostics)) throw new InputError(diagnostics);
}
