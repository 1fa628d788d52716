/**
 * The output of an app, where the terminal wraps no line while the app has the alternate screen: some texts take more columns on one terminal
 * than on another, and a line that is wrapped pushes all others down, so that what is chosen is not what is marked. Whoever has the terminal
 * otherwise (the shell, an editor) has it as it was.
 */
export function unwrapped(output: NodeJS.WriteStream): NodeJS.WriteStream {
  return new Proxy(output, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'write') return value.bind(target);
      return (chunk: unknown, ...rest: unknown[]) =>
        value.call(target, typeof chunk === 'string' ? withModes(chunk) : chunk, ...rest);
    },
  });
}

const ALTERNATE = '\u001b[?1049';

/** With the alternate screen, wrapping ends and begins again. The cursor goes to the corner: keys that nobody has heard yet may have moved it. */
function withModes(text: string): string {
  if (!text.includes(ALTERNATE)) return text;
  return text
    .replaceAll(`${ALTERNATE}h`, `${ALTERNATE}h\u001b[?7l\u001b[H`)
    .replaceAll(`${ALTERNATE}l`, `\u001b[?7h${ALTERNATE}l`);
}
