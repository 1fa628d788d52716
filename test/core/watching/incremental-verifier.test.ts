import { describe, expect, it } from 'vitest';
import * as cedar from '../../../src/core/cedar/cedar.ts';
import type { Source } from '../../../src/core/diagnostics/source.ts';
import { mutantsOf } from '../../../src/core/mutation/mutants.ts';
import { readPolicies } from '../../../src/core/policies/read-policies.ts';
import type { ProjectReport } from '../../../src/core/replay/report.ts';
import { lastOf } from '../../../src/core/values/last-of.ts';
import { verify } from '../../../src/core/verification/verify.ts';
import type { VerifyInput } from '../../../src/core/verification/verify-input.ts';
import {
  createVerifier,
  type Verification,
  type Verified,
} from '../../../src/core/watching/incremental-verifier.ts';
import { emailInput } from '../../helpers/email-project.ts';
import { loadExample } from '../../helpers/example.ts';
import fc from '../../helpers/fast-check.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { policyFile } from '../../helpers/policies.ts';
import { runs } from '../../helpers/runs.ts';
import { sourceOf } from '../../helpers/source.ts';

function finish(verification: Verification): Verified {
  return lastOf(verification.replay());
}

/** Explanations are made of results when somebody asks for them. */
function afresh(input: VerifyInput): ProjectReport {
  return verify(input, { explain: 'none' });
}

describe('verifying again and again', () => {
  it('gives after any edits the report that verifying afresh gives', async () => {
    const example = await editableExample();
    const seen = { reused: 0, replayed: 0, unusable: 0 };
    fc.assert(
      fc.property(fc.array(edit, { minLength: 8, maxLength: 14 }), (edits) => {
        const verifier = createVerifier('random edits');
        let files: Texts = example;
        finish(verifier.begin(inputOf(files)));
        for (const { on, change } of edits) {
          files = change(files, on);
          const input = inputOf(files);
          const verification = verifier.begin(input);
          const { report, decided } = finish(verification);
          expect(plain(report)).toEqual(plain(afresh(input)));
          if (!decided) seen.unusable += 1;
          seen.replayed += verification.affected;
          seen.reused += report.results.length - verification.affected;
        }
      }),
      runs(6),
    );
    // What would hold of edits that all break the project, or that none of the results survives, says little.
    expect(seen.unusable).toBeGreaterThan(0);
    expect(seen.replayed).toBeGreaterThan(0);
    expect(seen.reused).toBeGreaterThan(0);
  });

  it('replays nothing when nothing has changed', () => {
    const verifier = createVerifier('unchanged');
    const input = emailWith(POLICIES);
    expect(verifier.begin(input).affected).toBe(6);
    const { report } = finish(verifier.begin(input));
    expect(verifier.begin(input).affected).toBe(0);
    expect(finish(verifier.begin(input)).report).toEqual(report);
  });

  it.each([
    ['a comment', `// about editors\n${POLICIES}`, 0],
    ['a policy for one action', POLICIES.replace('"draft"', '"sent"'), 2],
    ['a policy for one role', POLICIES.replace('forbid', 'permit'), 3],
    ['a policy for anyone and anything', `${POLICIES} forbid (principal, action, resource);`, 6],
    ['the type of a resource', `${POLICIES} permit (principal, action, resource is EmailApp::Tenant);`, 0],
  ])('replays after an edit of %s only what that can touch', (_, policies, affected) => {
    const verifier = createVerifier('scopes');
    finish(verifier.begin(emailWith(POLICIES)));
    expect(verifier.begin(emailWith(policies)).affected).toBe(affected);
  });

  it('knows where policies stand whose lines alone are others', () => {
    const verifier = createVerifier('lines');
    finish(verifier.begin(emailWith(`// one // two\n${POLICIES}`)));
    const parted = emailWith(`// one\n// two\n${POLICIES}`);
    const verification = verifier.begin(parted);
    expect(verification.affected).toBe(0);
    expect(plain(finish(verification).report)).toEqual(plain(afresh(parted)));
  });

  it('decides by the groups of actions that the schema has now', () => {
    const verifier = createVerifier('groups');
    const { EmailApp: app } = JSON.parse(emailInput.schema.text);
    const inGroup = (memberOf: readonly object[]) => {
      const actions = {
        ...app.actions,
        reading: {},
        getEmailCampaign: { ...app.actions.getEmailCampaign, memberOf },
      };
      const text = JSON.stringify({ EmailApp: { ...app, actions } });
      const policies = '@id("r") permit (principal, action in EmailApp::Action::"reading", resource);';
      return { ...emailWith(policies), schema: { ...emailInput.schema, text } };
    };
    const allowed = (input: VerifyInput) =>
      finish(verifier.begin(input)).report.results.filter(
        ({ decisions }) => decisions[0]?.actual.decision === 'allow',
      ).length;
    expect(allowed(inGroup([{ id: 'reading' }]))).toBe(2);
    expect(allowed(inGroup([]))).toBe(0);
  });

  it('takes up after a mistake where it was before, and replays what the repair can touch', () => {
    const verifier = createVerifier('repair');
    finish(verifier.begin(emailWith(POLICIES)));
    const broken = finish(verifier.begin(emailWith(POLICIES.replace(';', ''))));
    expect(broken.decided).toBeUndefined();
    expect(broken.report.results).toEqual([]);
    expect(broken.report.diagnostics[0]).toMatchObject({ code: 'policy-syntax' });
    expect(verifier.begin(emailWith(POLICIES)).affected).toBe(0);
    expect(verifier.begin(emailWith(POLICIES.replace('"draft"', '"sent"'))).affected).toBe(2);
  });

  it('replays everything again where policies that need not fit the schema do not, or did not', () => {
    const verifier = createVerifier('need not fit');
    const save = (policies: string) => {
      const input = { ...emailWith(policies), mayBeInvalid: true };
      const verification = verifier.begin(input);
      const { report, decided } = finish(verification);
      expect(report).toEqual(afresh(input));
      return { affected: verification.affected, hasInvalid: decided?.project.hasInvalidPolicies };
    };
    const misfits = POLICIES.replace('resource.status', 'resource.stats');
    expect(save(POLICIES)).toEqual({ affected: 6, hasInvalid: false });
    expect(save(POLICIES.replace('"draft"', '"sent"'))).toEqual({ affected: 2, hasInvalid: false });
    expect(save(misfits)).toEqual({ affected: 6, hasInvalid: true });
    expect(save(`// a comment\n${misfits}`)).toEqual({ affected: 6, hasInvalid: true });
    expect(save(POLICIES)).toEqual({ affected: 6, hasInvalid: false });
  });

  it('takes nothing over from a verification that was given up', () => {
    const verifier = createVerifier('given up');
    finish(verifier.begin(emailWith(POLICIES)));
    const other = emailWith(POLICIES.replace('"draft"', '"sent"'));
    verifier.begin(other).replay().next();
    expect(finish(verifier.begin(other)).report).toEqual(afresh(other));
    expect(finish(verifier.begin(emailWith(POLICIES))).report).toEqual(afresh(emailWith(POLICIES)));
  });
});

