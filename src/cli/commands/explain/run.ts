import { InputError, type Outcome } from '../../../core/diagnostics/diagnostic.ts';
import { METHODS } from '../../../core/endpoints/method.ts';
import type { GivenContext } from '../../../core/requests/context.ts';
import type { Call } from '../../../core/requests/map-call.ts';
import { messageOf } from '../../../core/values/message-of.ts';
import { isRecord } from '../../../core/values/record.ts';
import type { CallerName } from '../../../core/verification/caller.ts';
import { explainCall } from '../../../core/verification/explain-call.ts';
import { explainRequest } from '../../../core/verification/explain-request.ts';
import { loadProject } from '../../../project/loading/load.ts';
import type { FileOverrides } from '../../../project/project-files.ts';
import { EXPLANATION_FORMATS, type ExplanationFormat } from '../../../reporters/explained-call.ts';
import { painter } from '../../../reporters/words/wording.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { fail, givenOf, helpWithName, refuseIdle, unwrap } from '../../projects/inputs.ts';
import { oneProject } from '../../projects/one-project.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { type CedarRequestFlags, contextText, isCedarRequest, readCedarRequest } from './cedar-request.ts';

export interface ExplainOptions extends FileOverrides, CedarRequestFlags {
  readonly as?: string;
  /** JSON: the claims of a token. */
  readonly claims?: string;
  /** JSON: the body of the call. */
  readonly body?: string;
  /** A fixtures file, or a folder of them. */
  readonly fixtures?: string;
  readonly format: ExplanationFormat;
}

/** `authz explain`: whatever the decision is, it is an answer, and the exit code 0. */
export async function explain(
  first: string | undefined,
  second: string | undefined,
  options: ExplainOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const [methodOrFile, url] = second === undefined ? callInOne(first) : [first, second];
  const isMethod = methodOrFile !== undefined && isKnownMethod(methodOrFile.toUpperCase());
  const file = url === undefined && !isMethod ? methodOrFile : undefined;
  const isCall = url !== undefined || isMethod;
  refuseMixedFlags(options, isCall, file);
  if (isCedarRequest(options, file)) return explainCedarRequest(file, options, terminal);
  if (methodOrFile === undefined || url === undefined)
    fail('usage', 'the call to explain is not given', EXPLAIN_EXAMPLES);
  return explainCallOf(methodOrFile, url, options, terminal);
}

/** `'GET /campaigns/c1'` in one word, as fixtures write calls; anything else is left as it is. */
function callInOne(first: string | undefined): readonly [string | undefined, string | undefined] {
  const [, method, url] = /^([a-z]+) +(\S.*)$/i.exec(first ?? '') ?? [];
  return method !== undefined && isKnownMethod(method.toUpperCase()) ? [method, url] : [first, undefined];
}

const EXPLAIN_EXAMPLES =
  'write `authz explain GET /campaigns/c1 --as ana`, or `authz explain request.json` for a Cedar request';

/** A flag of the other kind of question would be forgotten without a word. */
function refuseMixedFlags(options: ExplainOptions, isCall: boolean, file: string | undefined): void {
  const ofRequest = ['principal', 'action', 'resource'] as const;
  if (isCall)
    refuseIdle(
      givenOf(options, ['requestJson', ...ofRequest]),
      'of a Cedar request, but a method and a URL ask about a call',
      EXPLAIN_EXAMPLES,
    );
  if (!isCedarRequest(options, file)) return;
  refuseIdle(
    givenOf(options, ['as', 'claims', 'body', 'fixtures']),
    'of a call, but this is a Cedar request',
    EXPLAIN_EXAMPLES,
  );
  if (file !== undefined && options.requestJson !== undefined)
    fail(
      'usage',
      'the Cedar request is given twice',
      `name one file, \`${file}\` or that of \`--request-json\``,
    );
  if (file !== undefined || options.requestJson !== undefined)
    refuseIdle(
      givenOf(options, [...ofRequest, 'context']),
      'in the file of the request already',
      'leave it out, or leave the file out',
    );
}

