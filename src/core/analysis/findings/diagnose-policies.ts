import type { SchemaJson } from '../../cedar/cedar.ts';
import type { EntityUid } from '../../cedar/entity.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { placeText, sortDiagnostics } from '../../diagnostics/diagnostic.ts';
import { locatePolicy, type Policy } from '../../policies/policy.ts';
import type { ProofOptions } from '../questions/translated-environment.ts';
import { findUnsent, type UnsentEntity } from './find-unsent.ts';
import { findPolicyFindings, type PolicyFinding } from './policy-findings.ts';
import { printRequest } from './print-request.ts';

/**
 * Warnings about policies that never apply, rule out actions that they name, change nothing or may err, for policies that are valid; and
 * about those that look into what is never sent, where only slices are.
 */
export function diagnosePolicies(
  schema: SchemaJson<string>,
  policies: readonly Policy[],
  options: ProofOptions = {},
): readonly Diagnostic[] {
  const { facts = [] } = options;
  // What looks too far is told of as such, and not as a policy that errs.
  const others = facts.filter(({ kind }) => kind !== 'only-slice');
  const unsent = others.length < facts.length ? findUnsent(schema, policies) : [];
  const findings = findPolicyFindings(schema, policies, { ...options, facts: others });
  const needless = findings.flatMap(({ kind, policy }) => (kind === 'changes-nothing' ? [policy] : []));
  return sortDiagnostics([
    ...findings.map((finding) => describe(finding, needless)),
    ...unsent.map(describeUnsent),
  ]);
}

function describeUnsent({ policy, what, type, mayBeSent }: UnsentEntity): Diagnostic {
  const exception = mayBeSent ? ', unless it is the principal or the resource' : '';
  return {
    severity: 'warning',
    code: 'entity-not-sent',
    message: `policy \`${policy.id}\` looks into \`${what}\` (${type}), which is not sent with a request${exception}`,
    help: 'a request has the principal, the resource and what each is in: give one of them an attribute that says what the policy asks',
    file: policy.file.file,
    location: locatePolicy(policy),
  };
}

function describe(finding: PolicyFinding<Policy>, needless: readonly Policy[]): Diagnostic {
  const { policy } = finding;
  return {
    severity: finding.kind === 'changes-nothing' && guards(finding) ? 'info' : 'warning',
    ...wording(finding, needless),
    file: policy.file.file,
    location: locatePolicy(policy),
  };
}

function wording(
  finding: PolicyFinding<Policy>,
  needless: readonly Policy[],
): Pick<Diagnostic, 'code' | 'message' | 'help' | 'details'> {
  const name = `policy \`${finding.policy.id}\``;
  switch (finding.kind) {
    case 'never-applies':
      return {
        code: 'policy-never-applies',
        message: `${name} applies to no request that fits the schema`,
        help: `its scope and conditions contradict each other, the schema, or what authz guarantees: ${finding.isNeeded ? NEEDED : 'correct or remove it'}`,
      };
    case 'rules-out-actions':
      return {
        code: 'policy-action-ruled-out',
        message: `${name} names ${actionList(finding.actions)}, and applies to no such request`,
        help: `it ${finding.policy.json.effect}s none of them: correct what rules them out, such as \`resource is T\` where an action is about another type, or take out what is not meant`,
      };
    case 'changes-nothing':
      return {
        code: 'policy-changes-nothing',
        message: `${name} changes no decision: ${shadow(finding)}`,
        help: restsOnNeedless(finding, needless)
          ? 'remove it alone, and look again: the same is said of others that do its work; or correct what it was meant to say'
          : `${guards(finding) ? GUARDING : ''}remove it, or correct what it was meant to say`,
      };
    case 'may-err':
      return {
        code: 'policy-may-err',
        message: `${name} cannot be evaluated for some requests, which are denied then`,
        help: 'check first what may be missing or too large; this request fits the schema and makes it fail',
        details: printRequest(finding.counterexample),
      };
  }
}

function actionList(actions: readonly EntityUid[]): string {
  const shown = actions.slice(0, MOST_ACTIONS).map(({ id }) => `\`${id}\``);
  const more = actions.length > MOST_ACTIONS ? ` and ${actions.length - MOST_ACTIONS} more actions` : '';
  return `${shown.join(', ')}${more}`;
}

const MOST_ACTIONS = 5;

/** Removing it could let in whom its errors keep out. */
const NEEDED =
  'correct it; calls for which it cannot be evaluated are denied, and may be permitted without it';

/** Nothing is permitted yet that it forbids: it may be there to forbid it for good. */
function guards({ policy, because }: Extract<PolicyFinding<Policy>, { kind: 'changes-nothing' }>): boolean {
  return policy.json.effect === 'forbid' && because === undefined;
}

const GUARDING = 'keep it if it is to hold whatever will be permitted, as an invariant does; else ';

/** Of two policies that say the same, each is needless: whoever removed both would lose what they permit, or forbid. */
function restsOnNeedless(
  { policy, because }: Extract<PolicyFinding<Policy>, { kind: 'changes-nothing' }>,
  needless: readonly Policy[],
): boolean {
  return because === undefined ? needless.some((one) => one !== policy) : needless.includes(because);
}

function shadow({ policy, because }: Extract<PolicyFinding<Policy>, { kind: 'changes-nothing' }>): string {
  if (!because) return 'the other policies together decide the same without it';
  const place = `\`${because.id}\` (${placeText(because.file.file, locatePolicy(because))})`;
  if (because.json.effect === policy.json.effect) return `${place} applies wherever it does`;
  return `${place} forbids wherever it applies`;
}
