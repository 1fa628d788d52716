import { isAuthorized } from '@cedar-policy/cedar-wasm/nodejs';
import { describe, expect, it } from 'vitest';
import { preparePolicies } from '../../../src/core/cedar/cedar.ts';
import { NO_SCHEMA } from '../../../src/core/cedar/schema/no-schema.ts';
import { locatePolicy, locateRange, policyTexts } from '../../../src/core/policies/policy.ts';
import { readPolicies } from '../../../src/core/policies/read-policies.ts';
import fc from '../../helpers/fast-check.ts';
import { told, valueIn } from '../../helpers/outcome.ts';
import { policyFile } from '../../helpers/policies.ts';
import { runs } from '../../helpers/runs.ts';
import { sourceOf } from '../../helpers/source.ts';

const TEMPLATES = `// ?principal in a comment is no slot
@id("share") @doc("for ?principal")
permit (principal in ?principal, action, resource == ?resource) when { context.n > 1 };
permit (principal == User::"zoe", action, resource);
forbid (principal is User in ?principal, action, resource is Doc in ?resource);`;

const SHARE = {
  template_id: 'share',
  link_id: 'for-ana',
  args: { '?principal': 'Group::"staff"', '?resource': 'Doc::"a \\"b\\""' },
};

function read(links: unknown, policies = TEMPLATES) {
  const text = JSON.stringify(links);
  const file = { file: 'links.json', name: 'links.json', text, source: sourceOf(text, 'links.json') };
  return readPolicies([policyFile(policies), file]);
}

