import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_SCHEMA } from '../../../src/core/cedar/schema/no-schema.ts';
import { checkPolicies } from '../../../src/core/policies/check-policies.ts';
import { loadPolicies } from '../../../src/project/loading/load-policies.ts';
import { folderWith } from '../../helpers/cli.ts';
import { told } from '../../helpers/outcome.ts';

const PERMIT = 'permit (principal, action, resource);';
const ALL = { op: 'All' };
const FORBID = { effect: 'forbid', principal: ALL, action: ALL, resource: ALL, conditions: [] };

/** The codes of what is said about a file beside a policy. */
async function saidOf(name: string, content: unknown): Promise<string[]> {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const folder = folderWith({ 'policies/a.cedar': PERMIT, [`policies/${name}`]: text });
  const { files, diagnostics } = await loadPolicies([join(folder, 'policies')], folder);
  const all = [...diagnostics, ...checkPolicies(files, NO_SCHEMA).diagnostics];
  return all.filter(({ severity }) => severity === 'error').map(({ code }) => code);
}

describe('a file in JSON among policies', () => {
  const { principal, ...others } = FORBID;
  it.each([
    ['whose `principal` is misspelt', { ...others, princpal: principal }, 'policy-syntax'],
    ['whose `effect` is misspelt', { ...others, effect: undefined, efect: 'forbid' }, 'policy-syntax'],
    ['in a list with one that is whole', [FORBID, { ...others, princpal: principal }], 'policy-syntax'],
    ['in a list with something else', [FORBID, 1], 'policy-json-unknown'],
    [
      'in a set of which a key is misspelt',
      { templates: {}, staticPolices: { a: FORBID } },
      'policy-json-unknown',
    ],
    ['in a set whose links are no list', { templateLinks: { a: {} } }, 'policy-json-unknown'],
    [
      'of a template, whose own id is misspelt',
      [{ template_id: 't', linkid: 'l', args: {} }],
      'policy-json-unknown',
    ],
    [
      'of a policy store, whose statement is misspelt',
      {
        policies: [
          { policyId: 'x', definition: { static: { statment: 'forbid (principal, action, resource);' } } },
        ],
      },
      'policy-json-unknown',
    ],
    ['that ends too early', JSON.stringify(FORBID).slice(0, -1), 'file-syntax'],
    ['in UTF-16', Buffer.from(JSON.stringify(FORBID), 'utf16le').toString('latin1'), 'file-binary'],
  ])('is an error where it may forbid: a policy %s', async (_, content, code) => {
    expect(await saidOf('b.json', content)).toEqual([code]);
  });

  it.each([
    ['entities', [{ uid: { type: 'User', id: 'ana' }, attrs: { effect: 'forbid' }, parents: [] }]],
    ['a request', { principal: 'User::"ana"', action: 'Action::"read"', resource: 'Doc::"d"', context: {} }],
    ['a schema', { '': { entityTypes: {}, actions: {} } }],
    ['settings with comments', '{ // ours\n "files.eol": "\\n" }'],
  ])('is left alone where it is something else: %s', async (_, content) => {
    expect(await saidOf('b.json', content)).toEqual([]);
  });
});

describe('a schema among policies', () => {
  const SCHEMA = { '': { entityTypes: { User: {} }, actions: {} } };

  it('is none of them, also where its name ends as those of policies do', async () => {
    const text = JSON.stringify(SCHEMA);
    const folder = folderWith({ 'a.cedar': PERMIT, 'schema.cedar.json': text });
    const { files, diagnostics } = await loadPolicies([folder], folder);
    expect(files.map(({ name }) => name)).toEqual(['a.cedar']);
    expect(told(diagnostics)).toEqual([
      'schema.cedar.json info this file is a schema, and is not read as policies',
    ]);
    const named = await loadPolicies([join(folder, 'schema.cedar.json')], folder);
    expect(told(named.diagnostics)).toEqual([
      'schema.cedar.json error this file is a schema, expected policies',
    ]);
  });

  it('is a mistake where it may be policies', async () => {
    const set = await saidOf('b.cedar.json', { staticPolicies: SCHEMA[''] });
    expect(set).toEqual(['policy-syntax', 'policy-syntax']);
    expect(await saidOf('b.cedar.json', { ...SCHEMA, effect: 'forbid' })).toEqual(['policy-syntax']);
  });
});

describe('the ending of a file among policies', () => {
  it.each(['ceder', 'cedars', 'ceda', 'CEDR'])(
    'is a warning where it is nearly right: %s',
    async (ending) => {
      const folder = folderWith({ 'a.cedar': PERMIT, [`team/b.${ending}`]: PERMIT });
      const { files, diagnostics } = await loadPolicies([folder], folder);
      expect(files.map(({ name }) => name)).toEqual(['a.cedar']);
      expect(told(diagnostics)).toEqual([
        `team/b.${ending} warning this file is not read: files with policies are called \`*.cedar\``,
      ]);
    },
  );

  it('is missed by links of templates that are called as `cedar link` calls them, unless they are named', async () => {
    const folder = folderWith({ 'a.cedar': PERMIT, linked: '[]' });
    const { files, diagnostics } = await loadPolicies([folder], folder);
    expect(files.map(({ name }) => name)).toEqual(['a.cedar']);
    expect(told(diagnostics)).toEqual([
      'linked warning this file is not read: in this folder, files with links of templates are called `*.json`',
    ]);
    const named = await loadPolicies([folder, `${folder}/linked`], folder);
    expect(named.files.map(({ name }) => name)).toEqual(['a.cedar', 'linked']);
    expect(named.diagnostics).toEqual([]);
  });

  it('may be that of something else', async () => {
    const others = ['a.cedarschema', 'b.cedar.bak', 'c.md', 'd.card', 'e.csv'];
    const folder = folderWith({
      'a.cedar': PERMIT,
      ...Object.fromEntries(others.map((name) => [name, PERMIT])),
    });
    expect((await loadPolicies([folder], folder)).diagnostics).toEqual([]);
  });

  it.each(['b.CEDAR', 'b.Cedar'])('may be in capital letters: %s', async (name) => {
    const folder = folderWith({ 'policies/a.cedar': PERMIT, [`policies/${name}`]: PERMIT });
    const { files } = await loadPolicies([join(folder, 'policies')], folder);
    expect(files.map((file) => file.name)).toEqual([name, 'a.cedar'].sort());
  });
});

describe('a folder among policies', () => {
  it.each(['coverage', 'dist', 'dist/team'])(
    'holds policies also where tools build into such a name: %s',
    async (name) => {
      const folder = folderWith({
        'authz.yaml': '',
        'package.json': '{}',
        'policies/a.cedar': PERMIT,
        [`policies/${name}/b.cedar`]: 'forbid (principal, action, resource);',
      });
      const { files } = await loadPolicies([join(folder, 'policies')], folder);
      expect(files.map((file) => file.name)).toEqual(['a.cedar', `${name}/b.cedar`]);
    },
  );

  it.each([
    ['package.json', 'dist/b.cedar'],
    ['authz.yaml', 'coverage/b.cedar'],
    ['package.json', 'node_modules/other/b.cedar'],
    ['a.cedar', 'node_modules/other/b.cedar'],
  ])('holds none where it is built, or of packages: beside %s, %s', async (beside, made) => {
    const folder = folderWith({ 'a.cedar': PERMIT, [made]: PERMIT });
    if (beside !== 'a.cedar') writeFileSync(join(folder, beside), '{}');
    const { files } = await loadPolicies([folder], folder);
    expect(files.map((file) => file.name)).toEqual(['a.cedar']);
  });
});