async function explainCedarRequest(
  file: string | undefined,
  options: ExplainOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const asked = await readCedarRequest(options, file, terminal);
  const files = await oneProject(terminal, { overrides: options });
  const input = unwrap(await loadProject({ ...files, fixtures: [] }, terminal.cwd), terminal);
  const explained = unwrap(explainRequest(input, asked), terminal);
  const { columns, color } = terminal;
  const print = EXPLANATION_FORMATS[options.format];
  terminal.out(print(explained, explained.fixture.as, { paint: painter(color.out), columns }));
  return EXIT_CODES.ok;
}

async function explainCallOf(
  method: string,
  url: string,
  options: ExplainOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const call = readCall(method, url, options.body);
  const as = readCaller(options);
  const given = options.context === undefined ? {} : readContext(contextText(options.context, terminal));
  const paths = options.fixtures === undefined ? [] : [options.fixtures];
  const files = await oneProject(terminal, { paths, overrides: options });
  const input = unwrap(await loadProject(files, terminal.cwd), terminal);
  const explained = unwrap(namingClaims(explainCall(input, call, as, given)), terminal);
  const name = typeof as === 'string' ? as : 'the token of --claims';
  const { columns, color } = terminal;
  terminal.out(EXPLANATION_FORMATS[options.format](explained, name, { paint: painter(color.out), columns }));
  return EXIT_CODES.ok;
}

/** Somebody whom no fixture has can be asked about all the same. */
function namingClaims<T>(outcome: Outcome<T>): Outcome<T> {
  const diagnostics = outcome.diagnostics.map((problem) =>
    problem.code === 'principal-unknown' && problem.help !== undefined
      ? {
          ...problem,
          help: `${problem.help}; \`--claims\` takes the token of anybody, as in \`--claims '${CLAIMS_EXAMPLE}'\``,
        }
      : problem,
  );
  return { ...outcome, diagnostics };
}

function readCall(method: string, url: string, body: string | undefined): Call {
  const upper = method.toUpperCase();
  if (!isKnownMethod(upper))
    fail('usage', `unknown method \`${method}\``, helpWithName(upper, METHODS, 'known methods'));
  const target = url.replace(/^https?:\/\/[^/?#]*(?=[/?#]|$)/i, '');
  return {
    method: upper,
    url: target === '' ? '/' : target,
    ...(body === undefined ? {} : { body: readJson('--body', body, BODY_EXAMPLE) }),
  };
}

function isKnownMethod(upper: string): boolean {
  return METHODS.some((known) => known === upper);
}

function readCaller({ as, claims }: ExplainOptions): CallerName {
  if ((as === undefined) === (claims === undefined))
    fail(
      'usage',
      as === undefined ? 'the caller is not given' : 'the caller is given twice',
      'give one of `--as <principal>` and `--claims <json>`; without an identity it is `--as anonymous`',
    );
  if (claims === undefined) return as ?? '';
  return readObject('--claims', claims, CLAIMS_EXAMPLE);
}

/** The schema says what each has to be, and the engine holds them to it. */
function readContext(context: string): GivenContext {
  return readObject('--context', context, CONTEXT_EXAMPLE) as GivenContext;
}

const CLAIMS_EXAMPLE = '{"sub": "ana", "groups": ["editor"]}';
const CONTEXT_EXAMPLE = '{"hour": 9}';
const BODY_EXAMPLE = '{"name": "spring"}';

function readObject(option: string, text: string, example: string): Readonly<Record<string, unknown>> {
  const value = readJson(option, text, example);
  return isRecord(value)
    ? value
    : fail('usage', `\`${option}\` is not a JSON object`, `write it like \`${example}\``);
}

function readJson(option: string, text: string, example: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `\`${option}\` is not valid JSON: ${messageOf(cause)}`;
    const help = `write it like \`'${example}'\``;
    throw new InputError([{ severity: 'error', code: 'usage', message, help }], { cause });
  }
}
