import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { openWatch } from '../../src/cli/watch/watch-session.ts';
import type { FileOverrides } from '../../src/project/project-files.ts';
import type { KeyPress } from '../../src/tui/keys.ts';
import type { Room } from '../../src/tui/layout.ts';
import { layOutFrame } from '../../src/tui/layout.ts';
import type { Line } from '../../src/tui/line.ts';
import type { OpenPlace } from '../../src/tui/watch/actions.ts';
import { type Controller, createController } from '../../src/tui/watch/controller.ts';
import { EXAMPLE_FOLDER, folderWith } from './cli.ts';

/** The watch screen without a terminal: the same session, state, keys and drawing, on real files. */
export interface HeadlessWatch extends Pick<Controller, 'state' | 'content'> {
  readonly folder: string;
  /** What was written to the terminal beside the screen: titles, bells, the clipboard. */
  readonly written: string[];
  /** The places that an editor was opened at. */
  readonly opened: { readonly file: string; readonly line: number | undefined }[];
  /** How often somebody has left it. */
  readonly left: () => number;
  /** Leaves the editor that was opened last. */
  readonly leaveEditor: () => void;
  /** Presses keys by name; longer texts that are no names are typed. */
  readonly press: (...keys: readonly string[]) => void;
  /** The whole screen as text. */
  readonly screen: () => string;
  /** What of it is in every view, below the header. */
  readonly strip: () => readonly string[];
  readonly edit: (name: string, change: (text: string) => string) => void;
  /** Returns as soon as this holds; asked after each thing that is heard. */
  readonly until: (holds: (watch: HeadlessWatch) => boolean) => Promise<void>;
  /** Returns after the next run, when all calls that no fixture makes have been decided. */
  readonly afterEdit: (name: string, change: (text: string) => string) => Promise<void>;
  /** Lets so many milliseconds pass, as far as the screen can see. */
  readonly pass: (milliseconds: number) => void;
  readonly resize: (screen: Room) => void;
}

export interface HeadlessOptions {
  readonly screen?: Room;
  readonly since?: string;
  /** Files that the command line names. */
  readonly files?: FileOverrides;
  /** Changes the copy of the example before anything is read; gives the paths to watch. */
  readonly prepare?: (folder: string) => readonly string[];
}

/** Has a suite of requests of Cedar, without endpoints, in the place of the example. */
export function prepareCedarRequests(folder: string): readonly string[] {
  rmSync(join(folder, 'authz.yaml'));
  cpSync(resolve(import.meta.dirname, '../cedar-suites/request-folders'), join(folder, 'cedar'), {
    recursive: true,
  });
  return ['cedar'];
}

/** On a copy of the example, as soon as everything has been decided once. */
export async function headlessWatch(options: HeadlessOptions = {}): Promise<HeadlessWatch> {
  const folder = folderWith();
  cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
  const paths = options.prepare?.(folder) ?? [];
  const written: string[] = [];
  const out = (text: string) => void written.push(text);
  const terminal = {
    cwd: folder,
    out,
    err: out,
    note: () => undefined,
    columns: 80,
    isScreen: true,
    color: { out: true, err: true },
  };
  const since = options.since === undefined ? {} : { since: options.since };
  const opened = await openWatch(paths, { tui: true, bell: true, ...since, ...options.files }, terminal);
  let now = 0;
  let screen = options.screen ?? { width: 80, height: 24 };
  const controller = createController(opened, () => now);
  controller.resize(screen);
  const disconnect = controller.connect();
  onTestFinished(async () => {
    disconnect();
    opened.live.close();
    opened.saved.close();
    await opened.session.close();
  });
  const places: { file: string; line: number | undefined }[] = [];
  let left = 0;
  let whenLeft: (() => string | undefined) | undefined;
  const terminalActs = {
    open: ({ file, location }: OpenPlace, then?: () => string | undefined) => {
      places.push({ file, line: location?.line });
      whenLeft = then;
    },
    leave: () => {
      left += 1;
    },
    stop: () => undefined,
  };
  const waiting = new Set<() => void>();
  controller.subscribe(() => {
    for (const check of waiting) check();
  });
  const watch: HeadlessWatch = {
    state: controller.state,
    content: controller.content,
    folder,
    written,
    opened: places,
    left: () => left,
    leaveEditor: () => controller.dispatch({ type: 'say', message: whenLeft?.() ?? '' }),
    press: (...keys) => {
      for (const press of keys.flatMap(pressesOf)) controller.press(press, terminalActs);
    },
    screen: () => drawn(controller, screen),
    strip: () => controller.draw(screen).strip.map(textOf),
    edit: (name, change) => {
      const path = join(folder, name);
      writeFileSync(path, change(readFileSync(path, 'utf8')));
    },
    until: (holds) =>
      new Promise((resolve) => {
        const check = () => {
          if (!holds(watch)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    afterEdit: async (name, change) => {
      const before = controller.state().snapshot.run?.number ?? 0;
      watch.edit(name, change);
      let isHeard = false;
      await watch.until(({ state }) => {
        const { run } = state().snapshot;
        // A run may bring nothing but remarks, and that of another edit may follow before everything is decided.
        isHeard ||= run !== undefined && run.number > before && run.files.includes(name);
        return isHeard && isDecided(state());
      });
    },
    pass: (milliseconds) => {
      now += milliseconds;
    },
    resize: (size) => {
      screen = size;
      controller.resize(size);
    },
  };
  await watch.until(({ state }) => state().snapshot.run !== undefined && isDecided(state()));
  watch.pass(10_000);
  return watch;
}

/** Whether the calls that no fixture makes are decided by the policies of the last good state, and the last save is compared. */
function isDecided({ snapshot, live, saved, history }: ReturnType<Controller['state']>): boolean {
  const { run } = snapshot;
  const isUsable = run?.projects.every(({ decided, isCurrent }) => decided && isCurrent);
  // The first good state is compared with none, also when a run has brought remarks on it.
  const isFirst = run?.projects.every(
    ({ name, decided }) => decided?.results === history.start.projects.get(name)?.results,
  );
  if (run && !isFirst && isUsable && !(saved?.run === run.number && saved.found)) return false;
  return (snapshot.run?.projects ?? []).every(
    ({ name, decided }) => !decided || live.untested.get(name)?.of === decided,
  );
}

function drawn(controller: Controller, size: Room): string {
  const { header, strip, body, status, footer, isUrgent } = controller.draw(size);
  const { body: room, strip: given, isRoomy } = layOutFrame(size, strip.length);
  const bottom = isRoomy ? [status, footer] : [isUrgent ? status : footer];
  const lines = [header, ...strip.slice(0, given), ...body.slice(0, room.height), ...bottom];
  return lines.map(textOf).join('\n');
}

export function textOf(line: Line): string {
  return line
    .map(({ text }) => text)
    .join('')
    .trimEnd();
}

const NAMES = new Set(
  'enter esc tab shift+tab space up down left right home end pageup pagedown backspace delete'.split(' '),
);

function pressesOf(key: string): KeyPress[] {
  if (NAMES.has(key) || key.startsWith('ctrl+')) return [{ name: key, text: key === 'space' ? ' ' : '' }];
  return [...key].map((text) => ({ name: text === ' ' ? 'space' : text, text }));
}
