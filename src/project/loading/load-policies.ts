import { existsSync } from 'node:fs';
import { basename, dirname, extname, relative, sep } from 'node:path';
import { type Diagnostic, hasErrors, type Outcome } from '../../core/diagnostics/diagnostic.ts';
import { nearest } from '../../core/diagnostics/did-you-mean.ts';
import { isLikeSchema, isSchemaText } from '../../core/model/is-schema-text.ts';
import type { PolicyFile } from '../../core/policies/policy.ts';
import { isLikePolicyJson, isPolicyJson } from '../../core/policies/policy-json-forms.ts';
import { findFiles, isFile, isFolder } from '../files/find-files.ts';
import { notFollowed, notThere, showPath, unreadableFolders } from '../files/read-text.ts';
import { DISK, type SourceReader } from '../files/reader.ts';
import type { ProjectFiles } from '../project-files.ts';

/** Files that hold policies by their names alone; others in JSON may, too. */
const POLICY_PATTERN = /\.cedar(?:\.json)?$/i;

export interface LoadedPolicies {
  readonly files: readonly PolicyFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the policies of a project. Those of a misspelt folder would be missing, also the ones that forbid: that is an error. */
export async function loadProjectPolicies(
  { policies, placeOfPolicies }: Pick<ProjectFiles, 'policies' | 'placeOfPolicies'>,
  cwd: string,
  reader: SourceReader = DISK,
): Promise<LoadedPolicies> {
  const loaded = await loadPolicies(policies, cwd, reader);
  const missing = placeOfPolicies ? policies.filter((path) => !existsSync(path)) : [];
  const said = missing.map(
    (path): Diagnostic => ({
      ...notThere(path, OF_POLICIES.instead),
      message: `there is no file or folder \`${showPath(path, cwd)}\`, so there are no policies`,
      ...placeOfPolicies,
    }),
  );
  return { files: loaded.files, diagnostics: [...loaded.diagnostics, ...said] };
}

/**
 * Reads the policies that paths stand for: a file is meant whatever it is called, a folder for the policies below it. A folder that is not
 * there holds none; a folder that has files, none of which is read, is an error.
 */
export async function loadPolicies(
  paths: readonly string[],
  cwd: string,
  reader: SourceReader = DISK,
  words: FolderWords = OF_POLICIES,
): Promise<LoadedPolicies> {
  const loaded: LoadedPolicies[] = [];
  for (const path of paths)
    loaded.push(
      isFile(path) ? await loadFile(path, cwd, reader) : await loadFolder(path, cwd, reader, words),
    );
  const files = loaded.flatMap((one) => one.files);
  // A file of a folder may be named by itself as well.
  const isRead = ({ code, file }: Diagnostic) =>
    code === 'policies-misnamed' && files.some((one) => one.file === file);
  const diagnostics = loaded.flatMap((one) => one.diagnostics).filter((problem) => !isRead(problem));
  return { files: withOwnNames(files), diagnostics };
}

/** Reads the invariants of a project, which are written as policies are. No flag names them, and `--policies` would let them decide. */
export async function loadInvariants(
  { invariants, placeOfInvariants }: Pick<ProjectFiles, 'invariants' | 'placeOfInvariants'>,
  cwd: string,
  reader: SourceReader = DISK,
): Promise<LoadedPolicies> {
  if (invariants === undefined) return { files: [], diagnostics: [] };
  const loaded = await loadPolicies([invariants], cwd, reader, OF_INVARIANTS);
  if (!placeOfInvariants || loaded.files.length > 0 || hasErrors(loaded.diagnostics)) return loaded;
  const said = noInvariants(invariants, cwd, placeOfInvariants);
  return { ...loaded, diagnostics: [...loaded.diagnostics, said] };
}

/** What lies in a misspelt folder would not be proven: that is an error. An emptied folder is said to be one. */
function noInvariants(
  path: string,
  cwd: string,
  place: NonNullable<ProjectFiles['placeOfInvariants']>,
): Diagnostic {
  const folder = showPath(path, cwd);
  const untold = 'so none of your invariants are proven';
  if (existsSync(path)) {
    const message = `the folder has no policies, ${untold}: \`authz.yaml\` names it`;
    return { severity: 'warning', code: 'file-unreadable', message, file: folder };
  }
  return {
    ...notThere(path, OF_INVARIANTS.instead),
    message: `there is no folder \`${folder}\`, ${untold}`,
    ...place,
  };
}

async function loadFile(path: string, cwd: string, reader: SourceReader): Promise<LoadedPolicies> {
  if (SCHEMA_TEXT.test(path)) return { files: [], diagnostics: [schemaForPolicies(path, cwd)] };
  const read = await readPolicyFile(path, dirname(path), cwd, reader);
  if (read.ok && isSchema(read.value)) return { files: [], diagnostics: [schemaForPolicies(path, cwd)] };
  return { files: read.ok ? [read.value] : [], diagnostics: read.diagnostics };
}

/** In JSON, one with mistakes as well: it is no policy whatever they are. */
function isSchema({ source, text }: PolicyFile): boolean {
  return source === undefined ? isSchemaText(text) : !isPolicyJson(source.value) && isLikeSchema(text);
}

/** Read as policies, each of its lines would be a mistake. */
const SCHEMA_TEXT = /(?:^|[\\/.])cedarschema$/i;

function schemaForPolicies(path: string, cwd: string): Diagnostic {
  return {
    severity: 'error',
    code: 'policies-unread',
    message: 'this file is a schema, expected policies',
    help: 'name a file or a folder with policies',
    file: showPath(path, cwd),
  };
}

function schemaAmongPolicies(path: string, cwd: string): Diagnostic {
  const message = 'this file is a schema, and is not read as policies';
  return { severity: 'info', code: 'policies-unread', message, file: showPath(path, cwd) };
}

async function loadFolder(
  folder: string,
  cwd: string,
  reader: SourceReader,
  words: FolderWords,
): Promise<LoadedPolicies> {
  const files: PolicyFile[] = [];
  const diagnostics: Diagnostic[] = [];
  const unreadable: string[] = [];
  const others: string[] = [];
  const schemas: Diagnostic[] = [];
  const named = findFiles(folder, /\.\w+$|^linked$/, unreadable, (path) => others.push(path));
  for (const path of named.filter((one) => MAY_BE_POLICIES.test(one))) {
    const read = await readPolicyFile(path, folder, cwd, reader);
    if (!POLICY_PATTERN.test(path) && !(await isMeantAsPolicies(read, () => reader.text(path, path))))
      continue;
    diagnostics.push(...read.diagnostics);
    if (read.ok && isSchema(read.value)) schemas.push(schemaAmongPolicies(path, cwd));
    else if (read.ok) files.push(read.value);
  }
  // A policy that forbids may be there: without it nothing can be decided.
  diagnostics.push(...unreadableFolders(unreadable, cwd, 'error'));
  diagnostics.push(...others.filter(mayHoldPolicies).map((path) => notFollowed(path, cwd, words.behind)));
  const isUnread = files.length === 0 && diagnostics.length === 0 && holdsFiles(folder);
  const misnamed = named.filter(isNearlyPolicies).map((path) => misnamedPolicies(path, cwd));
  const said = isUnread ? [unread(folder, cwd, words)] : diagnostics;
  return { files, diagnostics: [...said, ...misnamed, ...schemas] };
}

const MAY_BE_POLICIES = /\.(?:cedar|json)$/i;

/** Such as `.ceder`; `.cedarschema` is far enough. */
function isNearlyPolicies(path: string): boolean {
  if (isNamedAsLinks(path)) return true;
  const ending = extname(path).slice(1).toLowerCase();
  return ending !== 'cedar' && nearest(ending, ['cedar']) !== undefined;
}

/** What manuals of Cedar call the file that `cedar link` writes. */
function isNamedAsLinks(path: string): boolean {
  return basename(path) === 'linked';
}

function misnamedPolicies(path: string, cwd: string): Diagnostic {
  const called = isNamedAsLinks(path)
    ? 'in this folder, files with links of templates are called `*.json`'
    : 'files with policies are called `*.cedar`';
  return {
    severity: 'warning',
    code: 'policies-misnamed',
    message: `this file is not read: ${called}`,
    help: 'rename it, or move it out of the folder of the policies',
    file: showPath(path, cwd),
  };
}

/** What cannot be read may hold a policy that forbids; what is not valid JSON may, where it has words of one. */
async function isMeantAsPolicies(
  read: Outcome<PolicyFile>,
  readText: () => Promise<Outcome<string>>,
): Promise<boolean> {
  if (read.ok) return isPolicyJson(read.value.source?.value);
  const text = await readText();
  return !text.ok || isLikePolicyJson(text.value);
}

function mayHoldPolicies(path: string): boolean {
  return POLICY_PATTERN.test(path) || isFolder(path);
}

/** What is said of a folder that cannot be read as it is. */
interface FolderWords {
  readonly behind: Parameters<typeof notFollowed>[2];
  /** What else to do where it is not there. */
  readonly instead: string;
  readonly ending?: string;
}

const OF_POLICIES: FolderWords = {
  behind: {
    severity: 'error',
    lost: 'the policies behind it would be missing',
    named: 'by its own name',
  },
  instead: 'let `authz generate-policies` write policies there',
  ending: 'name a file with another ending itself, instead of its folder',
};

const OF_INVARIANTS: FolderWords = {
  behind: { severity: 'error', lost: 'the invariants behind it would not be proven' },
  instead: 'leave `invariants` out where there are none',
};

/** Neither notes nor what keeps an empty folder in git. */
function holdsFiles(folder: string): boolean {
  return existsSync(folder) && findFiles(folder, /^(?!\.)(?!.*\.md$)/i).length > 0;
}

function unread(folder: string, cwd: string, { ending }: FolderWords): Diagnostic {
  return {
    severity: 'error',
    code: 'policies-unread',
    message: 'none of the files in this folder holds policies',
    help: ['expected `*.cedar` files, or policies in JSON', ...(ending ? [ending] : [])].join('; '),
    file: showPath(folder, cwd),
  };
}

/** No policy in Cedar syntax begins like a value in JSON. */
const JSON_START = /^\s*[[{]/;

async function readPolicyFile(
  path: string,
  root: string,
  cwd: string,
  reader: SourceReader,
): Promise<Outcome<PolicyFile>> {
  const file = showPath(path, cwd);
  const text = await reader.text(path, file);
  if (!text.ok) return text;
  const named = { file, name: relative(root, path).split(sep).join('/'), text: text.value };
  if (!/\.json$/i.test(path) && !JSON_START.test(text.value))
    return { ok: true, value: named, diagnostics: [] };
  const source = await reader.source(path, file);
  return source.ok ? { ...source, value: { ...named, source: source.value } } : source;
}

/** Ids and memories go by the name of a file below its folder; of several folders, the whole path tells them apart. */
function withOwnNames(files: readonly PolicyFile[]): PolicyFile[] {
  const distinct = [...new Map(files.map((file) => [file.file, file])).values()];
  const isShared = ({ name }: PolicyFile) => distinct.filter((other) => other.name === name).length > 1;
  return distinct.map((file) => (isShared(file) ? { ...file, name: file.file } : file));
}
