import { type Diagnostic, placeText } from '../../../core/diagnostics/diagnostic.ts';
import { locateFixture } from '../../../core/fixtures/fixture.ts';
import type { Result } from '../../../core/replay/replay.ts';
import { isUnusable, type Report } from '../../../core/replay/report.ts';
import {
  type AnswerVerdict,
  changes,
  compareAnswer,
  describeServerQuestion,
  type ServerQuestion,
  serverQuestion,
  type Unsent,
} from '../../../core/replay/server-answer.ts';
import { ANONYMOUS } from '../../../core/requests/principal.ts';
import { callsTo, isOwnMachine, type SendCall } from '../../../project/server-calls.ts';
import { type TokenOf, tokensFrom } from '../../../project/tokens.ts';
import {
  type ServerComparison,
  type ServerDifference,
  serverComparisonText,
  unsentTexts,
} from '../../../reporters/server-comparison.ts';
import { painter } from '../../../reporters/words/wording.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { chooseReporters } from '../../projects/choose-reporters.ts';
import { fail, unwrap } from '../../projects/inputs.ts';
import { writeReport } from '../../projects/write-report.ts';
import { showDiagnostics } from '../../terminal/show-diagnostics.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export interface AgainstOptions {
  /** The address of a running server: its answers are compared with what the fixtures expect. */
  readonly against?: string;
  /** A file with a token for each principal, or a command that prints one. */
  readonly tokenFrom?: string;
  /** Send calls that may change something, too. */
  readonly allMethods?: boolean;
  /** The most calls in a second. */
  readonly rate?: number;
  /** How long a call may take, in milliseconds. */
  readonly callTimeout?: number;
  /** Call other machines, too. */
  readonly allowRemote?: boolean;
  /** A redirect is what a call that is let through gets. */
  readonly allowRedirects?: boolean;
}

/** The server that a command line names. Nobody calls one of another machine by mistake. */
export function serverOf({ against = '', allowRemote }: AgainstOptions): URL {
  const server = URL.canParse(against) ? new URL(against) : undefined;
  if (!server || !/^https?:$/.test(server.protocol) || server.search || server.hash || server.username)
    fail(
      'usage',
      `\`--against ${against}\` is not the address of a server`,
      'write `--against http://127.0.0.1:3000`',
    );
  if (!isOwnMachine(server) && allowRemote !== true)
    fail(
      'usage',
      `\`${server.hostname}\` is not this machine`,
      'calls do what they say: `--allow-remote` sends them to other machines as well',
    );
  return server;
}

/** Asks a running server the calls of a report, and prints what it answers otherwise. */
export async function compareWithServer(
  report: Report,
  options: AgainstOptions & { readonly reporter: readonly string[] },
  terminal: Terminal,
): Promise<ExitCode> {
  const reporters = chooseReporters(options.reporter, terminal);
  if (isUnusable(report)) return writeReport(report, reporters, options, terminal);
  const isJson = reporters.some(({ name }) => name === 'json');
  if (reporters.some(({ name, file }) => !['pretty', 'json', 'github'].includes(name) || file))
    fail(
      'usage',
      'a comparison with a server has no such report',
      'leave `--reporter` out, or write `--json`',
    );
  const server = serverOf(options);
  const { rate = 20, callTimeout = 5_000 } = options;
  const send = callsTo({ server, rate, timeout: callTimeout });
  const results = report.projects.flatMap((project) => project.results);
  const tokens =
    options.tokenFrom === undefined ? undefined : await tokensFrom(options.tokenFrom, terminal.cwd);
  const problems = new Set<Diagnostic>();
  const tokenOf = tokens && tokenOrNone(unwrap(tokens, terminal), problems);
  const compared = await compareAll(results, {
    server,
    send,
    tokenOf,
    mayWrite: options.allMethods === true,
    allowRedirects: options.allowRedirects === true,
  });
  showDiagnostics([...problems].slice(0, MOST_SHOWN), terminal);
  if (problems.size > MOST_SHOWN) terminal.err(`and ${problems.size - MOST_SHOWN} more without a token\n`);
  if (compared.same + compared.different.length === 0) return nothingSent(compared);
  const paint = painter(terminal.color.out);
  terminal.out(
    isJson ? `${JSON.stringify(compared, undefined, 2)}\n` : serverComparisonText(compared, paint),
  );
  if (compared.different.length > 0) return EXIT_CODES.unmet;
  // Whoever named a source of tokens means all calls to be compared.
  return problems.size > 0 ? EXIT_CODES.unusable : EXIT_CODES.ok;
}

/** A command that fails does so for everybody. */
const MOST_SHOWN = 3;

/** Calls of a principal without a token are not sent; why is told once. */
function tokenOrNone(tokenOf: TokenOf, problems: Set<Diagnostic>): PrincipalToken {
  return async (principal) => {
    const token = await tokenOf(principal);
    if (token.ok) return token.value;
    for (const problem of token.diagnostics) problems.add(problem);
    return undefined;
  };
}

type PrincipalToken = (principal: string) => Promise<string | undefined>;

interface Asking {
  readonly server: URL;
  readonly send: SendCall;
  readonly tokenOf: PrincipalToken | undefined;
  readonly mayWrite: boolean;
  readonly allowRedirects: boolean;
}

/** One by one. What changes something comes last, and before it what a server that is right changes nothing for. */
async function compareAll(results: readonly Result[], asking: Asking): Promise<ServerComparison> {
  const unsent: Partial<Record<Unsent, number>> = {};
  const leaveOut = (why: Unsent) => {
    unsent[why] = (unsent[why] ?? 0) + 1;
  };
  const different: ServerDifference[] = [];
  let same = 0;
  let unsure = 0;
  const questions: ServerQuestion[] = [];
  for (const result of results) {
    const asked = serverQuestion(result, asking.mayWrite);
    if (typeof asked === 'string') leaveOut(asked);
    else questions.push(asked);
  }
  for (const asked of questions.sort((a, b) => Number(changes(a)) - Number(changes(b)))) {
    const answer = await ask(asked, asking);
    if (answer === 'no-token') leaveOut(answer);
    else if (answer.type === 'same') {
      same += 1;
      unsure += answer.isUnsure ? 1 : 0;
    } else different.push(difference(asked, answer));
  }
  return { server: asking.server.href, same, unsure, different, unsent };
}

function difference(
  asked: ServerQuestion,
  answer: Exclude<AnswerVerdict, { readonly type: 'same' }>,
): ServerDifference {
  const { fixture } = asked.result;
  return {
    fixture: fixture.name,
    call: describeServerQuestion(asked),
    ...(answer.type === 'different'
      ? { expected: answer.expected, found: answer.found }
      : { expected: 'an answer', found: answer.why }),
    place: placeText(fixture.source.file, locateFixture(fixture) ?? { line: 1, column: 1 }),
  };
}

async function ask(
  question: ServerQuestion,
  { server, send, tokenOf, allowRedirects }: Asking,
): Promise<AnswerVerdict | 'no-token'> {
  const { as } = question.result.fixture;
  const token = as === ANONYMOUS ? undefined : await tokenOf?.(as);
  if (as !== ANONYMOUS && token === undefined) return 'no-token';
  try {
    return compareAnswer(question, await send(question.call, token), allowRedirects);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
      fail(
        'server-unreachable',
        `no server answers at \`${server.href}\``,
        'start it, or correct the address',
      );
    return { type: 'unanswered', why: message };
  }
}

/** Nothing compared is not success. */
function nothingSent({ unsent }: ServerComparison): never {
  return fail('nothing-sent', 'no call was sent, so nothing was compared', unsentTexts(unsent).join('\n'));
}
