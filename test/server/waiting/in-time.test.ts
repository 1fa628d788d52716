import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timeLimit } from '../../../src/server/waiting/in-time.ts';

/** Begins to wait for something that never comes, and keeps what becomes of it. */
function waitFor(inTime: ReturnType<typeof timeLimit>, what: string, ended: string[]): void {
  Promise.resolve(inTime(what, () => new Promise(() => {}))).catch((error: Error) =>
    ended.push(error.message),
  );
}

describe('a limit of time', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('ends each wait after its own time, though one timer serves all', async () => {
    const inTime = timeLimit(100);
    const ended: string[] = [];
    waitFor(inTime, 'first', ended);
    await vi.advanceTimersByTimeAsync(60);
    waitFor(inTime, 'second', ended);
    const answered = inTime('third', async () => 'there');
    expect(vi.getTimerCount()).toBe(1);
    expect(await answered).toBe('there');
    await vi.advanceTimersByTimeAsync(39);
    expect(ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toEqual(['first took longer than 100 ms']);
    await vi.advanceTimersByTimeAsync(59);
    expect(ended).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toEqual(['first took longer than 100 ms', 'second took longer than 100 ms']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('watches again after a time with nothing to wait for', async () => {
    const inTime = timeLimit(100);
    const ended: string[] = [];
    await inTime('first', async () => 1);
    await vi.advanceTimersByTimeAsync(500);
    waitFor(inTime, 'second', ended);
    await vi.advanceTimersByTimeAsync(100);
    expect(ended).toEqual(['second took longer than 100 ms']);
  });

  it('gives at once what is no promise, and hands on what fails', async () => {
    const inTime = timeLimit(100);
    expect(inTime('value', () => 5)).toBe(5);
    await expect(inTime('failure', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    const foreign = runInNewContext('Promise.resolve(7)') as Promise<number>;
    expect(await inTime('a promise of another realm', () => foreign)).toBe(7);
  });

  it('takes a limit that no timer can be set to as one that is never reached', async () => {
    const inTime = timeLimit(Number.POSITIVE_INFINITY);
    const ended: string[] = [];
    waitFor(inTime, 'first', ended);
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(ended).toEqual([]);
  });
});
