// Part of the build: writes the JSON Schemas of the files that people write, from the definitions that check them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonSchemas } from '../dist/core/config/json-schema.js';

const folder = join(import.meta.dirname, '../dist/schemas');
mkdirSync(folder, { recursive: true });
for (const [name, schema] of Object.entries(jsonSchemas()))
  writeFileSync(join(folder, name), `${JSON.stringify(schema, null, 2)}\n`);
