import { useApp } from 'ink';
import type { Screen } from './shell.tsx';

/** Hands the terminal back while the process is stopped (Ctrl-Z), and takes it again afterwards (`fg`). */
export function useStop(stop: Screen['stop']): () => void {
  const { suspendTerminal } = useApp();
  return () => {
    if (stop) void suspendTerminal(stop);
  };
}
