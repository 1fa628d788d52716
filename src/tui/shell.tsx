import { render } from 'ink';
import type { ReactNode } from 'react';
import { ColorContext } from './theme.ts';
import { unwrapped } from './unwrapped.ts';

/** The terminal that an app takes over, and what must be told about the process around it. */
export interface Screen {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly color: boolean;
  /** Calls back when something was thrown that nobody has caught; gives a function that ends this. */
  readonly onCrash: (crashed: (error: Error) => void) => () => void;
  /** Stops the process as Ctrl-Z does, and returns when it goes on; `undefined` where there is no such thing. */
  readonly stop?: () => Promise<void>;
}

/**
 * Shows an app on the alternate screen until it calls `exit(result)` of Ink's `useApp`. However it ends (by a result, an error in it
 * or anywhere else, or a signal), the terminal is as it was before; errors are thrown on. The result is `undefined` when the app ended without one.
 */
export async function showApp<Result>(app: ReactNode, screen: Screen): Promise<Result | undefined> {
  const { stdin, stdout, stderr, color } = screen;
  const instance = render(<ColorContext value={color}>{app}</ColorContext>, {
    stdin,
    stdout: unwrapped(stdout),
    stderr,
    alternateScreen: true,
    interactive: true,
    exitOnCtrlC: false,
    incrementalRendering: true,
    maxFps: 60,
  });
  const crash: { error?: Error } = {};
  const forget = screen.onCrash((error) => {
    crash.error ??= error;
    instance.unmount();
  });
  try {
    const result = await instance.waitUntilExit();
    if (crash.error) throw crash.error;
    return result as Result | undefined;
  } finally {
    forget();
  }
}
