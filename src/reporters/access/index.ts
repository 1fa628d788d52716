import type { AccessMatrix } from '../../core/guarantees/access/access.ts';
import type { Paint } from '../words/wording.ts';
import { prettyAccess } from './pretty.ts';
import { csvAccess, htmlAccess, jsonAccess, markdownAccess } from './tables.ts';

export type AccessFormat = 'pretty' | 'csv' | 'markdown' | 'json' | 'html';

/** Every form of `authz matrix`. */
export const ACCESS_FORMATS: Readonly<Record<AccessFormat, (access: AccessMatrix, paint: Paint) => string>> =
  {
    pretty: prettyAccess,
    csv: csvAccess,
    markdown: markdownAccess,
    json: jsonAccess,
    html: htmlAccess,
  };
