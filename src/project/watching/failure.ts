import type { Diagnostic } from '../../core/diagnostics/diagnostic.ts';
import { InputError } from '../../core/diagnostics/diagnostic.ts';
import { messageOf } from '../../core/values/message-of.ts';

/** What nobody expected, as a problem beside the others: watching goes on, and the next change is another chance. */
export function failureOf(
  error: unknown,
  what: string,
  severity: Diagnostic['severity'] = 'error',
): readonly Diagnostic[] {
  if (error instanceof InputError) return error.diagnostics;
  const message = messageOf(error);
  return [
    {
      severity,
      code: 'watch-failed',
      message: `${what}: ${message}`,
      help: 'the next change is tried again; if it is about no file of yours, it is a defect of authz: please report it',
    },
  ];
}

/** What cannot be watched, and what to do. */
export function watchTrouble(
  { code, message }: NodeJS.ErrnoException,
  then: 'polling' | 'unwatched',
): Diagnostic {
  const sentence =
    then === 'polling'
      ? 'this system watches no more files for you, so they are looked at twice a second: changes are seen later'
      : `not everything can be watched, so some changes may not be seen (${message})`;
  return {
    severity: 'warning',
    code: 'watch-limited',
    message: sentence,
    help: LIMITS[code ?? ''] ?? '`r` on the screen reads and replays everything',
  };
}

/** What raises a limit, by the code of the error. */
const LIMITS: Readonly<Record<string, string>> = {
  ENOSPC:
    'raise the limit, as with `sudo sysctl fs.inotify.max_user_watches=524288`, or close what watches many files; then start again',
  EMFILE:
    'raise the limit, as with `ulimit -n 65536` or `sudo sysctl fs.inotify.max_user_instances=512`, or close what watches files; then start again',
  ENFILE: 'close what holds many files open; then start again',
};
