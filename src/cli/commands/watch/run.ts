import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { loadTui, processScreen } from '../../terminal/screen.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { tuneForStaying } from '../../terminal/v8-flags.ts';
import type { WatchOptions } from '../../watch/watch-options.ts';

/** `authz watch`: runs until it is stopped. */
export async function watch(
  paths: readonly string[],
  options: WatchOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  tuneForStaying(terminal);
  const screen = options.tui ? processScreen(terminal.color.out) : undefined;
  if (!screen) {
    const { openWatch } = await import('../../watch/watch-session.ts');
    const opened = await openWatch(paths, options, terminal);
    return (await import('../../watch/watch-plainly.ts')).watchPlainly(opened, terminal);
  }
  // The screen comes first: what it shows takes longer to load than to draw.
  const { showWatch } = await loadTui(() => import('../../../tui/watch/show.tsx'));
  const opening = new Promise<void>((drawn) => setTimeout(drawn)).then(async () =>
    (await import('../../watch/watch-session.ts')).openWatch(paths, options, terminal),
  );
  terminal.out(KEEP_TITLE);
  try {
    const end = await showWatch(opening, screen);
    terminal.out(`${RESTORE_TITLE}${end === undefined ? '' : `${end}\n`}`);
    return EXIT_CODES.ok;
  } catch (error) {
    terminal.out(RESTORE_TITLE);
    throw error;
  } finally {
    await opening.then(
      ({ session, live, saved }) => {
        live.close();
        saved.close();
        return session.close();
      },
      () => undefined,
    );
  }
}

/** The terminal has a stack of titles; one that does not know it ignores this. */
const KEEP_TITLE = '\u001b[22;2t';
const RESTORE_TITLE = '\u001b[23;2t';
