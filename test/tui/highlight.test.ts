import { describe, expect, it } from 'vitest';
import { highlightCedar } from '../../src/tui/highlight.ts';

const POLICY = `// who // "what"
@id("a // b")
permit (principal in App::Role::"permit
when", action, resource)
when { resource.status == "x" };`;

describe('Cedar code', () => {
  it('keeps its text', () => {
    const shown = highlightCedar(POLICY).map((one) => one.map((part) => part.text).join(''));
    expect(shown.join('\n')).toBe(POLICY);
  });

  it('has its words in their looks, but for those in comments and texts', () => {
    const toned = highlightCedar(POLICY)
      .flat()
      .filter(({ tone }) => tone !== undefined)
      .map(({ text, tone }) => `${tone} ${text}`);
    expect(toned).toEqual([
      'comment // who // "what"',
      'doubt @id',
      'text "a // b"',
      'keyword permit',
      'keyword principal',
      'keyword in',
      'name App::Role',
      'text "permit',
      'text when"',
      'keyword action',
      'keyword resource',
      'keyword when',
      'keyword resource',
      'text "x"',
    ]);
  });
});
