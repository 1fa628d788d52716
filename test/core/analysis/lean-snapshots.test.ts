import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { createAnalysis } from '../../../src/core/analysis/analysis.ts';
import type { AnalysedPolicy, Claim } from '../../../src/core/analysis/questions/claim.ts';
import type { RequestEnvironment } from '../../../src/core/analysis/schema/analysis-schema.ts';
import { policiesOf, schemaOf } from '../../helpers/analysis.ts';
import { describeWith, isThere, pathTo } from '../../helpers/needs.ts';

/** Answers of the Cedar project's own analyser, which is verified in Lean, about small policy sets. */
const NEED = "the Lean analyser's snapshots";
const FOLDER = pathTo(NEED);
const snapshots = isThere(NEED) ? readdirSync(join(FOLDER, 'snap')).sort() : [];

interface Snapshot {
  readonly command: string;
  readonly folder: string;
  readonly files: readonly string[];
  readonly text: string;
}

function readSnapshot(file: string): Snapshot {
  const text = readFileSync(join(FOLDER, 'snap', file), 'utf8');
  const words = [...(text.split('\n---')[0] ?? '').matchAll(/\\"([^"\\]+)\\"/g)].map(
    (match) => match[1] ?? '',
  );
  const [folder = '', , command = ''] = words;
  const files = words.filter((word) => word.includes('.cedar'));
  return { command, folder: join(FOLDER, 'ex', `lean_${basename(folder)}`), files, text };
}

function read({ folder, files }: Snapshot): {
  schema: string;
  policies: readonly (readonly AnalysedPolicy[])[];
} {
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  const schema = texts.at(-1) ?? '';
  return { schema, policies: texts.slice(0, -1).map(namedPolicies) };
}

/** Policies without an id are counted from 0. */
function namedPolicies(text: string): readonly AnalysedPolicy[] {
  return policiesOf(text).map((policy, index) => ({
    ...policy,
    id: policy.json.annotations?.id ?? `policy${index}`,
  }));
}

/** The rows of the table: environment, and what is said of it. */
function rows(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let key = '';
  for (const line of text.split('\n')) {
    const [, principal, action, resource, says] = line.split('|').map((cell) => cell.trim());
    if (says === undefined || principal === 'PrincipalType') continue;
    if (principal) key = `${principal} ${action} ${resource}`;
    found.set(key, [...(found.get(key) ?? []), says]);
  }
  return found;
}

function rowKey({ principalType, action, resourceType }: RequestEnvironment): string {
  const short = (name: string) => name.split('::').at(-1);
  return `${short(principalType)} ${action.id} ${short(resourceType)}`;
}

const COMPARISONS: Readonly<Record<string, string>> = {
  'proven proven': 'pset1 is equivalent to pset2',
  'refuted proven': 'pset1 is less permissive than pset2',
  'proven refuted': 'pset1 is more permissive than pset2',
  'refuted refuted': 'incomparable',
};

describeWith(NEED)('comparing two policy sets', () => {
  const comparisons = snapshots.filter((file) => readSnapshot(file).command === 'compare');

  it.each(comparisons)('comes to the same as the Lean analyser: %s', (file) => {
    const snapshot = readSnapshot(file);
    const {
      schema,
      policies: [before = [], after = []],
    } = read(snapshot);
    const analysis = createAnalysis(schemaOf(schema), {
      mostEffort: 200_000_000,
    });
    const expected = rows(snapshot.text);
    expect(analysis.environments.length).toBeGreaterThan(0);
    for (const environment of analysis.environments) {
      const verdicts = analysis.prove(environment, [
        { kind: 'nothing-opened', before, after },
        { kind: 'nothing-closed', before, after },
      ]);
      const lean = expected.get(rowKey(environment))?.[0] ?? '';
      const both = verdicts.map(({ kind }) => kind).join(' ');
      expect(COMPARISONS[both]).toBe(lean.includes('incompar') ? 'incomparable' : lean);
    }
  });
});

describeWith(NEED)('looking for policies that do nothing', () => {
  const analyses = snapshots.filter((file) => readSnapshot(file).command === 'policies');

  it.each(analyses)('comes to the same as the Lean analyser: %s', (file) => {
    const snapshot = readSnapshot(file);
    const {
      schema,
      policies: [policies = []],
    } = read(snapshot);
    const analysis = createAnalysis(schemaOf(schema));
    const never = new Set(policies.map(({ id }) => id));
    const found = new Map<string, string[]>();
    for (const environment of analysis.environments) {
      const applying = sometimes(policies.map((policy) => ({ kind: 'never-applies', policy })));
      const failing = sometimes(
        policies.map((policy) => ({ kind: 'never-so', outcomes: [{ policy, outcome: 'does-not-apply' }] })),
      );
      const live = policies.filter((_, index) => applying[index]);
      for (const { id } of live) never.delete(id);
      const pairs = live.flatMap((policy) =>
        live.map((other) => ({ kind: 'implies' as const, policy, other })),
      );
      const differ = sometimes(pairs);
      const implied = new Set(
        pairs.filter((_, index) => !differ[index]).map(({ policy, other }) => `${policy.id} ${other.id}`),
      );
      const says = pairs.flatMap(({ policy, other }) => {
        if (policy === other || !implied.has(`${policy.id} ${other.id}`)) return [];
        const names = [policy, other].map(({ id }) => `\`${id}\``);
        if (policy.json.effect === other.json.effect)
          return implied.has(`${other.id} ${policy.id}`) ? [] : [`Policy ${names.join(' shadowed by ')}`];
        const isOpen = [policy, other].every((one) => failing[policies.indexOf(one)]);
        return other.json.effect === 'forbid' && isOpen ? [`Policy ${names.join(' overridden by ')}`] : [];
      });
      if (says.length > 0) found.set(rowKey(environment), says.sort());

      function sometimes(claims: readonly Claim[]): readonly boolean[] {
        return analysis.prove(environment, claims).map(({ kind }) => kind === 'refuted');
      }
    }
    const lean = [...rows(snapshot.text)].flatMap(([key, lines]): [string, string[]][] => {
      const kept = lines
        .filter((line) => /shadowed|overrid/.test(line))
        .map((line) => line.replace('overriden', 'overridden'));
      return kept.length > 0 ? [[key, kept.sort()]] : [];
    });
    expect([...found].sort()).toEqual(lean.sort());
    const vacuous = [...snapshot.text.matchAll(/Policy `([^`]+)` applies to no/g)].map((match) => match[1]);
    expect([...never].sort()).toEqual(vacuous.sort());
  });
});
