import { CONFIG_KEYS } from '../src/core/config/config-keys.ts';
import type { KeyDescription } from '../src/core/config/key-description.ts';

/** `docs/authz-yaml.md`: every key of `authz.yaml`, with what holds without it and an example. */
export function authzYamlPage(): string {
  return `${HEAD}\n${Object.entries(CONFIG_KEYS)
    .map(([key, description]) => section(key, description))
    .join('\n')}`;
}

const HEAD = `# \`authz.yaml\`

The file that makes a folder a project: every decision that is not in the OpenAPI file. Paths are relative to it. An unknown key is an error with a
"did you mean"; so is a name of a type or a property that there is not. A \`type\` below \`overrides\` may be new, and is a warning where it is
a letter away from another. A name below
\`withoutAttributes\` that the model does not have is a warning. \`authz init\` writes the file, and editors complete its keys (\`dist/schemas/authz.schema.json\`). After a change run \`authz generate-schema\`.

This page is made by \`npm run docs\` from [\`src/core/config/config-keys.ts\`](../src/core/config/config-keys.ts).
`;

function section(key: string, description: KeyDescription): string {
  const { keys = {} } = description;
  const inner = Object.entries(keys)
    .map(([name, one]) => entry(name, one, ''))
    .join('');
  return `## \`${key}\`\n\n${paragraph(description)}\n\n${indented(description.example)}\n${inner === '' ? '' : `\n${inner}`}`;
}

function paragraph({ sentence, otherwise }: KeyDescription): string {
  return otherwise === undefined ? sentence : `${sentence} Without it: ${otherwise}.`;
}

/** A key of a key, with its own keys below it. */
function entry(name: string, description: KeyDescription, indent: string): string {
  const own = `${indent}- \`${name}\`: ${paragraph(description)}${exampleOf(description, indent)}\n`;
  const inner = Object.entries(description.keys ?? {}).map(([key, one]) => entry(key, one, `${indent}  `));
  return `${own}${inner.join('')}`;
}

/** On one line where it is one, else in a block of its own in the item of the list. */
function exampleOf({ example }: KeyDescription, indent: string): string {
  const [line = '', ...more] = example.split('\n');
  if (more.length === 0) return ` Such as \`${line.replace(/\s+#.*$/, '')}\``;
  const block = indented(example).replaceAll(/^/gm, `${indent}  `);
  return ` Such as:\n\n${block}\n`;
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}
