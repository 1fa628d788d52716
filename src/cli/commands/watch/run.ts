import type { FileOverrides } from '../../../project/load.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { loadTui, processScreen } from '../../terminal/screen.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export interface WatchOptions extends FileOverrides {
  /** False for plain lines, also on a terminal. */
  readonly tui: boolean;
}

/** `authz watch`: runs until it is stopped. */
export async function watch(
  paths: readonly string[],
  options: WatchOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const screen = options.tui ? processScreen(terminal.color.out) : undefined;
  if (!screen) {
    const { openWatch } = await import('../../watch/watch-session.ts');
    const { session } = await openWatch(paths, options, terminal);
    return (await import('../../watch/watch-plainly.ts')).watchPlainly(session, terminal);
  }
  // The screen comes first: what it shows takes longer to load than to draw.
  const { showWatch } = await loadTui(() => import('../../../tui/watch/show.tsx'));
  const opening = new Promise<void>((drawn) => setTimeout(drawn)).then(async () =>
    (await import('../../watch/watch-session.ts')).openWatch(paths, options, terminal),
  );
  try {
    await showWatch(opening, screen);
    return EXIT_CODES.ok;
  } finally {
    await opening.then(
      ({ session }) => session.close(),
      () => undefined,
    );
  }
}