// ---- the e-mail project ----

const POLICIES = `\
@id("drafts") permit (principal, action == EmailApp::Action::"updateEmailCampaign", resource) when { resource.status == "draft" };
@id("editors") forbid (principal in EmailApp::Role::"editor", action, resource);`;

const FIXTURES = `\
principals: { ana: { sub: ana, groups: [editor], tenant_id: acme }, vic: { sub: vic, groups: [viewer], tenant_id: acme } }
tables:
  - name: campaigns
    columns: [ana, vic]
    rows:
      GET /campaigns/c1: [deny, deny]
      PUT /campaigns/c1: [deny, allow]
      GET /dashboard-data: [deny, deny]
`;

const fixtures = { source: sourceOf(FIXTURES), shared: new Map() };

function emailWith(policies: string): VerifyInput {
  return { ...emailInput, policies: [policyFile(policies)], fixtures: [fixtures] };
}

// ---- random edits of the worked example ----

/** The text of each file by its name, and what it is. */
type Texts = ReadonlyMap<string, string>;

interface Edit {
  /** Chooses among the files and places that the change could be made at. */
  readonly on: number;
  readonly change: (files: Texts, on: number) => Texts;
}

const original = new Map<string, string>();
let claims = emailInput.claims;
let reference: VerifyInput | undefined;

async function editableExample(): Promise<Texts> {
  reference = await loadExample();
  claims = reference.claims;
  const chosen = reference.fixtures.filter(({ source }) => /campaigns|batch/.test(source.file));
  if (reference.schema) original.set(reference.schema.file, reference.schema.text);
  for (const { name, text } of reference.policies) original.set(`policies/${name}`, text);
  for (const { source, shared } of chosen) {
    original.set(source.file, source.text);
    for (const [name, { text }] of shared) original.set(name, text);
  }
  return original;
}

