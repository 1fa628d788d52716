import { findFiles, isFolder } from '../files/find-files.ts';
import { readText } from '../files/read-text.ts';

/**
 * The lists of tests for `cedar run-tests` in folders, whatever the files are called: the tool is given each by its name. Only such tests have
 * these members all together.
 */
export function testListsIn(paths: readonly string[]): string[] {
  const files = paths.filter(isFolder).flatMap((folder) => findFiles(folder, /\.json$/i));
  return files.filter((file) => {
    const text = readText(file, file);
    return text.ok && MEMBERS.every((member) => member.test(text.value));
  });
}

const MEMBERS = [/^\s*\[\s*\{/, /"num_errors"\s*:/, /"request"\s*:/, /"decision"\s*:/];
