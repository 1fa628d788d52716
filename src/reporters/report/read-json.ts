import type { Coverage, PartCoverage, PolicyCoverage } from '../../core/coverage/coverage.ts';
import { readDefinition } from '../../core/diagnostics/definition.ts';
import type { Diagnostic, Outcome } from '../../core/diagnostics/diagnostic.ts';
import { problemAt } from '../../core/diagnostics/problem-at.ts';
import type { Source } from '../../core/diagnostics/source.ts';
import type { EvaluationError } from '../../core/engine/engine.ts';
import type { Explanation, PartExplanation, PolicyExplanation } from '../../core/explanation/explanation.ts';
import type { Expectation, Fixture } from '../../core/fixtures/fixture.ts';
import type { DecisionResult, RefusalResult, Result } from '../../core/replay/replay.ts';
import { buildReport, type ProjectReport, type Report } from '../../core/replay/report.ts';
import type { Request } from '../../core/requests/map-call.ts';
import { isRecord } from '../../core/values/record.ts';
import { type RawInvariants, readInvariants } from './read-invariants.ts';
import { located, placeOf, type Raw, type RawPlace, type RawPolicy, readPolicy } from './read-place.ts';
import { reportOutline } from './report-outline.ts';

/**
 * Reads a report that `jsonReport` wrote, as far as reporters print it. Only its outline is checked: the version must be one that this
 * program writes, and lists must be lists.
 */
export function readJsonReport(source: Source): Outcome<Report> {
  const version = isRecord(source.value) ? source.value.version : undefined;
  if (version === undefined) {
    const help = 'write one with `authz test --reporter json=report.json`';
    return {
      ok: false,
      diagnostics: [
        problemAt(source, [], { code: CODE, message: 'this is not a JSON report of authz', help }),
      ],
    };
  }
  if (version !== 1) {
    const message = `the report has version \`${String(version)}\`, expected \`1\``;
    const help = 'read reports with the version of authz that wrote them';
    return { ok: false, diagnostics: [problemAt(source, ['version'], { code: CODE, message, help })] };
  }
  const outline = readDefinition(reportOutline, source, CODE);
  if (!outline.ok) return outline;
  const raw = source.value as RawReport;
  const report = buildReport(raw.projects.map(readProject), raw.scope);
  const invariants = raw.invariants && readInvariants(raw.invariants);
  return { ok: true, value: { ...report, ...(invariants ? { invariants } : {}) }, diagnostics: [] };
}

const CODE = 'report-unreadable';

// ---- as written by json.ts ----

type RawError = Raw<EvaluationError, 'policy' | 'location', RawPlace & { readonly policy?: RawPolicy }>;
type RawPart = Raw<PartExplanation, 'location' | 'parts', RawPlace & { readonly parts: readonly RawPart[] }>;
type RawPartCoverage = Raw<
  PartCoverage,
  'location' | 'parts',
  RawPlace & { readonly parts?: readonly RawPartCoverage[] }
>;

interface RawReport extends Pick<Report, 'scope'> {
  readonly invariants?: RawInvariants;
  readonly projects: readonly RawProject[];
}

type RawProject = Raw<
  ProjectReport,
  'diagnostics' | 'results' | 'coverage',
  {
    readonly diagnostics: readonly (Omit<Diagnostic, 'location'> & RawPlace)[];
    readonly results: readonly RawResult[];
    readonly coverage?: Raw<
      Coverage,
      'policies',
      {
        readonly policies: readonly (RawPolicy &
          Raw<PolicyCoverage, 'policy' | 'parts', { readonly parts: readonly RawPartCoverage[] }>)[];
      }
    >;
  }
>;

type RawResult = Pick<Result, 'status' | 'milliseconds' | 'http'> &
  Pick<Fixture, 'name' | 'as' | 'skip' | 'todo' | 'review'> &
  RawPlace & {
    readonly refusal?: Raw<RefusalResult, 'isMet', Partial<Pick<RefusalResult, 'isMet'>>>;
    readonly tags?: readonly string[];
    readonly file: string;
    readonly method?: string;
    readonly url?: string;
    readonly request?: Request;
    readonly endpoint?: string;
    readonly pattern?: string;
    readonly decisions: readonly RawDecision[];
  };

