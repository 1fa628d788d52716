import { resolve } from 'node:path';
import { methodOverride } from '../../core/endpoints/method-override.ts';
import type { LiveCalls } from '../../core/watching/live-calls.ts';
import type { Session } from '../../core/watching/session.ts';
import type { OpenPlace, WatchActions } from '../../tui/watch/actions.ts';
import type { Row } from '../../tui/watch/rows/rows.ts';
import { editorCommand, runEditor } from '../terminal/editor.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { planAccept } from './accept-plan.ts';
import { explainCommand } from './explain-command.ts';
import { rowExplainer } from './explain-rows.ts';
import { fileFor, writeCase } from './new-case.ts';
import { baselineFrom, fileOverrides, readEarlierState } from './since.ts';
import type { WatchOptions } from './watch-options.ts';
import { undoableWriter } from './written.ts';

export interface ActionWorld {
  readonly paths: readonly string[];
  readonly options: WatchOptions;
  readonly terminal: Terminal;
  readonly session: Session;
  readonly live: LiveCalls;
}

/** What the watch screen can do: everything that reads, writes or starts something. */
export function watchActions({ paths, options, terminal, session, live }: ActionWorld): WatchActions {
  const { cwd, out } = terminal;
  const writer = undoableWriter(cwd);
  return {
    ...rowExplainer(),
    edit: (place) => edit(place, cwd),
    planAccept,
    accept: ({ files, accepted }) => {
      const [first] = accepted;
      const what =
        first && accepted.length === 1
          ? `${first.change}  ${first.call}  ${first.place}`
          : `${accepted.length} decisions`;
      return writer.write(files, `u takes it back; accepted ${what}`);
    },
    writeCase: (row) => writeCase(row, writer, cwd),
    undo: writer.undo,
    copyCommand: (row) => copyCommand(row, options, out),
    readBaseline: async (revision) => {
      const earlier = await readEarlierState(revision, { paths, overrides: fileOverrides(options), cwd });
      return earlier.ok ? baselineFrom(earlier.value, session, live)() : earlier;
    },
    announce: announcer(out),
  };
}

/** What a terminal does with it is its own affair: many take it, some ask, some do not know it. */
function copyCommand(row: Row, options: WatchOptions, write: (text: string) => void): string {
  const { asks } = row.ready.fixture;
  if (asks.type === 'call' && methodOverride(asks.call) !== undefined)
    return 'no command sends the headers of this call, which it is refused for';
  const command = explainCommand(row.ready.fixture, fileFor(row), options);
  if (command === undefined) return 'only a call can be explained by a command';
  write(`\u001b]52;c;${Buffer.from(command).toString('base64')}\u0007`);
  return `sent to the clipboard (OSC 52): ${command}`;
}

/** The title says how it stands in a tab or a pane that nobody looks at. */
function announcer(write: (text: string) => void): WatchActions['announce'] {
  let shown = '';
  return ({ title, rings }) => {
    if (title !== shown) write(`\u001b]2;${title}\u0007`);
    if (rings) write('\u0007');
    shown = title;
  };
}

function edit({ file, location }: OpenPlace, cwd: string): string {
  const place = { file: resolve(cwd, file), line: location?.line ?? 1, column: location?.column ?? 1 };
  return runEditor(editorCommand(place, process.env), cwd);
}
