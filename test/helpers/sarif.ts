import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';

/** The schema is of draft 4, and uses nothing that later drafts read otherwise but the name of its own id; one of its patterns is none in Unicode mode. */
function sarifSchema(): object {
  const text = readFileSync(join(import.meta.dirname, '../schemas/sarif-2.1.0.json'), 'utf8');
  const { $schema: _draft, id: $id, ...schema } = JSON.parse(text);
  return { $id, ...schema };
}

const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
formats.default(ajv);
const validate = ajv.compile(sarifSchema());

/** What the schema of SARIF has against a text. */
export function sarifComplaints(text: string): unknown[] {
  validate(JSON.parse(text));
  return validate.errors ?? [];
}
