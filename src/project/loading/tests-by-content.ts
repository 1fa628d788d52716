import { basename } from 'node:path';
import {
  decisionOfName,
  decisionsIn,
  hasTestsOfCedar,
  isMeantAsTests,
  isOfCedar,
} from '../../core/fixtures/cedar-formats/test-forms.ts';
import { findFiles, isFolder } from '../files/find-files.ts';
import { readText } from '../files/read-text.ts';
import { parseSource } from '../parsing/parse.ts';
import { decisionAround, isNamedLikeTests } from './fixture-files.ts';

/**
 * The files in folders that are tests for Cedar's tools by what they say, whatever they are called: the tools are given each by its name.
 * These are lists of tests, and requests whose file or its name says what they must get. In YAML, these are lists that are called as tests are.
 */
export function testsByContent(paths: readonly string[]): string[] {
  const files = filesBelow(paths, /\.(?:json|ya?ml)$/i);
  return files.filter((file) =>
    /\.json$/i.test(file) ? holdsRequests(file, isMeant) : isNamedLikeTests(file) && isListInYaml(file),
  );
}

/** The files in folders that are requests for Cedar's tools, of which nothing says what they must get. */
export function requestsWithoutDecision(paths: readonly string[]): string[] {
  const isUndecided = (file: string, text: string) => {
    const value = parsed(text);
    return isOfCedar(value) && !isMeant(file, text) && decisionsIn(value).length === 0;
  };
  return filesBelow(paths, /\.json$/i).filter((file) => holdsRequests(file, isUndecided));
}

function filesBelow(paths: readonly string[], name: RegExp): string[] {
  return paths.filter(isFolder).flatMap((folder) => findFiles(folder, name));
}

function holdsRequests(file: string, areThese: (file: string, text: string) => boolean): boolean {
  const text = readText(file, file);
  // Most other files need not be parsed.
  return text.ok && PARTS.every((part) => part.test(text.value)) && areThese(file, text.value);
}

function isListInYaml(file: string): boolean {
  const text = readText(file, file);
  const source = text.ok && text.value.includes('::"') ? parseSource(file, text.value) : undefined;
  return source?.ok === true && hasTestsOfCedar(source.value.value);
}

/** A request, and an entity in any of the ways to write one. */
const PARTS = [/"principal"/, /"action"/, /"resource"/, /::\\"|"(?:type|__entity|entityType)"/];

function isMeant(file: string, text: string): boolean {
  const value = parsed(text);
  // What is no JSON is reported where it is read.
  if (value === undefined) return isMeantBroken(file, text);
  return isMeantAsTests(value) || (isOfCedar(value) && decisionAround(file, value) !== undefined);
}

function isMeantBroken(file: string, text: string): boolean {
  return decisionOfName(basename(file), {}) !== undefined || BROKEN_LIST.every((member) => member.test(text));
}

const BROKEN_LIST = [/^\s*\[\s*\{/, /"(?:num_errors|expect\w*)"\s*:/];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
