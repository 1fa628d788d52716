import { execFile, spawn } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** `docs/tutorial.md`, from an empty folder. */
export function tutorialPage(text: string): Promise<string> {
  return runPage(text);
}

/** A page of `docs/how-to`: it goes on from the API of the tutorial, for which a project has just been made. */
export async function howToPage(text: string): Promise<string> {
  const tutorial = readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8');
  const [start = ''] = /^```yaml openapi.yaml\n[\s\S]*?^```$/m.exec(tutorial) ?? [];
  const before = `${start}\n\n\`\`\`console\n$ authz init --yes\n\`\`\`\n`;
  const page = await runPage(`${before}${MARK}${text}`);
  return page.slice(page.indexOf(MARK) + MARK.length);
}

/** Between what a page goes on from and the page. */
const MARK = '<!-- the page begins -->\n';

/**
 * A page whose blocks are carried out in an empty folder, one after another:
 * - a block whose first line names a file (```` ```cedar policies/owners.cedar ````) is written to it, or added to it where `add` follows;
 * - a `console` block runs what stands behind `$ `, and its output replaces what stands in the page.
 * A command with `&` at its end is a server, which says its port when it listens; it runs until the end of the page.
 */
async function runPage(text: string): Promise<string> {
  const place = newPlace();
  try {
    let page = '';
    for (const part of text.split(/^(?=```)/m)) page += await carriedOut(part, place);
    return page;
  } finally {
    for (const stop of place.servers) stop();
    rmSync(place.folder, { recursive: true, force: true });
  }
}

interface Place {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly servers: (() => void)[];
  /** The port that a server has here, by the port that the page says. */
  readonly ports: Map<string, string>;
}

const ROOT = resolve(import.meta.dirname, '..');

/** An empty folder in which `authz` is a command, and a package, as if it were installed. */
function newPlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'authz-page-'));
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(ROOT, join(folder, 'node_modules/authz'));
  symlinkSync(join(ROOT, 'node_modules/express'), join(folder, 'node_modules/express'));
  symlinkSync(join(ROOT, 'bin/authz.js'), join(folder, 'node_modules/.bin/authz'));
  const bin = join(folder, 'node_modules/.bin');
  const path = `${bin}:${dirname(process.execPath)}:${process.env.PATH}`;
  // Neither the settings of whoever runs this, nor those of a CI server, may be seen in the page.
  const env = { PATH: path, HOME: folder, PORT: '0', COLUMNS: '120', NO_COLOR: '1', LANG: 'C.UTF-8' };
  return { folder, env, servers: [], ports: new Map() };
}

async function carriedOut(part: string, place: Place): Promise<string> {
  const [, head = '', content = ''] = /^```([^\n]*)\n([\s\S]*?)(?=^```|$(?![\s\S]))/m.exec(part) ?? [];
  const [language, file, mode] = head.split(' ');
  if (language === 'console') return part.replace(content, await runLines(content, place));
  if (file !== undefined) writeIn(place, file, content, mode);
  return part;
}

function writeIn({ folder }: Place, name: string, content: string, mode?: string): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  (mode === 'add' ? appendFileSync : writeFileSync)(path, content);
}

/** Each command of a `console` block with the output that it has now. */
async function runLines(block: string, place: Place): Promise<string> {
  let shown = '';
  for (const command of block.split(/^(?=\$ )/m)) {
    const [line = '', ...before] = command.split('\n');
    const output = await run(line.slice('$ '.length), place);
    shown += `${line}\n${sameDurations(output, before.join('\n'))}`;
  }
  return shown;
}

async function run(command: string, place: Place): Promise<string> {
  const { folder, env, ports } = place;
  if (command.endsWith('&')) return await startServer(command.slice(0, -1), place);
  const here = command.replaceAll(/localhost:(\d+)/g, (all, port) =>
    ports.has(port) ? `localhost:${ports.get(port)}` : all,
  );
  // The pages run side by side. What a command prints when it fails belongs to the page as well.
  const printed = await new Promise<string>((done) => {
    execFile('bash', ['-c', `${here} 2>&1`], { cwd: folder, env }, (_, stdout) => done(stdout));
  });
  return printed.replace(/([^\n])$/, '$1\n');
}

/** What the server prints until it listens, with the port that it would have without being told another. */
async function startServer(command: string, { folder, env, servers, ports }: Place): Promise<string> {
  const child = spawn('bash', ['-c', `exec ${command}`], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  servers.push(() => child.kill());
  let shown = '';
  for await (const line of createInterface({ input: child.stdout })) {
    shown += `${line}\n`;
    const [, port] = /localhost:(\d+)/.exec(line) ?? [];
    if (port === undefined) continue;
    ports.set(PORT, port);
    return shown.replace(`localhost:${port}`, `localhost:${PORT}`);
  }
  throw new Error(`\`${command}\` has ended before it listened`);
}

/** The port that the servers of pages have where nobody says another. */
const PORT = '3000';

/** A line that only differs in how long something took stays as it stands in the page. */
function sameDurations(output: string, before: string): string {
  const plain = (line: string) => line.replaceAll(/\d+(?:\.\d+)? m?s\b/g, 'TIME');
  const known = new Map(before.split('\n').map((line) => [plain(line), line]));
  return output
    .split('\n')
    .map((line) => known.get(plain(line)) ?? line)
    .join('\n');
}
