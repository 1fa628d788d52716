// Part of the build: the command-line tool in few files. Loading its hundreds of modules one by one takes longer than most of its commands.
//
// What most people run is bundled as CommonJS: Node reads that sooner, and makes none of the copies of its own modules that `import` asks
// for. Commands with a terminal UI are bundled apart, since Ink needs `await` while it loads.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const OUT = join(DIST, 'bin');
const WITH_TERMINAL_UI = ['init', 'watch'];
/** The engine has a file of its own beside its code; Ink loads its inspector only for those who work on Ink itself. */
const EXTERNAL = [/^@cedar-policy\/cedar-wasm/, 'react-devtools-core'];

const modules = [
  ...(await bundle(
    'cjs',
    { main: join(DIST, 'cli/main.js'), 'replay-worker': join(DIST, 'cli/projects/replay-worker.js') },
    [workersTogether(), noSubprocesses(), commandsApart()],
  )),
  ...(await bundle('esm', Object.fromEntries(WITH_TERMINAL_UI.map((name) => [name, commandFile(name)])), [
    quickWidths(),
    ownFrames(),
    fewTexts(),
    layoutWithoutFetch(),
  ])),
];
writeFileSync(join(OUT, 'LICENSES.txt'), licences(modules));

/** The ids of all modules that are now in the bundle. */
async function bundle(format, input, plugins) {
  const here = format === 'cjs' ? '__dirname' : 'import.meta.dirname';
  const extension = format === 'cjs' ? 'cjs' : 'mjs';
  const build = await rolldown({
    input,
    external: EXTERNAL,
    platform: 'node',
    plugins: [...plugins, keepPlaces(here)],
    // React has two halves: the one that checks and measures itself is for those who work on it.
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const { output } = await build.write({
    dir: OUT,
    format,
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `[name]-[hash].${extension}`,
  });
  return output.flatMap(({ moduleIds }) => moduleIds ?? []);
}

function commandFile(name) {
  return join(DIST, `cli/commands/${name}/run.js`);
}

/** Commands with a terminal UI are loaded from the other bundle. */
function commandsApart() {
  const names = new Map(WITH_TERMINAL_UI.map((name) => [commandFile(name), name]));
  return {
    name: 'commands-apart',
    resolveId: (source, importer) => {
      const name = importer && names.get(resolve(dirname(importer), source));
      return name === undefined ? undefined : { id: `./${name}.mjs`, external: true };
    },
  };
}

/** Commander would load what starts processes, which takes a tenth of the time of `--help`; none of the commands is a program of its own. */
function noSubprocesses() {
  return {
    name: 'no-subprocesses',
    resolveId: (source, importer = '') =>
      source === 'node:child_process' && importer.includes('/node_modules/commander/')
        ? '\0no-subprocesses'
        : undefined,
    load: (id) => (id === '\0no-subprocesses' ? 'export default {};' : undefined),
  };
}

/** Ink measures every line of every frame, and nearly all of them are of characters that take one column each. */
function quickWidths() {
  const own = join(DIST, 'tui/screen-width.js');
  return {
    name: 'quick-widths',
    resolveId: (source, importer) => (source === 'string-width' && importer !== own ? own : undefined),
  };
}

/**
 * Ink takes every frame apart, character by character; it need not where a frame is made of colored lines, as nearly all of ours are. Of a
 * line that changes it draws the end anew, from a column that is another one where the terminal measures otherwise: such lines are drawn whole.
 */
function ownFrames() {
  const own = JSON.stringify(join(DIST, 'tui/quick-frame.js'));
  const changes = {
    'ink/build/output.js': [
      `import { quickFrame } from ${own};`,
      '        // Initialize output array',
      `        const quick = quickFrame(this.operations, this.height);
        if (quick !== undefined) return { output: quick, height: this.height };
$&`,
    ],
    'ink/build/sanitize-ansi.js': [
      `import { isPlain } from ${own};`,
      'const sanitizeAnsi = (text) => {',
      '$&\n    if (isPlain(text)) return text;',
    ],
    'ink/build/line-update.js': [
      `import { isNarrow } from ${JSON.stringify(join(DIST, 'tui/screen-width.js'))};`,
      '    if (control.test(previousText) || control.test(nextText)) {',
      '    if (!isNarrow(previousText) || !isNarrow(nextText)) return full;\n$&',
    ],
  };
  return {
    name: 'own-frames',
    transform(code, id) {
      const name = Object.keys(changes).find((one) => id.endsWith(`/node_modules/${one}`));
      if (!name) return undefined;
      const [head, place, change] = changes[name];
      return `${head}\n${changed(code, { id, place, change })}`;
    },
  };
}

/**
 * Ink keeps the sizes of thousands of texts. Ours are whole parts of the screen, with a time in them: only those of the frame before are
 * asked for again, and the others would be many megabytes after a day of saves.
 */
function fewTexts() {
  return {
    name: 'few-texts',
    transform(code, id) {
      if (!/\/node_modules\/ink\/build\/(measure|wrap)-text\.js$/.test(id)) return undefined;
      return changed(code, { id, place: 'maxSize: 4096', change: 'maxSize: 32' });
    },
  };
}

/** What lays out the screen would `fetch` itself from its own text, for which Node loads all that it has for HTTP: a tenth of a start. */
function layoutWithoutFetch() {
  return {
    name: 'layout-without-fetch',
    transform(code, id) {
      if (!id.endsWith('/node_modules/yoga-layout/dist/binaries/yoga-wasm-base64-esm.js')) return undefined;
      return changed(code, { id, place: '"function"!=typeof fetch', change: 'true', times: 2 });
    },
  };
}

/** A module of a package with a change to it. Another version may have another text there: somebody has to look whether the change is still right. */
function changed(code, { id, place, change, times = 1 }) {
  const found = code.split(place).length - 1;
  if (found !== times)
    throw new Error(`${id} has \`${place}\` ${found} times, expected ${times}: look at this plugin`);
  return code.replaceAll(place, change);
}

/** What runs in a thread of its own is bundled, too. */
function workersTogether() {
  return {
    name: 'workers-together',
    transform: (code) =>
      code.replace(
        "new URL('./replay-worker.js', import.meta.url)",
        "process.getBuiltinModule('node:path').join(__dirname, 'replay-worker.cjs')",
      ),
  };
}

/** Modules of ours look for files next to themselves, and find them wherever the bundle has moved their code. */
function keepPlaces(here) {
  return {
    name: 'keep-places',
    transform(code, id) {
      if (!id.startsWith(DIST + sep) || !code.includes('import.meta')) return undefined;
      const file = `process.getBuiltinModule('node:path').join(${here}, ${JSON.stringify(relative(OUT, id))})`;
      const places = {
        filename: file,
        dirname: `process.getBuiltinModule('node:path').dirname(${file})`,
        url: `process.getBuiltinModule('node:url').pathToFileURL(${file}).href`,
      };
      return code.replaceAll(/import\.meta\.(filename|dirname|url)/g, (_, what) => places[what]);
    },
  };
}

/** What the packages in the bundle ask for: that their licence goes with them. */
function licences(ids) {
  const folders = ids.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll(sep, '/'))?.[0]);
  const texts = [...new Set(folders.filter(Boolean))].map(licenceOf);
  return `Packages in the files of this folder, and their licences.\n\n${texts.sort().join('\n')}`;
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return `${'='.repeat(80)}\n${name} ${version}, ${license}\n\n${text}\n`;
}
