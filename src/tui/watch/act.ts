import type { Session } from '../../core/watching/session.ts';
import type { Room } from '../frame.tsx';
import type { KeyPress } from '../keys.ts';
import { commandFor } from '../keys.ts';
import { paintedLines } from '../painted.ts';
import { clampIndex } from '../window.ts';
import type { OpenPlace, WatchActions } from './actions.ts';
import { bodyOf } from './body.ts';
import type { Content } from './content.ts';
import { type Command, KEYS } from './keys.ts';
import { fixturePlace, policyPlace, problemPlace } from './places.ts';
import type { ResultRow } from './rows.ts';
import { type Action, modeOf, type State } from './state.ts';

/** Everything a key can reach. */
export interface World {
  readonly state: State;
  readonly content: Content;
  readonly room: Room;
  readonly session: Session;
  readonly actions: WatchActions;
  readonly dispatch: (action: Action) => void;
  readonly open: (place: OpenPlace | undefined) => void;
  readonly leave: () => void;
  readonly stop: () => void;
}

/** What a key press does: the same table that the help screen shows. */
export function hear(press: KeyPress, world: World): void {
  const command = commandFor(KEYS, modeOf(world.state), press.name);
  if (command) act(command, world);
  else if (world.state.typing) world.dispatch({ type: 'type', press });
}

function act(command: Command, world: World): void {
  if (command.type === 'show') world.dispatch(command);
  else if (command.type === 'move') move(command.by, world);
  else if (command.type === 'sideways') moveCell(0, command.by, world);
  else ACTS[command.type](world);
}

type PlainCommand = Exclude<Command['type'], 'show' | 'move' | 'sideways'>;

const ACTS: Readonly<Record<PlainCommand, (world: World) => void>> = {
  back: ({ dispatch }) => dispatch({ type: 'back' }),
  group: ({ dispatch }) => dispatch({ type: 'group' }),
  'failed-only': ({ dispatch }) => dispatch({ type: 'failed-only' }),
  'changed-only': ({ dispatch }) => dispatch({ type: 'changed-only' }),
  filter: ({ dispatch }) => dispatch({ type: 'start-typing', what: 'filter' }),
  call: ({ dispatch }) => dispatch({ type: 'start-typing', what: 'call' }),
  cancel: ({ dispatch }) => dispatch({ type: 'cancel-typing' }),
  done: endTyping,
  'open-fixture': ({ content, open }) => open(content.row && fixturePlace(content.row)),
  'open-policy': ({ content, open, actions }) =>
    open(content.row && policyPlace(content.row, actions.causesOf)),
  'open-diagnostic': ({ content, open }) => open(problemPlace(content.run)),
  accept: (world) => onRow(world, ({ actions }, row) => actions.accept(row)),
  'new-case': writeCase,
  copy: (world) => onRow(world, async ({ actions }, row) => actions.copyCommand(row)),
  rerun: ({ session }) => session.rerun(),
  pause: ({ session }) => session.pause(!session.snapshot().isPaused),
  stop: ({ stop }) => stop(),
  quit: ({ leave }) => leave(),
};

function onRow(world: World, does: (world: World, row: ResultRow) => Promise<string>): void {
  const { row } = world.content;
  const say = (message: string) => world.dispatch({ type: 'say', message });
  if (row) void does(world, row).then(say);
  else say('nothing is chosen');
}

/** Opens the editor at the new case, or says why there is none. */
function writeCase(world: World): void {
  onRow(world, async ({ actions, open }, row) => {
    const { message, place } = await actions.writeCase(row);
    if (place) open(place);
    return message;
  });
}

function endTyping({ state, room, actions, dispatch }: World): void {
  const { typing } = state;
  dispatch({ type: 'end-typing' });
  if (typing?.what !== 'call') return;
  void actions
    .tryCall(typing.field.text, room.width)
    .then((text) => dispatch({ type: 'answer', lines: paintedLines(text) }));
}

// ---- moving ----

type Move = Extract<Command, { readonly type: 'move' }>['by'];

function move(by: Move, world: World): void {
  const { view } = world.state;
  if (view === 'matrix') moveCell(steps(by, world.content.cell.row, world.room.height - 3), 0, world);
  else if (view === 'list') moveRow(by, world);
  else scroll(by, world);
}

function moveRow(by: Move, { content, room, dispatch }: World): void {
  const { rows } = content.list;
  const index = clampIndex(content.chosen + steps(by, content.chosen, room.height - 7), rows.length);
  dispatch({ type: 'choose', index, key: rows[index]?.key ?? '' });
}

function scroll(by: Move, { state, content, room, actions, dispatch }: World): void {
  const { mostScroll } = bodyOf(state, content, actions, room);
  const from = Math.min(state.scroll, mostScroll);
  dispatch({ type: 'scroll', to: clampIndex(from + steps(by, from, room.height - 1), mostScroll + 1) });
}

function steps(by: Move, from: number, page: number): number {
  if (typeof by === 'number') return by;
  return { 'page-up': -page, 'page-down': page, first: -from, last: Number.MAX_SAFE_INTEGER }[by];
}

function moveCell(rows: number, columns: number, { content, dispatch }: World): void {
  const { matrix, cell } = content;
  dispatch({
    type: 'choose-cell',
    row: clampIndex(cell.row + rows, matrix.endpoints.length),
    column: clampIndex(cell.column + columns, matrix.principals.length),
  });
}
