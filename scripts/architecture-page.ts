import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const CORE = resolve(import.meta.dirname, '../src/core');

/** What each room of the core is for, in the order of the story; a folder of `src/core` without a line here is an error. */
const PURPOSES: Readonly<Record<string, string>> = {
  values: 'Plain helpers over values: records, groups, order of texts, free names',
  diagnostics:
    'Problems as values: message, help, code and place; definitions of files that people write, and how they are checked',
  caching: 'Memoization: by text, by identity, of the last results, and a map with a limit',
  endpoints:
    'The words that endpoints are described in: methods, path templates, patterns and what they mean, places of identifiers',
  cedar:
    'The one way to the engine, and what is known of its values: entities, namespaces, limits, conformance to a schema',
  openapi:
    'An API description becomes a `Spec`: endpoints with shapes; differences between OpenAPI versions end here',
  classification: 'Each endpoint gets one of the patterns, with evidence; entity types get names and parents',
  policies:
    'Policy files become policies with ids, places and parts; validation, formatting, what a scope rules out',
  model:
    'Entity types, attributes and actions with their endpoints; the Cedar schema that says so, written and read',
  'decision-classes':
    'Which requests must have the same answer, and when the engine can answer without the schema',
  requests:
    'What a call asks: router, identifiers, context, principal, and the slice of entities that goes with it',
  engine: 'Decisions and their HTTP statuses; policies partitioned by action, and evaluated part by part',
  analysis: 'Proofs and counterexamples about all requests, see [analysis.md](analysis.md)',
  facts:
    'What proofs take for granted: of every request by what `authz` makes of it, and by what the application says of itself',
  mutation: 'Changes to policies, which of them the fixtures notice, and what would notice the others',
  guarantees: 'What a change of policies opens and closes, and whether what must hold still does',
  publishing: 'What brings schema and policies into a policy store, and in which order',
  fixtures: 'Fixtures files become calls with principals, entities and expectations, matched with the model',
  coverage:
    'What the fixtures saw of endpoints, policies and conditions; the callers that none of them tries',
  explanation:
    'Why a decision is what it is: the decisive and the nearest policies, part by part, and the smallest change that turns it',
  generation:
    'A schema, sample policies, slice builders and starter fixtures for an API; the draft that the wizard shows',
  replay: 'Fixtures are replayed: results, a report, filters and shards, reports of shards merged',
  verification:
    'A whole project is checked and replayed once; one call is explained; what a change of the model concerns',
  watching:
    'A project is verified again for the price of what changed; decisions that changed, and the clause that did it',
  authoring: 'New fixtures: accepted decisions, neighbours of allowed calls, recorded calls',
  config: '`authz.yaml`, and the JSON Schemas for editors',
};

const START = '<!-- rooms: made by `npm run docs` -->';
const END = '<!-- end of rooms -->';

/** `docs/architecture.md` with the rooms of the core as they are now. */
export function architecturePage(text: string): string {
  const [before, after] = [text.indexOf(START), text.indexOf(END)];
  if (before < 0 || after < before) throw new Error(`docs/architecture.md needs \`${START}\` and \`${END}\``);
  return `${text.slice(0, before)}${START}\n\n${roomsSection()}\n${text.slice(after)}`;
}

function roomsSection(): string {
  const rooms = readdirSync(CORE).sort();
  const wrong = [
    ...rooms.filter((room) => !(room in PURPOSES)).map((room) => `${room} has no line`),
    ...Object.keys(PURPOSES)
      .filter((room) => !rooms.includes(room))
      .map((room) => `${room} is not a room`),
  ];
  if (wrong.length > 0) throw new Error(`PURPOSES of scripts/architecture-page.ts: ${wrong.join(', ')}`);
  const lines = Object.entries(PURPOSES).map(
    ([room, purpose]) => `| [\`${room}\`](../src/core/${room}/) | ${purpose} |`,
  );
  return `| Room | What it is for |\n|---|---|\n${lines.join('\n')}\n\n${picture(rooms)}\n`;
}

/** An arrow for each import that does not follow from the other arrows. */
function picture(rooms: readonly string[]): string {
  const arrows = new Map(rooms.map((room) => [room, importedRooms(room)]));
  const lines = rooms.flatMap((room) => directOf(room, arrows).map((target) => `    ${room} --> ${target}`));
  return `\`\`\`mermaid\nflowchart BT\n${lines.join('\n')}\n\`\`\``;
}

type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

function directOf(room: string, arrows: Arrows): string[] {
  const targets = [...(arrows.get(room) ?? [])];
  const isIndirect = (target: string) =>
    targets.some((other) => other !== target && reaches(other, target, arrows));
  return targets.filter((target) => !isIndirect(target)).sort();
}

function reaches(from: string, target: string, arrows: Arrows): boolean {
  const next = arrows.get(from) ?? new Set();
  return next.has(target) || [...next].some((room) => reaches(room, target, arrows));
}

/** The other rooms that files of a room import, for types also. */
function importedRooms(room: string): ReadonlySet<string> {
  const files = readdirSync(join(CORE, room), { recursive: true, encoding: 'utf8' });
  const targets = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => importsOf(join(CORE, room, file)))
    .map((path) => relative(CORE, path).split('/')[0] ?? '');
  return new Set(targets.filter((target) => target !== room && target !== '..'));
}

function importsOf(file: string): string[] {
  const specifiers = readFileSync(file, 'utf8').matchAll(/\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/g);
  return [...specifiers].map(([, fixed, lazy]) => resolve(dirname(file), fixed ?? lazy ?? ''));
}
