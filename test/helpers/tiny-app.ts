/**
 * An app that does nothing but take the terminal, in a process of its own: `node test/helpers/tiny-app.ts [text]`, where it shows the text
 * as a line. It is written against the built shell, as the tool is.
 */
import { useApp } from 'ink';
import { createElement, useState } from 'react';
import { processScreen } from '../../dist/cli/terminal/screen.js';
import { Frame } from '../../dist/tui/frame.js';
import { useKeys } from '../../dist/tui/keys.js';
import { Lines } from '../../dist/tui/lines.js';
import { showApp } from '../../dist/tui/shell.js';
import { useStop } from '../../dist/tui/use-stop.js';

const screen = processScreen(true);
if (!screen) throw new Error('there is no terminal');

function Tiny() {
  const { exit } = useApp();
  const stop = useStop(screen?.stop);
  const [pressed, setPressed] = useState<string[]>([]);
  useKeys(({ name, text }) => {
    if (name === '!') throw new Error('thrown by a key');
    if (name === 'q') exit('left by q');
    if (name === 'ctrl+z') stop();
    if (name === 'r') void Promise.reject(new Error('rejected by a key'));
    if (name === 't') setImmediate(throwLater);
    setPressed((earlier) => [...earlier, text === '' ? name : text]);
  });
  if (pressed.at(-1) === 'v') throw new Error('thrown by a view');
  return createElement(Frame, {
    least: { width: 60, height: 16 },
    header: [{ text: 'tiny' }],
    status: [],
    footer: [],
    body: (room) =>
      createElement(Lines, {
        ...room,
        lines: [
          [{ text: process.argv[2] ?? '' }],
          [{ text: `pressed: ${pressed.join(' ')}` }],
          [{ text: `${room.width}x${room.height}` }],
        ],
      }),
  });
}

function throwLater(): never {
  throw new Error('thrown later');
}

try {
  process.stdout.write(`${await showApp<string>(createElement(Tiny), screen)}\n`);
} catch (error) {
  process.stdout.write(`caught: ${(error as Error).message}\n`);
  process.exitCode = 2;
}
