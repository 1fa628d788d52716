import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Outcome } from '../core/diagnostics/diagnostic.ts';
import { didYouMean, orList } from '../core/diagnostics/did-you-mean.ts';
import type { PolicyTemplate } from '../core/generation/generate-policies.ts';

/** The folder of the installed package: templates and the example lie in it. */
const PACKAGE_FOLDER = fileURLToPath(new URL('../..', import.meta.url));

/** The worked example, which `authz init --example` copies. */
export const EXAMPLE_FOLDER = join(PACKAGE_FOLDER, 'fixtures', 'email-app');

/** Names for several templates at once. */
export const TEMPLATE_SETS: Readonly<Record<string, readonly string[]>> = {
  standard: ['administrators', 'implicit-scope', 'members', 'open-endpoints', 'tenant-isolation', 'viewers'],
  groups: ['administrators', 'members', 'viewers'],
  'deny-by-default': ['open-endpoints'],
};

export const DEFAULT_TEMPLATE = 'standard';

/** All policy templates of the package, read from its files, sorted by name. */
export function allTemplates(): PolicyTemplate[] {
  const folder = join(PACKAGE_FOLDER, 'templates', 'policies');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.cedar'))
    .sort()
    .map((file) => ({
      name: file.slice(0, -'.cedar'.length),
      text: readFileSync(join(folder, file), 'utf8'),
    }));
}

/** The templates that the names stand for, each once, sorted. */
export function chooseTemplates(names: readonly string[]): Outcome<PolicyTemplate[]> {
  const all = allTemplates();
  const known = [...Object.keys(TEMPLATE_SETS), ...all.map((template) => template.name)];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const message = `unknown template \`${unknown}\`${didYouMean(unknown, known)}`;
    const parts = unknown.split(/[, ]+/);
    const isList = parts.length > 1 && parts.every((part) => known.includes(part));
    const help = isList
      ? `part them by blanks: \`--template ${parts.join(' ')}\``
      : `templates are ${orList(known)}`;
    return { ok: false, diagnostics: [{ severity: 'error', code: 'template-unknown', message, help }] };
  }
  const chosen = new Set(names.flatMap((name) => TEMPLATE_SETS[name] ?? [name]));
  return { ok: true, value: all.filter((template) => chosen.has(template.name)), diagnostics: [] };
}
