import { counted } from '../../../reporters/words/wording.ts';
import { helpLines } from '../../key-help.ts';
import { layOutFrame, type Room } from '../../layout.ts';
import { type Line, line, span, wrapText } from '../../line.ts';
import type { KEYMAP } from '../keymap.ts';
import { keysNow } from '../keys-now.ts';
import { wizardPaletteLines } from '../palette.ts';
import { modeOf, progressOf, STEPS, type WizardState } from '../state.ts';
import { isTight } from './step-layout.ts';

/** What may stand in place of a step. */
export const OVERLAYS: Readonly<
  Record<Exclude<WizardState['overlay'], 'none'>, (state: WizardState, room: Room) => readonly Line[]>
> = {
  help: shownHelp,
  palette: wizardPaletteLines,
  leave: leaveLines,
  open: openLines,
  resume: resumeLines,
};

function shownHelp(state: WizardState, room: Room): Line[] {
  const lines = keyHelp(state, room).slice(state.scroll);
  if (lines.length <= room.height) return lines;
  const shown = lines.slice(0, room.height - 1);
  return [...shown, line(span(`↓ ${counted(lines.length - shown.length, 'more key')}`, 'quiet'))];
}

/** Every key of the step below, all of them. */
export function keyHelp(state: WizardState, room: Room): Line[] {
  return helpLines(keysNow(state), modeOf({ ...state, overlay: 'none' }), room);
}

/** The keys that the footer offers: the help is not scrolled where all of it has been shown. */
export function footerKeys(state: WizardState): typeof KEYMAP {
  const { body } = layOutFrame(state.screen, 0);
  if (state.overlay !== 'help' || keyHelp(state, body).length - state.scroll > body.height)
    return keysNow(state);
  return keysNow(state).filter(({ command }) => command !== 'scroll-down');
}

/** What is asked, and what to know for the answer. */
function question([title = '', ...notes]: readonly string[], room: Room): Line[] {
  const gap = isTight(room) ? [] : [line()];
  return [
    ...gap,
    ...wrapText(title, room.width, 'strong'),
    ...gap,
    ...notes.flatMap((note) => wrapText(note, room.width)),
  ];
}

function leaveLines(state: WizardState, room: Room): Line[] {
  const kept = 'Your answers are kept: `authz init` in this folder offers to go on with them.';
  const isKept = progressOf(state) !== undefined;
  const nothing = 'Nothing has been written to this folder.';
  return question(['Leave the wizard?', nothing, ...(isKept ? [kept] : [])], room);
}

function openLines({ opening }: WizardState, room: Room): Line[] {
  return question(
    [
      `Open ${opening?.what ?? ''} to everybody?`,
      'Anyone may call that then, also without an identity: the pattern `open` asks for none.',
    ],
    room,
  );
}

function resumeLines({ start }: WizardState, room: Room): Line[] {
  const { step = '', spec = '', answers } = start.unfinished ?? {};
  return question(
    [
      'Continue where you left off?',
      `There are answers of a run for ${spec} that came as far as step ${stepNumber(step)} of ${STEPS.length}, ${step}.`,
      `They have the namespace ${answers?.namespace ?? ''}, and ${counted(answers?.overrides.size ?? 0, 'changed pattern')}.`,
    ],
    room,
  );
}

function stepNumber(step: string): number {
  return (STEPS as readonly string[]).indexOf(step) + 1;
}
