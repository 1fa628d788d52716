import type { AccessMatrix } from '../../core/guarantees/access/access.ts';
import type { Paint } from '../words/wording.ts';
import { prettyAccess } from './pretty.ts';
import { csvAccess, htmlAccess, jsonAccess, markdownAccess } from './tables.ts';

/** Every form of `authz matrix`. */
export const ACCESS_FORMATS = {
  pretty: prettyAccess,
  csv: csvAccess,
  markdown: markdownAccess,
  json: jsonAccess,
  html: htmlAccess,
} as const satisfies Readonly<Record<string, (access: AccessMatrix, paint: Paint) => string>>;

export type AccessFormat = keyof typeof ACCESS_FORMATS;
