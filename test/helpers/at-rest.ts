import { readdirSync, readFileSync } from 'node:fs';

/**
 * The processor time that a process and all that it started have used, in ticks of the kernel; `undefined` while any of them runs, waits for a
 * core or for a disk, and where the system does not say. Two equal answers: nothing has happened in between, however busy the machine is.
 */
export function timeAtRest(pid: number): number | undefined {
  try {
    let sum = 0;
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const folder = `/proc/${pid}/task/${thread}`;
      const stat = readFileSync(`${folder}/stat`, 'utf8');
      // The name of a program, in parentheses, may have blanks in it.
      const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state === 'R' || state === 'D') return undefined;
      sum += Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME]);
      for (const child of readFileSync(`${folder}/children`, 'utf8').split(' ')) {
        const time = child === '' ? 0 : timeAtRest(Number(child));
        if (time === undefined) return undefined;
        sum += time;
      }
    }
    return sum;
  } catch {
    // It has just ended, or this is no Linux.
    return undefined;
  }
}

/** Places behind the state, see `proc_pid_stat(5)`. */
const USER_TIME = 10;
const SYSTEM_TIME = 11;
