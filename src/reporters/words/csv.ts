import { visible } from './wording.ts';

/** Rows of CSV, as spreadsheets read them: in quotation marks where that is needed, and no field begins like a formula. */
export function csvTable(rows: readonly (readonly string[])[]): string {
  return `${rows.map((fields) => fields.map(csvField).join(',')).join('\r\n')}\r\n`;
}

/** A spreadsheet runs what begins so, and takes an apostrophe before it for the sign of a text. Line ends are shown as escapes. */
function csvField(text: string): string {
  const safe = visible(text).replace(/^(?=[=+\-@])/, "'");
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
