import type { PreparedProject } from '../../core/verification/prepare-project.ts';
import type { FoundAccess } from '../../reporters/html/access-section.ts';
import { endedBySignal } from '../terminal/interrupts.ts';

/** Who may call what over all requests, of each project that can be used. */
export async function accessOfProjects(
  projects: readonly PreparedProject[],
): Promise<readonly FoundAccess[]> {
  const { projectAccess } = await import('../../core/guarantees/access/project-access.ts');
  const all: FoundAccess[] = [];
  for (const { input } of projects) {
    if (!input || input.mayBeInvalid) continue;
    const found = await endedBySignal(() => projectAccess(input));
    const { name } = input;
    all.push(found.ok ? { name, matrix: found.value, problems: [] } : { name, problems: found.diagnostics });
  }
  return all;
}
