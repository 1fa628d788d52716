import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../core/config/config.ts';
import { keys, readDefinition, text, v } from '../../core/diagnostics/definition.ts';
import type { InitAnswers } from '../../core/generation/project-draft.ts';
import { parseSource } from '../parsing/parse.ts';
import { printConfig } from './print-config.ts';

/** How far a run of `authz init` came before it was left. */
export interface Unfinished {
  readonly step: string;
  /** The API description, relative to the project's folder. */
  readonly spec: string;
  readonly answers: InitAnswers;
  /** The endpoints whose pattern was looked at. */
  readonly accepted: readonly string[];
}

/** Where the unfinished runs of one project's folder are kept: outside of it, since nothing is written there before the last step. */
export interface UnfinishedStore {
  readonly load: () => Unfinished | undefined;
  readonly save: (unfinished: Unfinished) => void;
  readonly forget: () => void;
}

/** A store below `stateFolder`, the place where programs of this user keep such things; both paths absolute. */
export function unfinishedStore(stateFolder: string, folder: string): UnfinishedStore {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const path = join(stateFolder, 'authz', `init-${name}.json`);
  return {
    load: () => attempt(() => (existsSync(path) ? read(path, folder) : undefined)),
    save: (unfinished) => void attempt(() => write(path, folder, unfinished)),
    forget: () => void attempt(() => rmSync(path, { force: true })),
  };
}

/** It is a convenience: where it cannot be kept, the wizard works all the same. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

const unfinishedDefinition = keys({
  folder: text,
  step: text,
  templates: v.array(text),
  accepted: v.array(text),
  /** As the `authz.yaml` that would be written. */
  config: text,
});

function write(path: string, folder: string, { step, spec, answers, accepted }: Unfinished): void {
  const { templates, groupType } = answers;
  const model = { tenantType: 'tenant', ...(groupType === undefined ? {} : { groupType }) };
  const config = printConfig(spec, answers, model, 'authz.schema.json');
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  const staged = `${path}.${process.pid}.tmp`;
  writeFileSync(staged, `${JSON.stringify({ folder, step, templates, accepted, config }, null, 2)}\n`, {
    mode: 0o600,
  });
  renameSync(staged, path);
}

/** `undefined` for anything that this version would not have written. */
function read(path: string, folder: string): Unfinished | undefined {
  const source = parseSource(path, readFileSync(path, 'utf8'));
  const kept = source.ok ? readDefinition(unfinishedDefinition, source.value, 'unfinished') : source;
  if (!kept.ok || kept.value.folder !== folder) return undefined;
  const written = parseSource(path, kept.value.config);
  const config = written.ok ? readConfig(written.value) : written;
  if (!config.ok) return undefined;
  const { step, templates, accepted } = kept.value;
  return { step, spec: config.value.spec, answers: { ...config.value, templates }, accepted };
}
