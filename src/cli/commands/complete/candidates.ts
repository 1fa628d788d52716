import { METHODS } from '../../../core/endpoints/method.ts';
import { PATTERN_NAMES } from '../../../core/endpoints/pattern.ts';
import type { FixtureFilterKey } from '../../../core/replay/fixture-filters.ts';
import { keysIn } from '../../../core/values/keys-in.ts';
import { SERVICES, SHELLS } from '../../choices.ts';
import { completePath } from '../../terminal/complete-path.ts';
import type { AskedWord } from './asked.ts';

/** What may stand at the cursor. */
export interface Completion {
  readonly text: string;
  readonly description?: string;
}

type ValueWord = Extract<AskedWord, { readonly type: 'value' }>;

/** Everything that may stand there; what does not begin as the word does is left out by the caller. */
export async function candidatesFor(asked: AskedWord, cwd: string): Promise<readonly Completion[]> {
  switch (asked.type) {
    case 'command':
      return asked.commands.map((command) => ({ text: command.name(), description: command.description() }));
    case 'flag':
      return asked.options.map((option) => ({
        text: option.long ?? option.flags,
        description: option.description,
      }));
    case 'value': {
      const found = await valuesFor(asked, cwd);
      return found.map((candidate) => ({ ...candidate, text: `${asked.before}${candidate.text}` }));
    }
    case 'nothing':
      return [];
  }
}

async function valuesFor(asked: ValueWord, cwd: string): Promise<readonly Completion[]> {
  const source = BY_NAME.get(asked.name);
  return source ? await source(asked, cwd) : plain(asked.values);
}

type CompletionSource = (
  asked: ValueWord,
  cwd: string,
) => Promise<readonly Completion[]> | readonly Completion[];

/** Where the values of arguments and flags come from, by the name that help shows for them. */
const BY_NAME: ReadonlyMap<string, CompletionSource> = new Map<string, CompletionSource>([
  ['shell', () => plain(SHELLS)],
  ['method', () => plain(METHODS)],
  ['url', urls],
  ['principal', async (_, cwd) => plain(await principalsOf(cwd))],
  ['service', () => plain(SERVICES)],
  ['name', templates],
  ['METHOD /path', async (_, cwd) => plain(await calls(cwd))],
  ['key=glob', filters],
  ...['file', 'file-or-command', 'path', 'paths', 'folder', 'reports', 'before', 'after'].map(
    (name): [string, CompletionSource] => [name, filesAt],
  ),
]);

// Each of these needs a part of the tool that commands, flags and files do not: it is loaded for the word that asks for it.

async function endpointsOf(method: string, cwd: string): Promise<readonly string[]> {
  return (await import('./project-names.ts')).endpointsOf(method, cwd);
}

async function principalsOf(cwd: string): Promise<readonly string[]> {
  const { ANONYMOUS } = await import('../../../core/requests/principal.ts');
  return [...(await (await import('./project-names.ts')).principalsOf(cwd)), ANONYMOUS];
}

async function templates(): Promise<readonly Completion[]> {
  const { allTemplates, TEMPLATE_SETS } = await import('../../../project/templates.ts');
  return plain([...Object.keys(TEMPLATE_SETS), ...allTemplates().map(({ name }) => name)]);
}

/** The paths of a method; where a segment stands for a parameter, the candidate keeps what is typed there. */
async function urls({ given: [method = ''], typed }: ValueWord, cwd: string): Promise<readonly Completion[]> {
  const templates = await endpointsOf(method.toUpperCase(), cwd);
  return templates.map((template) => {
    const text = filled(template, typed);
    return text === template ? { text } : { text, description: template };
  });
}

/** Every endpoint as `METHOD /path`. */
async function calls(cwd: string): Promise<readonly string[]> {
  const templates = METHODS.map(async (method) =>
    (await endpointsOf(method, cwd)).map((template) => `${method} ${template}`),
  );
  return (await Promise.all(templates)).flat();
}

/** The keys of a filter, and behind some of them what they can be compared with. */
async function filters(
  { typed, before, values: keys }: ValueWord,
  cwd: string,
): Promise<readonly Completion[]> {
  const written = /^([a-z]+)=/.exec(typed.slice(before.length))?.[1];
  if (written === undefined) return plain(keys.map((one) => `${one}=`));
  const key = keysIn(FILTER_VALUES).find((one) => one === written && keys.includes(one));
  const values = key === undefined ? [] : await FILTER_VALUES[key](cwd);
  return plain(values.map((value) => `${written}=${value}`));
}

/** Names, files, tags and actions of fixtures: to offer them, all fixtures would have to be read. */
const NOT_OFFERED = () => [];

const FILTER_VALUES: Readonly<
  Record<FixtureFilterKey, (cwd: string) => Promise<readonly string[]> | readonly string[]>
> = {
  name: NOT_OFFERED,
  file: NOT_OFFERED,
  tag: NOT_OFFERED,
  method: () => METHODS,
  path: (cwd) => endpointsOf('', cwd),
  action: NOT_OFFERED,
  pattern: () => PATTERN_NAMES,
  principal: principalsOf,
};

function filled(template: string, typed: string): string {
  const done = typed.split('/').slice(0, -1);
  const segments = template
    .split('/')
    .map((segment, index) => (/\{/.test(segment) ? done[index] : undefined) ?? segment);
  return segments.join('/');
}

function plain(texts: readonly string[]): Completion[] {
  return texts.map((text) => ({ text }));
}

/** The files and folders beside what is typed; what begins with `~`, shells complete themselves. */
function filesAt({ typed, before }: ValueWord, cwd: string): readonly Completion[] {
  const written = typed.slice(before.length);
  return written.startsWith('~') ? [] : plain(completePath(written, cwd));
}
