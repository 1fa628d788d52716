import { describe, expect, it } from 'vitest';
import { blocksOf, listening, projectFolder } from './helpers/page-example.ts';

const EXAMPLES = [
  { page: 'middleware.md', example: 0, packages: ['express'] },
  { page: 'servers.md', example: 0, packages: ['fastify'] },
  { page: 'servers.md', example: 1, packages: ['hono', '@hono'] },
  { page: 'servers.md', example: 2, packages: ['hono', '@hono'] },
  { page: 'servers.md', example: 3, packages: ['@nestjs', 'reflect-metadata', 'rxjs'] },
];

describe('the examples of docs/middleware.md and docs/servers.md', () => {
  it('are files that run beside the worked example, and answer as the pages say', async () => {
    const answers = await Promise.all(
      EXAMPLES.map(async ({ page, example, packages }) => {
        const url = await listening(projectFolder(packages), blocksOf(page)[example] ?? '');
        const status = async (path: string, headers = {}) =>
          (await fetch(`${url}${path}`, { headers })).status;
        const ana = { 'x-demo-user': 'ana' };
        const statuses = [
          await status('/campaigns/c1', ana),
          await status('/campaigns/c1'),
          await status('/campaigns/none', ana),
          await status('/nowhere', ana),
        ];
        return `${packages[0]}: ${statuses.join(' ')}`;
      }),
    );
    expect(answers).toEqual(EXAMPLES.map(({ packages }) => `${packages[0]}: 200 401 404 404`));
  });
});
