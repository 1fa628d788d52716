import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.ts';
import type { Source, ValuePath } from '../../core/diagnostics/source.ts';
import type { SpecDocuments } from '../../core/openapi/documents.ts';
import { realPathBelow } from '../files/contained-path.ts';

/**
 * The references that were not followed on purpose, each file once. They are warnings: whether an endpoint needs one of them shows
 * later, and then it is missing.
 */
export async function findRefusedReferences(
  { root, others }: SpecDocuments,
  path: string,
): Promise<Diagnostic[]> {
  const folder = dirname(path);
  const refused = new Map<string, Diagnostic>();
  for (const [name, source] of [['', root] as const, ...others]) {
    const from = name === '' ? folder : dirname(resolve(folder, name));
    for (const { reference, at } of externalReferences(source.value)) {
      const file = reference.replace(/#.*$/s, '');
      const why = refused.has(file) ? undefined : await refusal(file, from, folder);
      if (why) refused.set(file, describe(reference, why, source, at));
    }
  }
  return [...refused.values()];
}

type ReferenceRefusal = keyof typeof WORDS;

const WORDS = {
  host: 'leads to another host',
  folder: 'leads out of the folder of the API description',
} as const;

async function refusal(file: string, from: string, folder: string): Promise<ReferenceRefusal | undefined> {
  const isFileUrl = /^file:/i.test(file);
  if (!isFileUrl && /^(?:[a-z][a-z0-9+.-]+:|\/\/)/i.test(file)) return 'host';
  try {
    const target = isFileUrl ? fileURLToPath(file) : resolve(from, decodeURIComponent(file));
    return realPathBelow(folder, target) === undefined ? 'folder' : undefined;
  } catch {
    return 'folder';
  }
}

function describe(reference: string, why: ReferenceRefusal, source: Source, at: ValuePath): Diagnostic {
  const location = source.locate(at);
  return {
    severity: 'warning',
    code: 'reference-refused',
    message: `\`$ref\` \`${reference}\` ${WORDS[why]}, and is not followed`,
    help: 'save what it refers to below the folder of the API description, and refer to it there',
    file: source.file,
    ...(location ? { location } : {}),
  };
}

interface RefusedReference {
  readonly reference: string;
  readonly at: ValuePath;
}

/** A value and the way to it. */
interface ReferenceStep {
  readonly value: unknown;
  readonly key: string;
  readonly above: ReferenceStep | undefined;
}

/** Every `$ref` to another document, in the order of the file. YAML aliases may tie values in a knot, so each is visited once. */
function externalReferences(root: unknown): RefusedReference[] {
  const found: RefusedReference[] = [];
  const visited = new Set<unknown>();
  const open: ReferenceStep[] = [{ value: root, key: '', above: undefined }];
  for (let step = open.pop(); step; step = open.pop()) {
    const { value, key } = step;
    if (key === '$ref' && isExternal(value)) found.push({ reference: value, at: pathOf(step) });
    if (typeof value !== 'object' || value === null || visited.has(value)) continue;
    visited.add(value);
    for (const [name, below] of Object.entries(value).reverse())
      open.push({ value: below, key: name, above: step });
  }
  return found;
}

function pathOf(step: ReferenceStep): ValuePath {
  const path: string[] = [];
  for (let at: ReferenceStep = step; at.above; at = at.above) path.unshift(at.key);
  return path;
}

function isExternal(reference: unknown): reference is string {
  return typeof reference === 'string' && reference !== '' && !reference.startsWith('#');
}
