import type { EntityUid } from '../../src/core/cedar/entity.ts';
import { printUid } from '../../src/core/cedar/print-value.ts';
import type { PolicyFile } from '../../src/core/policies/policy.ts';
import { sourceOf } from '../helpers/source.ts';

/** A template, and what stands in the place of its slots. */
export interface LinkedText {
  readonly id: string;
  readonly templateId: string;
  /** With an `@id` of its own. */
  readonly template: string;
  readonly values: Readonly<Record<string, EntityUid>>;
}

const LINK = '\n// link ';

/** The text of a linked policy: that of the template, and its link behind it, so that one text stays one policy. */
export function linkedText(template: string, values: LinkedText['values']): string {
  return `${template}${LINK}${JSON.stringify(values)}`;
}

export function linkIn(text: string): LinkedText | undefined {
  const [template = '', link] = text.split(LINK);
  if (link === undefined) return undefined;
  const id = idOf(template);
  const templateId = `template of ${id}`;
  const named = template.replace(`@id("${id}")`, `@id("${templateId}")`);
  return { id, templateId, template: named, values: JSON.parse(link) };
}

/** A policy of its own that says the same. */
export function withoutSlots(text: string): string {
  const link = linkIn(text);
  const [template = ''] = text.split(LINK);
  return Object.entries(link?.values ?? {}).reduce(
    (sum, [slot, uid]) => sum.replace(slot, () => printUid(uid)),
    template,
  );
}

export function idOf(text: string): string {
  return /@id\("([^"]*)"\)/.exec(text)?.[1] ?? '';
}

/** The policies as the files of a project: links are in a file of their own. */
export function policyFilesOf(policies: readonly string[]): PolicyFile[] {
  const links = policies.flatMap((text) => linkIn(text) ?? []);
  const texts = policies.map((text) => linkIn(text)?.template ?? text);
  const written = { file: 'policies/all.cedar', name: 'all.cedar', text: texts.join('\n') };
  if (links.length === 0) return [written];
  const text = JSON.stringify({
    templateLinks: links.map(({ templateId, id, values }) => ({ templateId, newId: id, values })),
  });
  const file = 'policies/links.json';
  return [written, { file, name: 'links.json', text, source: sourceOf(text, file) }];
}
