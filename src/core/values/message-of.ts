/** What an error says; of anything else that was thrown, its text. Never throws itself, whatever was thrown. */
export function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'what was thrown has no text';
  }
}