describe('links of templates', () => {
  it('become policies of their own, at the place of the template', () => {
    const { policySet, diagnostics } = read([SHARE]);
    expect(diagnostics).toEqual([]);
    const linked = policySet.policies.find(({ id }) => id === 'for-ana');
    expect(linked?.template).toBe('share');
    expect(linked?.text).toContain('(principal in Group::"staff", action, resource == Doc::"a \\"b\\"")');
    expect(linked && locatePolicy(linked)).toMatchObject({ line: 2, column: 1, endLine: 3 });
    const condition = linked ? linked.text.indexOf('context.n') : -1;
    expect(linked && locateRange(linked, condition, condition + 9)).toMatchObject({
      line: 3,
      column: 72,
      endColumn: 81,
    });
    const slot = linked ? linked.text.indexOf('Group::') : -1;
    expect(linked && locateRange(linked, slot, slot + 14)).toMatchObject({
      line: 3,
      column: 22,
      endColumn: 32,
    });
    expect(policySet.policies.map(({ id }) => id)).toEqual(['a.cedar#2', 'for-ana']);
    expect(policySet.templates.map(({ id }) => id)).toEqual(['share', 'a.cedar#3']);
  });

  it('may name a template without an id by its number in the file, as Cedar counts it', () => {
    const { policySet, diagnostics } = read([{ ...SHARE, template_id: 'policy2' }]);
    expect(diagnostics).toEqual([]);
    expect(policySet.policies.at(-1)).toMatchObject({ id: 'for-ana', template: 'a.cedar#3' });
  });

  it.each([
    [{ ...SHARE, template_id: 'shar' }, 'there is no policy template `shar`: did you mean `share`?'],
    [{ ...SHARE, link_id: 'a.cedar#2' }, 'another policy has the id `a.cedar#2`'],
    [{ ...SHARE, args: { '?principal': 'Group::"a"' } }, 'has no value for `?resource` of `share`'],
    [{ ...SHARE, args: { ...SHARE.args, '?action': 'User::"a"' } }, 'template `share` has no slot `?action`'],
    [{ ...SHARE, args: { ...SHARE.args, '?resource': 'Doc' } }, 'the value of `?resource` is not an entity'],
    [
      { ...SHARE, args: { ...SHARE.args, '?resource': { type: 'Doc) || (true', id: 'x' } } },
      'is not the name of an entity type',
    ],
    [
      { ...SHARE, args: { ...SHARE.args, '?resource': { type: 'if', id: 'x' } } },
      'cannot be made of `share`',
    ],
    [{ ...SHARE, args: 5 }, 'a link needs the id of a template'],
  ])('that cannot be made are errors: %j', (link, message) => {
    const { policySet, diagnostics } = read([link]);
    expect(told(diagnostics)).toEqual([expect.stringContaining(message)]);
    expect(told(diagnostics)[0]).toMatch(/^links\.json:1:\d+ error/);
    expect(policySet.policies).toHaveLength(1);
  });

  it('that share an id are made once', () => {
    expect(told(read([SHARE, SHARE]).diagnostics)).toEqual([
      expect.stringContaining('another policy has the id `for-ana`'),
    ]);
  });

  it('decide what the engine decides that links them itself', () => {
    const ids = ['a', 'b', 'a "b"', 'é\n', '\\', '\u0000*'];
    const uid = (type: string) => fc.record({ type: fc.constant(type), id: fc.constantFrom(...ids) });
    const template = fc.constantFrom(
      'permit (principal == ?principal, action, resource == ?resource);',
      'forbid (principal in ?principal, action, resource in ?resource) when { context.n == 1 };',
      'permit (principal is User in ?principal, action, resource is Doc in ?resource) unless { context.m };',
      'permit (principal, action, resource == ?resource) when { principal.name like "*?principal*" };',
    );
    const world = fc.record({
      templates: fc.array(template, { minLength: 1, maxLength: 3 }),
      principals: fc.array(uid('User'), { minLength: 4, maxLength: 4 }),
      resources: fc.array(uid('Doc'), { minLength: 4, maxLength: 4 }),
      request: fc.record({
        principal: uid('User'),
        resource: uid('Doc'),
        n: fc.integer({ min: 0, max: 1 }),
        m: fc.boolean(),
      }),
    });
    fc.assert(
      fc.property(world, ({ templates, principals, resources, request }) => {
        const entities = ids.flatMap((id, index) => [
          {
            uid: { type: 'User', id },
            attrs: { name: id },
            parents: index > 0 ? [{ type: 'User', id: 'a' }] : [],
          },
          { uid: { type: 'Doc', id }, attrs: {}, parents: index > 1 ? [{ type: 'Doc', id: 'b' }] : [] },
        ]);
        const query = {
          principal: request.principal,
          action: { type: 'Action', id: 'view' },
          resource: request.resource,
          context: { n: request.n, m: request.m },
          entities,
        };
        const links = principals.map((principal, index) => {
          const templateId = index % templates.length;
          const hasPrincipal =
            templates[templateId]?.includes('== ?principal') ||
            templates[templateId]?.includes('in ?principal');
          return {
            templateId: `policy${templateId}`,
            newId: `link${index}`,
            values: {
              ...(hasPrincipal ? { '?principal': principal } : {}),
              '?resource': resources[index] ?? principal,
            },
          };
        });
        const plain = isAuthorized({
          ...query,
          policies: {
            templates: Object.fromEntries(templates.map((text, index) => [`policy${index}`, text])),
            templateLinks: links,
          },
        });
        const { policySet, diagnostics } = read(
          links.map(({ templateId, newId, values }) => ({
            template_id: templateId,
            link_id: newId,
            args: values,
          })),
          templates.join('\n'),
        );
        expect(diagnostics).toEqual([]);
        const ours = valueIn(
          valueIn(preparePolicies('links', NO_SCHEMA, policyTexts(policySet.policies))).authorize(query),
        );
        if (plain.type !== 'success') throw new Error(JSON.stringify(plain.errors));
        const { decision, diagnostics: said } = plain.response;
        expect({
          decision: ours.decision,
          reason: ours.reason,
          errors: ours.errors.map(({ policyId }) => policyId),
        }).toEqual({
          decision,
          reason: said.reason.toSorted(),
          errors: said.errors.map(({ policyId }) => policyId).toSorted(),
        });
      }),
      runs(150),
    );
  });
});
