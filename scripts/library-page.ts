import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

/** `docs/library.md`: what each entry of the package exports, as the compiler wrote its declarations; values first, then types. */
export function libraryPage(): string {
  const { exports } = JSON.parse(read('package.json')) as {
    readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  };
  const shown = new Set<string>();
  const entries = Object.entries(exports).flatMap(([path, entry]) =>
    typeof entry === 'string' ? [] : [section(path.replace('.', 'authz'), entry.types, shown)],
  );
  return `${HEAD}\n${entries.join('\n')}`;
}

const HEAD = `# Library

What the package exports, with the types and the comments of the source. Importing any of it loads neither the command line nor a terminal UI.

| To | Use |
|---|---|
| guard a server | \`projectOptions\` and [the middleware](middleware.md), or the class of [another framework](servers.md) |
| make a schema and policies | \`loadSpec\`, \`generateSchema\`, \`allTemplates\`, \`generatePolicies\` |
| read a project | \`loadVerifyInput\` |
| replay its fixtures | \`verify\`, \`buildReport\`, \`isGreen\` |
| decide and explain | \`PolicyInlineAuthorizationEngine\`, \`explainCall\` |

A function that gives an \`Outcome\` does not throw: it gives the value, or every problem with its place. What throws says so. What exported classes and
interfaces extend is shown as well, after them.

Fixtures in a test of one's own, and why one call is answered as it is:

\`\`\`ts
import { buildReport, explainCall, InputError, isGreen, loadVerifyInput, verify } from 'authz';

const input = await loadVerifyInput('authz.yaml', process.cwd());
if (!input.ok) throw new InputError(input.diagnostics);
const report = buildReport([verify(input.value)]);
console.log(report.counts.passed, 'passed', isGreen(report));

const explained = explainCall(input.value, { method: 'DELETE', url: '/campaigns/c1' }, 'vic');
if (!explained.ok) throw new InputError(explained.diagnostics);
for (const { explanation } of explained.value.decisions) console.log(explanation.decision, explanation.summary);
\`\`\`

A schema and policies for an API description. Nothing is written: the application decides where files go.

\`\`\`ts
import { allTemplates, generatePolicies, generateSchema, InputError, loadSpec } from 'authz';

const documents = await loadSpec('openapi.yaml', process.cwd());
if (!documents.ok) throw new InputError(documents.diagnostics);
const schema = generateSchema(documents.value, {
  namespace: 'EmailApp',
  mappingType: 'ResourceRest',
  attributes: 'scalar',
  format: 'cedar',
  overrides: new Map([['DELETE /messages', { pattern: 'batch', resource: 'query:messagelist' }]]),
});
if (!schema.ok) throw new InputError(schema.diagnostics);
const templates = allTemplates().filter(({ name }) => name !== 'administrators');
const policies = generatePolicies(templates, schema.value.model);
if (!policies.ok) throw new InputError(policies.diagnostics);
console.log(schema.value.model.actions.length, 'actions in', policies.value.map(({ name }) => name).join(' '));
\`\`\`

This page is made by \`npm run docs\` from the declarations of the build.
`;

interface Declaration {
  readonly name: string;
  readonly isType: boolean;
  /** Its comment, as sentences. */
  readonly comment: string;
  readonly text: string;
  /** The classes or interfaces of this package that it extends: their members are there as well. */
  readonly bases: readonly Declaration[];
}

/** Its values and its types, and after each of the two what they extend, where it is not exported and no entry before has `shown` it. */
function section(entry: string, file: string, shown: Set<string>): string {
  const all = declarationsOf(file).sort((a, b) => (a.name < b.name ? -1 : 1));
  const exported = new Set(all.map(({ name }) => name));
  const withBases = (declared: readonly Declaration[]) => {
    const bases = declared
      .flatMap((one) => one.bases)
      .filter(({ name }, index, list) => list.findIndex((one) => one.name === name) === index)
      .filter(({ name }) => !shown.has(name) && !exported.has(name));
    for (const { name } of bases) shown.add(name);
    return [...declared, ...bases];
  };
  const values = all.filter(({ isType }) => !isType);
  const parts = [...withBases(values), ...withBases(all.filter(({ isType }) => isType))];
  const names = values.map(({ name }) => `[\`${name}\`](#${name.toLowerCase()})`).join(' · ');
  return `## \`import ... from '${entry}'\`\n\n${names}\n\n${parts.map(printed).join('\n')}`;
}

function printed({ name, comment, text }: Declaration): string {
  return [`### \`${name}\``, ...(comment === '' ? [] : [comment]), `\`\`\`ts\n${text}\n\`\`\`\n`].join(
    '\n\n',
  );
}

/** What a module declares itself, or exports from others by name. */
function declarationsOf(file: string, wanted?: ReadonlySet<string>): Declaration[] {
  const text = read(file);
  const own = [...text.matchAll(DECLARATION)].map(
    ({ 1: comment = '', 2: code = '', 3: kind = '', 4: name = '' }) => {
      return {
        name,
        isType: kind === 'interface' || kind === 'type',
        comment: withoutChapters(sentences(comment)),
        text: withoutChapters(code.replace(/^export /, '').trimEnd()),
        bases: basesOf(code, text, file),
      };
    },
  );
  const others = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)';$/gm)].flatMap(
    ({ 1: names = '', 2: from = '' }) =>
      declarationsOf(
        join(dirname(file), from.replace(/\.tsx?$/, '.d.ts')),
        new Set(names.split(',').map((one) => one.trim().replace(/^type /, ''))),
      ),
  );
  const found = [...own, ...others];
  if (wanted === undefined) return found;
  const chosen = found.filter(({ name }) => wanted.has(name));
  const missing = [...wanted].filter((name) => name !== '' && !chosen.some((one) => one.name === name));
  if (missing.length > 0) throw new Error(`${file} declares no ${missing.join(', ')}`);
  return chosen;
}

/** What a class or an interface extends, as far as it is of this package. */
function basesOf(code: string, text: string, file: string): Declaration[] {
  const extended =
    /^export (?:declare class|interface) \w+(?:<[^{]*?>)? extends ([^{]*)/.exec(code)?.[1] ?? '';
  return [...extended.matchAll(/(?:^|, )(\w+)/g)].flatMap(([, name = '']) => {
    const imported = new RegExp(`^import (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from '(\\.[^']+)';$`, 'm');
    const from = imported.exec(text)?.[1];
    if (from === undefined) return [];
    return declarationsOf(join(dirname(file), from.replace(/\.tsx?$/, '.d.ts')), new Set([name]));
  });
}

/** A comment, if there is one, and what it stands above, to the end of the line or to the brace at the beginning of one. */
const DECLARATION =
  /^(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?(export (?:declare )?(?:abstract )?(class|interface|type|function|const) (\w+)(?:[^\n]*\{\n[\s\S]*?^\}[^\n{]*$|[\s\S]*?;$))/gm;

function sentences(comment: string): string {
  return comment
    .replaceAll(/^\s*(?:\/\*\*|\*\/|\*)[ \t]?|\*\/\s*$/gm, '')
    .replaceAll(/^@throws \{(\w+)\}/gm, '\nThrows `$1`')
    .replaceAll(/^@\w+ /gm, '\n')
    .replaceAll(/\{@link (\w+)\}/g, (_, name) => `[\`${name}\`](#${name.toLowerCase()})`)
    .trim();
}

/** The chapters of a document that readers of the page do not have. */
function withoutChapters(text: string): string {
  return text.replaceAll(/\s?Specification [\d.]+\d(?:, rule \d+)?\.?/g, '');
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
