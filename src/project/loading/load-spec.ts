import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Diagnostic, type Outcome, sortDiagnostics } from '../../core/diagnostics/diagnostic.ts';
import type { Source } from '../../core/diagnostics/source.ts';
import type { SpecDocuments } from '../../core/openapi/documents.ts';
import { compareText } from '../../core/values/compare-text.ts';
import { realPathBelow } from '../files/contained-path.ts';
import { readSource, readStandardInput, STANDARD_INPUT, showPath } from '../files/read-text.ts';
import { findRefusedReferences } from './refused-references.ts';

/**
 * Reads an API description and the files it refers to. `file` is a path seen from `cwd`, or `-` for standard input. References to other
 * hosts or out of the description's folder are not followed: a document from somewhere else must not decide which files are read. Problems
 * are in the outcome, and nothing is thrown.
 */
export async function loadSpec(file: string, cwd: string): Promise<Outcome<SpecDocuments>> {
  if (URL_LIKE.test(file)) return { ok: false, diagnostics: [notAFile(file)] };
  const path = file === STANDARD_INPUT ? join(cwd, STANDARD_INPUT) : resolve(cwd, file);
  const root = await (file === STANDARD_INPUT ? readStandardInput() : readSource(path, showPath(path, cwd)));
  if (!root.ok) return root;
  if (hasExternalReference(root.value.text)) return resolveReferences(root.value, path, cwd);
  return { ok: true, value: { root: root.value, others: new Map() }, diagnostics: [] };
}

/** `resolve` makes one slash of two. */
const URL_LIKE = /\bhttps?:\/{1,2}\S/i;

function notAFile(written: string): Diagnostic {
  const url = written.slice(written.search(URL_LIKE)).replace(/^(https?:)\/{1,2}/i, '$1//');
  const name = /\.ya?ml$/i.test(url) ? 'openapi.yaml' : 'openapi.json';
  return {
    severity: 'error',
    code: 'file-unreadable',
    message: `\`${url}\` is not a file, and nothing is read from other hosts`,
    help: `save it first: \`curl -fsSL -o ${name} '${url}'\``,
  };
}

/** Most descriptions are one file: then there is nothing to resolve here. A `$ref` that is not a text, such as a property of that name, refers to nothing. */
function hasExternalReference(text: string): boolean {
  return /\$ref["']?\s*:\s*["']?[^#"'\s{[]/.test(text);
}

async function resolveReferences(root: Source, path: string, cwd: string): Promise<Outcome<SpecDocuments>> {
  const others = new Map<string, Source>();
  const diagnostics: Diagnostic[] = [];
  const read = async (file: { readonly url: string }): Promise<unknown> => {
    const target = localPath(file.url);
    const below = target && realPathBelow(dirname(path), target);
    if (!target || !below) return UNREAD;
    const source = await readSource(target, showPath(target, cwd));
    // A file that is missing is the reference's problem, and is reported where the reference stands.
    if (!source.ok) {
      diagnostics.push(...source.diagnostics.filter((diagnostic) => diagnostic.code !== 'file-unreadable'));
      return UNREAD;
    }
    others.set(below, source.value);
    return source.value.value ?? UNREAD;
  };
  await crawl(root, path, read);
  // Files arrive in any order.
  if (diagnostics.length > 0) return { ok: false, diagnostics: sortDiagnostics(diagnostics) };
  const documents = { root, others: new Map([...others].sort(([a], [b]) => compareText(a, b))) };
  return { ok: true, value: documents, diagnostics: await findRefusedReferences(documents, path) };
}

/** What the parser is told of a file that is not read: nothing that it could follow further. */
const UNREAD = { description: 'not read' };

async function crawl(
  root: Source,
  path: string,
  read: (file: { readonly url: string }) => Promise<unknown>,
): Promise<void> {
  const asIs = {
    order: 1,
    canParse: true,
    allowEmpty: true,
    parse: (file: { readonly data: unknown }) => file.data,
  };
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  const options = {
    parse: { json: false, yaml: false, text: false, binary: false, asIs },
    resolve: { file: false, http: false, everything: { order: 1, canRead: true, read } },
  };
  try {
    await SwaggerParser.resolve(pathToFileURL(path).href, root.value as never, options as never);
  } catch {
    // What the parser complains about (a missing version, a reference to nothing) is found again, and said better, by `readSpec`.
  }
}

function localPath(url: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]+:/i.test(url) && !url.startsWith('file:')) return undefined;
  try {
    return url.startsWith('file:') ? fileURLToPath(url) : resolve(decodeURIComponent(url));
  } catch {
    return undefined;
  }
}