type RawDecision = Pick<Request, 'principal' | 'action' | 'resource' | 'item'> &
  Pick<DecisionResult, 'status' | 'expected' | 'http' | 'isCompanion'> &
  Pick<DecisionResult['actual'], 'decision' | 'kind'> & {
    readonly context?: Request['context'];
    readonly because: readonly RawPolicy[];
    readonly errors: readonly RawError[];
    readonly explanation?: Raw<
      Explanation,
      'policies',
      {
        readonly policies: readonly (RawPolicy &
          Raw<PolicyExplanation, 'policy' | 'parts', { readonly parts: readonly RawPart[] }>)[];
      }
    >;
  };

// ---- back to values ----

function readProject({ diagnostics, results, coverage, ...project }: RawProject): ProjectReport {
  return {
    ...project,
    diagnostics: diagnostics.map(located),
    results: results.map(readResult),
    ...(coverage ? { coverage: readCoverage(coverage) } : {}),
  };
}

function readResult(raw: RawResult): Result {
  const { status, milliseconds, refusal, endpoint, pattern } = raw;
  const [method = '', path = ''] = endpoint?.split(' ') ?? [];
  return {
    fixture: readFixture(raw),
    ...(endpoint === undefined ? {} : { endpoint: { method, path, pattern } as Result['endpoint'] & object }),
    status,
    decisions: raw.decisions.map(readDecision),
    // Earlier reports do not say whether it was met.
    ...(refusal ? { refusal: { isMet: refusal.expected === refusal.actual, ...refusal } } : {}),
    ...(raw.http === undefined ? {} : { http: raw.http }),
    milliseconds,
  };
}

function readFixture(raw: RawResult): Fixture {
  const { name, as, tags = [], skip, todo, review, file, method = '', url = '', request } = raw;
  const location = raw.line === undefined ? undefined : placeOf(raw);
  return {
    name,
    as,
    asks: request ? { type: 'request', request } : { type: 'call', call: { method, url } },
    expectation: readExpectation(raw.decisions),
    tags,
    ...(skip === undefined ? {} : { skip }),
    ...(todo === undefined ? {} : { todo }),
    ...(review === undefined ? {} : { review }),
    source: { file, text: '', value: undefined, locate: () => location },
    at: [],
  };
}

function readExpectation(decisions: readonly RawDecision[]): Expectation {
  return {
    type: 'items',
    items: new Map(decisions.map(({ item, expected }) => [item ?? '', expected])),
  };
}

function readDecision(raw: RawDecision): DecisionResult {
  const { principal, action, resource, context = {}, item, expected, status, explanation } = raw;
  const { decision, kind, because, errors, http, isCompanion } = raw;
  return {
    request: { principal, action, resource, context, ...(item === undefined ? {} : { item }) },
    expected,
    actual: { decision, kind, determining: because.map(readPolicy), errors: errors.map(readError) },
    status,
    http,
    ...(isCompanion ? { isCompanion } : {}),
    ...(explanation ? { explanation: readExplanation(explanation) } : {}),
  };
}

function readError({ policy, ...raw }: RawError): EvaluationError {
  return { ...located(raw), ...(policy ? { policy: readPolicy(policy) } : {}) };
}

function readExplanation({ policies, ...raw }: RawDecision['explanation'] & object): Explanation {
  return {
    ...raw,
    policies: policies.map(({ parts, ...policy }) => ({
      effect: policy.effect,
      status: policy.status,
      isAboutAction: policy.isAboutAction,
      ...(policy.consequence === undefined ? {} : { consequence: policy.consequence }),
      policy: readPolicy(policy),
      parts: parts.map(readPart),
    })),
  };
}

function readPart({ parts, ...raw }: RawPart): PartExplanation {
  const { line: _l, column: _c, endLine: _el, endColumn: _ec, excerpt: _e, pointer: _p, ...part } = raw;
  return { ...part, location: placeOf(raw), parts: parts.map(readPart) };
}

function readCoverage({ endpoints, policies, ...raw }: RawProject['coverage'] & object): Coverage {
  return {
    ...raw,
    endpoints: endpoints.map(({ unreachable = [], ...endpoint }) => ({ ...endpoint, unreachable })),
    policies: policies.map(({ effect, determined, unreachable = [], parts, ...policy }) => ({
      policy: readPolicy(policy),
      effect,
      determined,
      unreachable,
      parts: parts.map(readPartCoverage),
    })),
  };
}

function readPartCoverage({
  kind,
  text,
  counts,
  seen,
  unreachable = [],
  parts = [],
  ...raw
}: RawPartCoverage): PartCoverage {
  return {
    kind,
    text,
    location: placeOf(raw),
    counts,
    seen,
    unreachable,
    parts: parts.map(readPartCoverage),
  };
}
