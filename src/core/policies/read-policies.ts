import { type MemoStore, memoizeIn, NO_MEMO_STORE } from '../caching/memo-store.ts';
import { depthProblem } from '../cedar/limits.ts';
import { type Diagnostic, placeText, sortDiagnostics } from '../diagnostics/diagnostic.ts';
import { compareText } from '../values/compare-text.ts';
import { freeName } from '../values/free-name.ts';
import { linkTemplates } from './link-templates.ts';
import { locatePolicy, type Policy, type PolicyFile, type PolicySet } from './policy.ts';
import { type PolicyFileContent, readPolicyJson } from './policy-json.ts';
import { isTemplate, readPolicyText } from './policy-text.ts';

/**
 * Reads files in Cedar syntax and in JSON, each policy on its own, so that every error of every file is found at once; then links the
 * templates. What could be read is in `policySet` even when there are errors.
 */
export function readPolicies(
  files: readonly PolicyFile[],
  memory: MemoStore = NO_MEMO_STORE,
): {
  readonly policySet: PolicySet;
  readonly diagnostics: readonly Diagnostic[];
} {
  const sorted = [...files].sort((a, b) => compareText(a.name, b.name));
  const contents = sorted.map((file) =>
    memoizeIn(memory, `policies ${file.name}`, { file: file.file, text: file.text }, () => readFile(file)),
  );
  const read = contents.flatMap(({ policies }) => policies);
  const parsed = read.flatMap(({ policy }) => policy ?? []);
  const written = withUniqueIds(parsed.filter(({ json }) => !depthProblem(json)));
  const templates = written.policies.filter((policy) => isTemplate(policy.text));
  const linked = linkTemplates(
    contents.flatMap(({ links }) => links),
    templates,
    written.policies,
  );
  return {
    policySet: {
      policies: [...written.policies.filter((policy) => !isTemplate(policy.text)), ...linked.policies],
      templates,
    },
    diagnostics: sortDiagnostics([
      ...contents.flatMap(({ diagnostics }) => diagnostics),
      ...read.flatMap(({ diagnostics }) => diagnostics),
      ...parsed.flatMap(tooDeep),
      ...written.duplicates,
      ...linked.diagnostics,
    ]),
  };
}

function readFile(file: PolicyFile): PolicyFileContent {
  if (file.source) return readPolicyJson(file, file.source);
  return { policies: readPolicyText(file), links: [], diagnostics: [] };
}

/** Such a policy would break the engine with each request, and some would when they are validated. */
function tooDeep(policy: Policy): Diagnostic[] {
  const problem = depthProblem(policy.json);
  const place = { file: policy.file.file, location: locatePolicy(policy) };
  return problem ? [{ severity: 'error', code: 'policy-too-deep', ...problem, ...place }] : [];
}

/** A second policy of one id is reported, and goes on under another id so that it is validated too. */
function withUniqueIds(policies: readonly Policy[]): { policies: Policy[]; duplicates: Diagnostic[] } {
  const byId = new Map<string, Policy>();
  const duplicates: Diagnostic[] = [];
  for (const policy of policies) {
    const earlier = byId.get(policy.id);
    if (earlier) duplicates.push(duplicateId(policy, earlier));
    const id = freeName(
      policy.id,
      (name) => byId.has(name),
      (number) => `${policy.id} (${number})`,
    );
    byId.set(id, { ...policy, id });
  }
  return { policies: [...byId.values()], duplicates };
}

function duplicateId(policy: Policy, earlier: Policy): Diagnostic {
  return {
    severity: 'error',
    code: 'policy-id-duplicate',
    message: `two policies have the id \`${policy.id}\``,
    help: `the other policy is at ${placeText(earlier.file.file, locatePolicy(earlier))}: give each its own \`@id\``,
    file: policy.file.file,
    location: locatePolicy(policy),
  };
}
