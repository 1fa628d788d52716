import { type Diagnostic, hasErrors, InputError } from '../../../core/diagnostics/diagnostic.ts';
import { readSchema, type Schema } from '../../../core/model/read-schema.ts';
import { checkPolicies } from '../../../core/policies/check-policies.ts';
import type { PolicySet } from '../../../core/policies/policy.ts';
import { beyondLimits } from '../../../core/publishing/limits.ts';
import { type Plan, type PublishingStep, planPublication } from '../../../core/publishing/plan.ts';
import type { PolicyStore, PolicyStoreClient } from '../../../core/publishing/policy-store.ts';
import { publish } from '../../../core/publishing/publish.ts';
import { textWithoutId } from '../../../core/publishing/statement.ts';
import { type TurnedDecisions, turnedDecisions } from '../../../core/verification/turned-decisions.ts';
import { loadProject } from '../../../project/loading/load.ts';
import { loadProjectPolicies } from '../../../project/loading/load-policies.ts';
import { loadSchema } from '../../../project/loading/load-schema.ts';
import type { FileOverrides } from '../../../project/project-files.ts';
import { verifiedPermissionsStore } from '../../../project/publishing/verified-permissions-store.ts';
import { PUBLICATION_FORMATS, type PublicationFormat, stepWords } from '../../../reporters/publication.ts';
import { counted, painter, visible } from '../../../reporters/words/wording.ts';
import { SERVICES, type Service } from '../../choices.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { fail, helpWithName, unwrap } from '../../projects/inputs.ts';
import { oneProject } from '../../projects/one-project.ts';
import { untilInterrupted } from '../../terminal/interrupts.ts';
import { showDiagnostics } from '../../terminal/show-diagnostics.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export interface PublishOptions extends Omit<FileOverrides, 'entities'> {
  readonly policyStore?: string;
  readonly plan?: boolean;
  readonly check?: boolean;
  readonly format: PublicationFormat;
}

/** `authz publish`: everything is checked before the store is asked, and the plan is shown before anything changes. */
export async function publishProject(
  service: string,
  options: PublishOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const known = SERVICES.find((name) => name === service) ?? unknownService(service);
  const { policyStore } = options;
  if (policyStore === undefined)
    fail('usage', 'the policy store is not given', 'name it with `--policy-store <id>`');
  if (!/^[\w/-]{1,200}$/.test(policyStore))
    fail(
      'usage',
      `\`${policyStore}\` is not a policy store`,
      'an id has 1 to 200 letters, digits, `-`, `_` and `/`, as the console of the service shows it',
    );
  const { schema, policySet } = await checkedProject(options, terminal);
  const client = await CLIENTS[known](policyStore, terminal.cwd);
  const store = await asked(() => client.read());
  const plan = planPublication(schema.json, policySet, store);
  const paint = painter(terminal.color.out);
  const decisions = plan.steps.length > 0 ? await turnedBy(store, options, terminal) : undefined;
  terminal.out(PUBLICATION_FORMATS[options.format]({ plan, store, decisions }, paint));
  if (options.check) return plan.steps.length === 0 ? EXIT_CODES.ok : EXIT_CODES.unmet;
  if (options.plan || plan.steps.length === 0) return EXIT_CODES.ok;
  // JSON is the one object that was printed.
  const say = options.format === 'json' ? terminal.note : terminal.out;
  return carriedOut(plan, client, terminal, say);
}

/** The decisions of the fixtures that the publication turns. Fixtures that cannot be replayed stop nothing, and that is said. */
async function turnedBy(
  store: PolicyStore,
  options: PublishOptions,
  terminal: Terminal,
): Promise<TurnedDecisions | undefined> {
  const files = await oneProject(terminal, { overrides: options });
  const loaded = await loadProject(files, terminal.cwd);
  const input = loaded.ok ? loaded.value : undefined;
  if (input?.fixtures.length === 0) return undefined;
  const before = store.policies.map((policy) => ({
    file: `policy ${policy.policyId} of the store`,
    name: policy.policyId,
    text: textWithoutId(policy),
  }));
  const turned = input
    ? turnedDecisions(input, before)
    : { ok: false as const, diagnostics: loaded.diagnostics };
  if (turned.ok) return turned.value;
  showDiagnostics(turned.diagnostics, terminal);
  terminal.note('The fixtures cannot be replayed, so nobody knows which of their decisions turn.\n');
  return undefined;
}

