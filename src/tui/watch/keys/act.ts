import { commandFor, idleKey, type KeyPress } from '../../keys.ts';
import type { WatchAction } from '../reduce.ts';
import { isFiltered } from '../rows/filter.ts';
import { problemPlace } from '../rows/places.ts';
import { commandsFound, modeOf } from '../state.ts';
import type { Act, WatchWorld } from '../world.ts';
import { acceptAll, acceptOne, answerNo, answerYes } from './accept.ts';
import { mark, nextBaseline } from './comparing.ts';
import { type CursorMove, KEYS, type Typed, VIEW_WORDS, type View, type WatchCommand } from './keys.ts';
import { cellAt, moved, nextChange } from './moving.ts';
import { copyCommand, JUST_CHANGED, openFixture, openPolicy, openWhy, writeCase } from './row-acts.ts';
import { completeTyped, moveWhileTyping, startTyping, takeCall } from './typing.ts';

/** What a key press does: the same table that the help screen shows. A key that does nothing says so. */
export function hear(press: KeyPress, world: WatchWorld): void {
  const { state, dispatch } = world;
  const command = commandFor(KEYS, modeOf(state), press.name);
  if (command) run(command, world);
  else if (state.typing) dispatch({ type: 'type', press });
  else if (press.name !== '') dispatch({ type: 'say', message: idleKey(press, KEYS, modeOf(state)) });
}

function run(command: WatchCommand, world: WatchWorld): void {
  const message = ACTS[command](world);
  if (message !== undefined) world.dispatch({ type: 'say', message });
}

const ACTS: Readonly<Record<WatchCommand, Act>> = {
  up: move('up'),
  down: move('down'),
  'page-up': move('page-up'),
  'page-down': move('page-down'),
  'half-up': move('half-up'),
  'half-down': move('half-down'),
  first: move('first'),
  last: move('last'),
  left: sideways(-1),
  right: sideways(1),
  'show-matrix': show('matrix'),
  'show-list': show('list'),
  'show-runs': show('runs'),
  'show-coverage': show('coverage'),
  'show-problems': show('problems'),
  'show-tried': show('tried'),
  'other-view': (world) => show(world.state.view === 'matrix' ? 'list' : 'matrix')(world),
  help: (world) => (world.state.view === 'help' ? plain({ type: 'back' }) : show('help'))(world),
  'next-change': goToChange(1),
  'previous-change': goToChange(-1),
  'next-run': goToRun(1),
  'previous-run': goToRun(-1),
  why: openWhy,
  back,
  group: plain({ type: 'group' }),
  transpose: plain({ type: 'transpose' }),
  'failed-only': plain({ type: 'failed-only' }),
  'changed-only': plain({ type: 'changed-only' }),
  filter: startTyping('filter'),
  palette: startTyping('palette'),
  try: startTyping('try'),
  complete: completeTyped,
  cancel: plain({ type: 'cancel-typing' }),
  done: (world) => (world.state.typing ? DONE[world.state.typing.what](world) : undefined),
  mark,
  'next-baseline': nextBaseline,
  'open-fixture': openFixture,
  'open-policy': openPolicy,
  'open-problem': openProblem,
  accept: acceptOne,
  'accept-all': acceptAll,
  yes: answerYes,
  no: answerNo,
  undo: ({ actions }) => actions.undo(),
  'write-case': writeCase,
  copy: copyCommand,
  unpin,
  rerun: does(({ session }) => session.rerun()),
  pause: does(({ session }) => session.pause(!session.snapshot().isPaused)),
  bell: (world) => {
    world.dispatch({ type: 'bell' });
    return world.state.isBellOn ? 'the bell is off' : 'the bell is on';
  },
  stop: does(({ stop }) => stop()),
  quit: does(({ leave }) => leave()),
};

/** An act that says nothing. */
function does(act: (world: WatchWorld) => void): Act {
  return (world) => {
    act(world);
    return undefined;
  };
}

function plain(action: WatchAction): Act {
  return does(({ dispatch }) => dispatch(action));
}

function show(view: View): Act {
  return (world) => {
    const { state, dispatch } = world;
    // The list of a cell is another one than the list.
    if (state.view === view && !state.filter.cell) return `already in ${VIEW_WORDS[view]}`;
    dispatch({ type: 'show', view });
    return undefined;
  };
}

function back({ state: { trail, filter, pastRun }, dispatch }: WatchWorld): string | undefined {
  if (trail.length === 0 && pastRun === 0 && !isFiltered(filter)) return 'everything is shown already';
  dispatch({ type: 'back' });
  return undefined;
}

function unpin({ live, content: { pinned, pinnedIndex } }: WatchWorld): string | undefined {
  const chosen = pinned[pinnedIndex];
  if (!chosen) return 'no call has been tried';
  live.unpin(chosen.pinned);
  return undefined;
}

function move(name: CursorMove): Act {
  return (world) => {
    if (world.state.typing) return moveWhileTyping(name === 'up' ? -1 : 1, world);
    const action = moved(name, world, world.room);
    if (action) world.dispatch(action);
    return undefined;
  };
}

function sideways(by: number): Act {
  return does((world) => {
    const { line, column } = world.content.cell;
    world.dispatch(cellAt(line, column + by, world, world.room));
  });
}

function goToChange(by: 1 | -1): Act {
  return (world) => {
    const action = nextChange(by, world, world.room);
    if (action) world.dispatch(action);
    if (action) return undefined;
    return isFiltered(world.state.filter)
      ? 'nothing that is shown has changed or failed; Esc shows everything'
      : 'nothing has changed, and nothing failed';
  };
}

/** Behind the last run is what is now. */
function goToRun(by: 1 | -1): Act {
  return ({ state: { history, pastRun }, dispatch }) => {
    const numbers = history.runs.map(({ number }) => number);
    const at = pastRun === 0 ? numbers.length : numbers.indexOf(pastRun);
    if (at === 0 && by < 0)
      return numbers.length > 0
        ? 'this is the first run that is remembered'
        : 'nothing has been replayed yet';
    const number = numbers[Math.max(0, at + by)] ?? 0;
    dispatch({ type: 'past-run', number });
    return number === 0 ? 'this is how it is now' : undefined;
  };
}

function openProblem({ open, content, guard }: WatchWorld): string | undefined {
  if (guard.hasJustMoved()) return JUST_CHANGED;
  const place = problemPlace(content.problems[content.problemIndex]);
  if (!place) return 'there is no place to open here';
  open(place);
  return undefined;
}

const DONE: Readonly<Record<Typed, Act>> = {
  filter: plain({ type: 'end-typing' }),
  try: takeCall,
  palette: does((world) => {
    const found = commandsFound(world.state);
    const chosen = found[Math.min(world.state.typing?.chosen ?? 0, found.length - 1)];
    world.dispatch({ type: 'end-typing' });
    // What the list of commands has hidden has not been seen.
    world.guard.see(world.content, false);
    if (chosen) run(chosen.command, { ...world, state: { ...world.state, typing: undefined } });
  }),
};
