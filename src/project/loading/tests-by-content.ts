import { basename } from 'node:path';
import {
  decisionOfName,
  decisionsIn,
  isMeantAsTests,
  isOfCedar,
} from '../../core/fixtures/cedar-formats/test-forms.ts';
import { findFiles, isFolder } from '../files/find-files.ts';
import { readText } from '../files/read-text.ts';
import { decisionAround } from './fixture-files.ts';

/**
 * The files in folders that are tests for Cedar's tools by what they say, whatever they are called: the tools are given each by its name.
 * These are lists of tests, and requests whose file or its name says what they must get.
 */
export function testsByContent(paths: readonly string[]): string[] {
  return filesWithRequests(paths, isMeant);
}

/** The files in folders that are requests for Cedar's tools, of which nothing says what they must get. */
export function requestsWithoutDecision(paths: readonly string[]): string[] {
  return filesWithRequests(paths, (file, text) => {
    const value = parsed(text);
    return isOfCedar(value) && !isMeant(file, text) && decisionsIn(value).length === 0;
  });
}

function filesWithRequests(
  paths: readonly string[],
  isOne: (file: string, text: string) => boolean,
): string[] {
  const files = paths.filter(isFolder).flatMap((folder) => findFiles(folder, /\.json$/i));
  return files.filter((file) => {
    const text = readText(file, file);
    // Most other files need not be parsed.
    return text.ok && PARTS.every((part) => part.test(text.value)) && isOne(file, text.value);
  });
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
