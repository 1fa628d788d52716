import { describe, expect, it } from 'vitest';
import { verifyEmail } from '../../helpers/email-project.ts';

const CASES = 'cases:\n  - { name: reads, as: ana, call: GET /campaigns/c1, expect: deny }\n';

/** What is said of groups that policies name; the callers of the fixtures are in `editor` and in `team-1`. */
function saidOf(policies: string): string[] {
  const principals =
    '{ ana: { sub: ana, groups: [editor], tenant_id: acme }, tom: { sub: tom, groups: [team-1] } }';
  const cases = `${CASES}  - { name: tom reads, as: tom, call: GET /campaigns/c1, expect: deny }\n`;
  return verifyEmail(policies, cases, {}, principals)
    .diagnostics.filter(({ code }) => code === 'group-misspelt')
    .map(({ severity, message, location }) => `${severity} ${location?.line}:${location?.column} ${message}`);
}

describe('a group that policies name and no caller of the fixtures is in', () => {
  it('is a warning where it is a slip of one that a caller is in, at its place', () => {
    expect(saidOf('forbid (\n  principal in EmailApp::Role::"editr",\n  action,\n  resource\n);')).toEqual([
      'warning 2:16 no caller of the fixtures is in `EmailApp::Role::"editr"`: did you mean `EmailApp::Role::"editor"`?',
    ]);
    expect(
      saidOf('permit (principal, action, resource)\nunless { principal in EmailApp::Role::"Editor" };'),
    ).toEqual([
      'warning 2:23 no caller of the fixtures is in `EmailApp::Role::"Editor"`: did you mean `EmailApp::Role::"editor"`?',
    ]);
  });

  it('is nothing to say where it is a group of its own', () => {
    for (const group of ['editor', 'editors', 'auditor', 'team-2', 'admin'])
      expect(saidOf(`permit (principal in EmailApp::Role::"${group}", action, resource);`)).toEqual([]);
  });
});
