/** The file descriptor: a stream would go through the thread that is busy. */
export const STANDARD_ERROR = 2;

/** The terminal line that two threads write to, as shared memory: who holds it, which step is running, whether something stands there. */
export type SpinnerLine = Int32Array<SharedArrayBuffer>;

const HOLDER = 0;
export const STEP = 1;
export const SHOWN = 2;

export function newSpinnerLine(): SpinnerLine {
  return new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
}

export interface SpinnerData {
  readonly line: SpinnerLine;
  readonly frames: keyof typeof FRAMES;
}

/** The step that runs, in words that may change, and when it began. */
export interface SpinnerStep {
  readonly step: number;
  readonly phase: string;
  readonly begun: number;
}

export const FRAMES = {
  dots: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
  plain: ['-', '\\', '|', '/'],
} as const;

/** Nobody else writes meanwhile. */
export function holdingLine(line: SpinnerLine, work: () => void): void {
  while (Atomics.compareExchange(line, HOLDER, 0, 1) !== 0) Atomics.wait(line, HOLDER, 1);
  try {
    work();
  } finally {
    Atomics.store(line, HOLDER, 0);
    Atomics.notify(line, HOLDER);
  }
}