/** One source for each text of a file, as a loader keeps them that reads only what has changed. */
const sources = new Map<string, Source>();

function source(file: string, text: string): Source {
  const known = sources.get(`${file}\n${text}`) ?? sourceOf(text, file);
  sources.set(`${file}\n${text}`, known);
  return known;
}

function inputOf(files: Texts): VerifyInput {
  const named = (pattern: RegExp) => [...files].filter(([name]) => pattern.test(name));
  const shared = new Map(
    named(/entities\.json$|principals\.yaml$/).map(([name, text]) => [name, source(name, text)]),
  );
  return {
    name: 'example',
    schema: { file: 'v4.policyschema.json', text: files.get('v4.policyschema.json') ?? '' },
    policies: named(/\.cedar$/).map(([name, text]) => policyFile(text, name.slice('policies/'.length))),
    claims,
    fixtures: named(/\.fixtures\.yaml$/).map(([name, text]) => ({ source: source(name, text), shared })),
  };
}

const edit: fc.Arbitrary<Edit> = fc.record({
  on: fc.nat(),
  change: fc.constantFrom<Edit['change'][]>(
    onOne(/\.cedar$/, (text) => `// a comment\n${text}`),
    onOne(/\.cedar$/, mutated),
    onOne(/\.cedar$/, mutated),
    onOne(/\.cedar$/, (text) => text.replace(/;\s*$/, '')),
    onOne(/\.cedar$/, (text) => text.replace('principal', 'principle')),
    onOne(/\.cedar$/, (text) => text.replace('"editor"', '"viewer"')),
    onOne(/\.cedar$/, (text) => text.replace(/@id\("/, '@id("x-')),
    onOne(/\.cedar$/, () => undefined),
    onOne(/\.fixtures\.yaml$/, (text) => `# a comment\n${text}`),
    onOne(/\.fixtures\.yaml$/, (text, on) => nth(text, on, /\b(?:allow|deny)\b/g, opposite)),
    onOne(/\.fixtures\.yaml$/, (text, on) => nth(text, on, /^ {6}[A-Z]+ \/.*\n/gm, () => '')),
    onOne(/\.fixtures\.yaml$/, () => undefined),
    onOne(/entities\.json$/, (text, on) => nth(text, on, /"draft"|"sent"/g, () => '"scheduled"')),
    onOne(/principals\.yaml$/, (text) => text.replace('[editor]', '[viewer]')),
    onOne(/policyschema\.json$/, (text) => text.replace('"required": true', '"required": false')),
    renamed,
    () => original,
    restoreOne,
    restoreOne,
  ),
});

function onOne(pattern: RegExp, change: (text: string, on: number) => string | undefined): Edit['change'] {
  return (files, on) => {
    const names = [...files.keys()].filter((name) => pattern.test(name));
    const name = names[on % Math.max(1, names.length)];
    if (name === undefined) return files;
    const text = change(files.get(name) ?? '', on);
    const others = [...files].filter(([other]) => other !== name);
    return new Map(text === undefined ? others : [...others, [name, text]]);
  };
}

function renamed(files: Texts, on: number): Texts {
  return new Map(
    [...files].map(([name, text], index) => [
      index === on % files.size && name.endsWith('.cedar') ? `policies/moved/${name.slice(9)}` : name,
      text,
    ]),
  );
}

function restoreOne(files: Texts, on: number): Texts {
  const [name, text] = [...original][on % original.size] ?? ['', ''];
  return new Map([...files, [name, text]]);
}

function opposite(word: string): string {
  return word === 'allow' ? 'deny' : 'allow';
}

function nth(text: string, on: number, pattern: RegExp, replace: (found: string) => string): string {
  const found = [...text.matchAll(pattern)];
  const match = found[on % Math.max(1, found.length)];
  if (!match) return text;
  return text.slice(0, match.index) + replace(match[0]) + text.slice(match.index + match[0].length);
}

/** The file with one of its policies changed in one place. */
function mutated(text: string, on: number): string {
  const { policies } = readPolicies([policyFile(text)]).policySet;
  const policy = policies[on % Math.max(1, policies.length)];
  if (!policy) return text;
  const mutants = mutantsOf(policy.json);
  const mutant = mutants[on % mutants.length];
  const changed = mutant ? valueIn(cedar.policyToText(mutant.json)) : policy.text;
  return text.slice(0, policy.start) + changed + text.slice(policy.end);
}

/** Without the functions that find places: they are made again with each file, and what they say is in the places. */
function plain(report: ProjectReport): unknown {
  return JSON.parse(JSON.stringify(report));
}
