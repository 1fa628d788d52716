import { appendFileSync } from 'node:fs';
import { env } from 'node:process';

/** One line of the table that `npm run bench` prints. */
export interface Row {
  readonly part: string;
  readonly what: string;
  /** With its unit. */
  readonly figure: string;
  /** What it is compared with, and how much of that it is, or how many times. */
  readonly beside?: string;
  readonly ratio?: number;
  /** What the ratio, or else the figure, should be. */
  readonly bar?: string;
}

/** Hands a row to `npm run bench`, which names a file for them; a script that runs by itself only prints its own table. */
export function addRow(row: Row): void {
  if (env.AUTHZ_BENCH_ROWS) appendFileSync(env.AUTHZ_BENCH_ROWS, `${JSON.stringify(row)}\n`);
}

export function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}

export function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString('en')} / s`;
}

/** A Markdown table, to be read as it is, too. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}
