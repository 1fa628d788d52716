import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_FILE, readConfig } from '../../core/config/config.ts';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.ts';
import { distinct } from '../../core/values/distinct.ts';
import { readSource } from '../../project/files/read-text.ts';
import { parseSource } from '../../project/parsing/parse.ts';

/** Settings that `authz.yaml` has and the new file does not: nobody is asked about them, and a server may rely on them. */
export async function droppedSettings(folder: string, text: string): Promise<Diagnostic[]> {
  const path = join(folder, CONFIG_FILE);
  if (!existsSync(path)) return [];
  const old = await readSource(path, CONFIG_FILE);
  const before = old.ok ? readConfig(old.value) : old;
  const made = parseSource(CONFIG_FILE, text);
  const after = made.ok ? readConfig(made.value) : made;
  if (!before.ok || !after.ok) return [];
  const now = [...after.value.settings.keys()].map(shownKey);
  const dropped = distinct([...before.value.settings.keys()].map(shownKey)).filter(
    (key) => !now.includes(key),
  );
  if (dropped.length === 0) return [];
  return [
    {
      severity: 'warning',
      code: 'settings-dropped',
      message: `\`${CONFIG_FILE}\` says ${dropped.map((key) => `\`${key}\``).join(', ')}, and the new file does not`,
      help: 'copy what is still meant from the old file, which is kept beside the new one',
      file: CONFIG_FILE,
    },
  ];
}

/** What is said below two keys, as of one endpoint, is told as one. */
function shownKey(key: string): string {
  return key.split('.', 2).join('.');
}
