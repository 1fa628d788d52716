import type { PolicyJson } from '../cedar/cedar.ts';
import * as cedar from '../cedar/cedar.ts';
import { engineDiagnostic } from '../cedar/engine-diagnostic.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import { problemAt } from '../diagnostics/problem-at.ts';
import { jsonPointer, type Source, type ValuePath } from '../diagnostics/source.ts';
import { isRecord } from '../values/record.ts';
import type { TemplateLink } from './link-templates.ts';
import type { Policy, PolicyFile } from './policy.ts';
import { type PolicyEntry, policyEntries } from './policy-json-forms.ts';
import { policyParts } from './policy-parts.ts';
import { isTemplate, type ReadPolicy } from './policy-text.ts';

/** What one file holds. */
export interface PolicyFileContent {
  readonly policies: readonly ReadPolicy[];
  readonly links: readonly TemplateLink[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads policies, templates and links of a file in JSON, in any of the forms that Cedar's tools write. Each policy becomes the text that
 * Cedar prints for it, since that is what can be taken apart and asked about; its places are those of the JSON.
 */
export function readPolicyJson(file: PolicyFile, source: Source): PolicyFileContent {
  const { entries, links, problems } = policyEntries(source);
  const policies = entries.map((entry, index) => readEntry(entry, index, file, source));
  return { policies, links, diagnostics: problems };
}

function readEntry(entry: PolicyEntry, index: number, file: PolicyFile, source: Source): ReadPolicy {
  const text = typeof entry.policy === 'string' ? entry.policy : printed(entry.policy);
  if (typeof text !== 'string')
    return { diagnostics: text.map((error) => entryProblem(error, entry, source)) };
  const json = isTemplate(text) ? cedar.templateToJson(text) : cedar.policyToJson(text);
  if (!json.ok) return { diagnostics: json.errors.map((error) => entryProblem(error, entry, source)) };
  const id = entry.id ?? (json.value.annotations?.id || `${file.name}#${index + 1}`);
  const locate = locator(entry, text, source);
  return { policy: { id, file, start: index, end: index, text, json: json.value, locate }, diagnostics: [] };
}

/** The text of a policy in JSON; the engine's errors when it is not one. */
function printed(policy: object): string | readonly cedar.DetailedError[] {
  // The engine checks the form, and says what is wrong with it.
  const json = policy as PolicyJson;
  const answer =
    hasSlot(json.principal) || hasSlot(json.resource) ? cedar.templateToText(json) : cedar.policyToText(json);
  return answer.ok ? answer.value : answer.errors;
}

function hasSlot(scope: unknown): boolean {
  return isRecord(scope) && (scope.slot !== undefined || (isRecord(scope.in) && scope.in.slot !== undefined));
}

function entryProblem(error: cedar.DetailedError, { at }: PolicyEntry, source: Source): Diagnostic {
  const { message, help } = engineDiagnostic('policy-syntax', error);
  const place = { ...problemAt(source, at, { code: 'policy-syntax', message, help }) };
  return place.location ? { ...place, location: { ...place.location, pointer: jsonPointer(at) } } : place;
}

// ---- places ----

/** A range of the printed text stands where the part of the JSON stands that it was printed from. */
function locator({ policy, at }: PolicyEntry, text: string, source: Source): NonNullable<Policy['locate']> {
  let paths: readonly PartPath[] | undefined;
  return (start, end) => {
    paths ??= typeof policy === 'string' ? [] : partPaths(text);
    const part = paths.find((one) => one.start <= start && end <= one.end);
    return locationOf([...at, ...(part?.path ?? [])], source);
  };
}

interface PartPath {
  readonly start: number;
  readonly end: number;
  readonly path: ValuePath;
}

function partPaths(text: string): PartPath[] {
  const parts = policyParts(text);
  const scope = (parts?.scope ?? []).map(({ kind, start, end }) => ({ start, end, path: [kind] }));
  const clauses = (parts?.clauses ?? []).map(({ start, end }, index) => ({
    start,
    end,
    path: ['conditions', index, 'body'],
  }));
  return [...scope, ...clauses];
}

function locationOf(path: ValuePath, source: Source): Location {
  const nowhere = { line: 1, column: 1, endLine: 1, endColumn: 1, excerpt: '' };
  return { ...(source.locate(path) ?? nowhere), pointer: jsonPointer(path) };
}
