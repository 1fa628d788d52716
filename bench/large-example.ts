import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authz, EXAMPLE_FOLDER } from '../test/helpers/cli.ts';

const COLUMNS = ['ada', 'ana', 'vic', 'liz', 'ned', 'ivy', 'eve', 'uma', 'tom', 'anonymous'];
const CALLS = ['GET #', 'PUT #', 'DELETE #', 'POST #/messages', 'GET #/messages'];
const PER_CAMPAIGN = COLUMNS.length * CALLS.length;
const CAMPAIGNS_PER_FILE = 5;

/** The example with campaigns of its own for so many fixtures, all different, expecting what is decided. */
export async function largeExample(fixtures: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'authz-bench-'));
  cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
  rmSync(join(folder, 'fixtures'), { recursive: true });
  mkdirSync(join(folder, 'fixtures'));
  const names = Array.from({ length: Math.ceil(fixtures / PER_CAMPAIGN) }, (_, index) => `k${index}`);
  const path = join(folder, 'entities.json');
  const entities = [...JSON.parse(readFileSync(path, 'utf8')), ...names.map(campaign)];
  writeFileSync(path, JSON.stringify(entities, null, 1));
  for (let first = 0; first < names.length; first += CAMPAIGNS_PER_FILE)
    writeFixtures(folder, first, names.slice(first, first + CAMPAIGNS_PER_FILE));
  await authz(folder, ['test', '--update']);
  return folder;
}

function campaign(id: string, index: number) {
  return {
    uid: { type: 'EmailApp::EmailCampaign', id },
    attrs: { name: `Campaign ${id}`, status: ['draft', 'scheduled', 'sent'][index % 3] },
    parents: [{ type: 'EmailApp::Tenant', id: index % 4 === 0 ? 'umbrella' : 'acme' }],
  };
}

function writeFixtures(folder: string, first: number, names: readonly string[]): void {
  const cells = `[${COLUMNS.map(() => 'deny').join(', ')}]`;
  const tables = names.map((name) => {
    const rows = CALLS.map((call) => `      ${call.replace('#', `/campaigns/${name}`)}: ${cells}`);
    return `  - name: ${name}\n    columns: [${COLUMNS.join(', ')}]\n    rows:\n${rows.join('\n')}\n`;
  });
  const text = `principals: ../principals.yaml\nentities: ../entities.json\ntables:\n${tables.join('')}`;
  writeFileSync(join(folder, 'fixtures', `campaigns-${String(first).padStart(4, '0')}.fixtures.yaml`), text);
}