/** How a store of each service is reached. */
const CLIENTS: Readonly<Record<Service, (policyStore: string, cwd: string) => Promise<PolicyStoreClient>>> = {
  'verified-permissions': verifiedPermissionsStore,
};

function unknownService(written: string): never {
  return fail('usage', `authz cannot publish to \`${written}\``, helpWithName(written, SERVICES, 'services'));
}

interface PublishableProject {
  readonly schema: Schema;
  readonly policySet: PolicySet;
}

/** Schema and policies without an error, within what the service takes. */
async function checkedProject(options: PublishOptions, terminal: Terminal): Promise<PublishableProject> {
  const files = await oneProject(terminal, { overrides: options });
  if (files.schema === undefined)
    fail('schema-missing', 'there is no schema to publish', 'name it with `--schema <file>`');
  const source = unwrap(
    await loadSchema(files.schema, terminal.cwd, { naming: files.namedBy?.schema }),
    terminal,
  );
  const schema = unwrap(readSchema(source), terminal);
  const policies = await loadProjectPolicies(files, terminal.cwd);
  const { policySet, diagnostics } = checkPolicies(policies.files, schema.json);
  const problems: readonly Diagnostic[] = [
    ...policies.diagnostics,
    ...diagnostics,
    ...beyondLimits(schema.json, policySet),
  ];
  if (hasErrors(problems)) throw new InputError(problems);
  showDiagnostics(problems, terminal);
  return { schema, policySet };
}

async function carriedOut(
  plan: Plan,
  client: PolicyStoreClient,
  terminal: Terminal,
  say: (text: string) => void,
): Promise<ExitCode> {
  const total = plan.steps.length;
  const onStep = (step: PublishingStep, index: number) =>
    terminal.note(`${index + 1}/${total} ${stepWords(step)}\n`);
  const result = await untilInterrupted(
    () => terminal.err('ends after this operation; Ctrl-C once more ends at once\n'),
    (isInterrupted) => publish(plan, client, onStep, isInterrupted),
  );
  if (result.ok) {
    say(`${painter(terminal.color.out)('good', 'published')}, ${counted(total, 'operation')}\n`);
    return EXIT_CODES.ok;
  }
  const done = `${result.done} of ${counted(total, 'operation')} done`;
  if (result.failed === undefined) {
    terminal.err(`interrupted, ${done}: ${HALFWAY.join(' ')}\n`);
    return EXIT_CODES.interrupted;
  }
  throw failure(`${stepWords(result.failed)}: ${wordsOf(result.error)} (${done})`, result.error, HALFWAY);
}

/** What to know of a store that is neither what it was nor what it shall be. */
const HALFWAY = [
  'the store allows nothing that neither the old nor the new policies allow;',
  'run the command again: it goes on with what is left',
];

async function asked(read: () => Promise<PolicyStore>): Promise<PolicyStore> {
  try {
    return await read();
  } catch (error) {
    throw failure(`the policy store cannot be read: ${wordsOf(error)}`, error, [
      helpWithEnvironment(error),
      'needed are ListPolicies, GetPolicy and GetSchema, and to publish PutSchema, CreatePolicy and DeletePolicy',
    ]);
  }
}

/** What the AWS client says first of all to somebody who has set up nothing. */
function helpWithEnvironment(error: unknown): string {
  if (error instanceof Error && error.name === 'CredentialsProviderError')
    return 'name credentials: `AWS_PROFILE`, or `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or the role of the machine;';
  if (error instanceof Error && error.message === 'Region is missing')
    return 'name the region of the store in `AWS_REGION`, or in the profile;';
  return 'check the id of the store, the region and the credentials;';
}

function failure(message: string, cause: unknown, help: readonly string[]): InputError {
  const diagnostic: Diagnostic = { severity: 'error', code: 'publish-failed', message, help: help.join(' ') };
  return new InputError([diagnostic], { cause });
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return visible(String(error));
  return visible(error.name === 'Error' ? error.message : `${error.name}: ${error.message}`);
}
