import type { AskedBesides } from '../core/guarantees/asked-besides.ts';

/** Behind the name of an endpoint: ` (also asks createPhoto about the Album)`; nothing where it asks one question only. */
export function besidesWords(second: AskedBesides | undefined): string {
  if (!second) return '';
  const { action, resourceType, optional } = second;
  const thing = resourceType === undefined ? '' : ` about the ${resourceType}`;
  return ` (${optional ? 'may also ask' : 'also asks'} ${action}${thing})`;
}
