import { execFileSync } from 'node:child_process';

/** What git prints; throws where it fails. */
export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Makes a folder a repository whose branch `main` has one commit with all that is in it. */
export function initRepository(folder: string): void {
  git(folder, 'init', '--quiet', '--initial-branch', 'main');
  commitAll(folder);
}

/** Commits all that is in a folder, as somebody of whom git need not know. */
export function commitAll(folder: string): void {
  git(folder, 'add', '--all');
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.example', '-c', 'commit.gpgsign=false'];
  git(folder, ...who, 'commit', '--quiet', '--message', 'change');
}
