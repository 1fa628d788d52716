import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSpec } from '../../../src/project/loading/load-spec.ts';
import { wizardReducer } from '../../../src/tui/wizard/reducer.ts';
import { chosenEndpoint, reviewCounts, reviewRows } from '../../../src/tui/wizard/review-rows.ts';
import {
  firstReading,
  initialState,
  modeOf,
  progressOf,
  type WizardState,
} from '../../../src/tui/wizard/state.ts';
import { treeRows } from '../../../src/tui/wizard/views/model-tree.ts';
import { EXAMPLE_FOLDER, folderWith } from '../../helpers/cli.ts';
import { meaning, press, reading, START } from './helpers.ts';

let read: WizardState;
beforeAll(async () => {
  read = await reading(join(EXAMPLE_FOLDER, 'openapi.yaml'));
});

const paths = (state: WizardState) =>
  reviewRows(state).map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);

/** Of these, nobody can tell what they change. */
function unsureSpec(): string {
  const post = "{ post: { responses: { '200': { description: ok } } } }";
  const sure = "{ get: { responses: { '200': { description: ok } } } }";
  const text = `openapi: 3.1.0
info: { title: Odd, version: '1' }
paths: { /status: ${sure}, /sync: ${post}, /convert: ${post}, /turn: ${post} }
`;
  return join(folderWith({ 'openapi.yaml': text }), 'openapi.yaml');
}

describe('the API description', () => {
  it('is read as soon as it is chosen, and an answer that comes too late is dropped', () => {
    const moved = press(read, 'down');
    expect(moved.task).toEqual({ type: 'read', file: 'other.yaml' });
    const late = wizardReducer(moved, {
      type: 'read',
      file: 'openapi.yaml',
      outcome: { ok: false, diagnostics: [] },
    });
    expect(late).toEqual(moved);
  });

  it('may be typed', () => {
    const typing = press(read, 'down', 'down', 'a/b c.yaml');
    expect(modeOf(typing)).toBe('path');
    expect(press(typing, 'enter').task).toEqual({ type: 'read', file: 'a/b c.yaml' });
  });

  it('that follows another one, or one that cannot be used, has its own namespace and base path', async () => {
    const describe = (title: string, base: string, path: string) =>
      `openapi: 3.1.0\ninfo: { title: ${title}, version: '1' }\nservers: [{ url: ${base} }]\npaths: { ${path}: { get: {} } }\n`;
    const folder = folderWith({
      'alpha.yaml': describe('Alpha', '/api', '/api/things'),
      'beta.yaml': describe('Beta', '/v2', '/books'),
      'broken.yaml': 'openapi: 3.1.0\n',
    });
    const candidates = ['alpha.yaml', 'broken.yaml', 'beta.yaml'];
    const outcomes = new Map(
      await Promise.all(
        candidates.map(async (file) => [file, await loadSpec(join(folder, file), '/')] as const),
      ),
    );
    const hear = (state: WizardState) => {
      const { task } = state;
      const outcome = task?.type === 'read' ? outcomes.get(task.file) : undefined;
      if (task?.type !== 'read' || outcome === undefined) throw new Error('nothing is read');
      return wizardReducer(state, { type: 'read', file: task.file, outcome });
    };
    const start = { ...START, candidates };
    const alpha = press(hear({ ...initialState(start), ...firstReading(start) }), 'b');
    expect(alpha.answers).toMatchObject({ namespace: 'Alpha', basePath: '/' });
    const broken = hear(press(alpha, 'down'));
    expect(broken.api.read).toBeUndefined();
    const beta = hear(press(broken, 'down'));
    expect(beta.answers).toMatchObject({ namespace: 'Beta' });
    expect(beta.answers).not.toHaveProperty('basePath');
    expect(hear(press(broken, 'up')).answers).toMatchObject({ namespace: 'Alpha', basePath: '/' });
  });

  it('that cannot be used keeps the wizard at its first step, with the reasons', () => {
    const problem = { severity: 'error', code: 'usage', message: 'broken' } as const;
    const moved = press(read, 'down');
    const failed = wizardReducer(moved, {
      type: 'read',
      file: 'other.yaml',
      outcome: { ok: false, diagnostics: [problem] },
    });
    expect(failed.api.problems).toEqual([problem]);
    expect(press(failed, 'enter').step).toBe('API');
  });
});

describe('keys', () => {
  it('find a command by what it does, and do it', () => {
    const typing = press(press(read, 'enter', 'enter'), ':', 'accept all');
    expect(modeOf(typing)).toBe('palette');
    expect(press(typing, 'enter')).toMatchObject({ step: 'Model', overlay: 'none' });
    expect(press(typing, 'esc')).toMatchObject({ step: 'Patterns', overlay: 'none' });
    expect(press(press(typing, 'ctrl+u'), 'down', 'up', 'nothing of the kind', 'enter').step).toBe(
      'Patterns',
    );
  });

  it('find commands where letters are typed as well', () => {
    const typing = press(press(read, 'enter', 'ctrl+p'), 'next step', 'enter');
    expect(typing).toMatchObject({ step: 'Patterns', answers: { namespace: 'EmailMarketing' } });
  });

  it('show all that a search or a filter hides before they lead back', () => {
    const at = press(read, 'enter', 'enter', '/', 'dashboard', 'enter');
    const key = chosenEndpoint(at)?.endpoint;
    expect(reviewRows(at)).toHaveLength(1);
    const whole = press(at, 'esc');
    expect(whole).toMatchObject({ step: 'Patterns', patterns: { search: { text: '' } } });
    expect(reviewRows(whole)).toHaveLength(13);
    expect(chosenEndpoint(whole)?.endpoint).toBe(key);
    expect(press(at, 'f', 's', 'esc').patterns).toMatchObject({ pattern: 'all', confidence: 'all' });
    expect(press(whole, 'esc').step).toBe('Namespace');
  });

  it('move by half a page', () => {
    const down = press(press(read, 'enter', 'enter'), 'ctrl+d');
    expect(down.patterns.chosen).toBe(5);
    expect(press(down, 'ctrl+d', 'ctrl+u', 'ctrl+u').patterns.chosen).toBe(0);
  });

  it('write nothing before the files can be seen, and never those of other answers', () => {
    const planning = press(press(read, 'enter', 'enter', 'A', 'enter', 'enter'), 'enter');
    expect(planning).toMatchObject({ step: 'Summary', task: { type: 'plan' } });
    expect(press(planning, 'w')).toMatchObject({ summary: { phase: 'planning' }, task: { type: 'plan' } });
    const others = press(press(planning, 'esc'), 'space', 'enter');
    const files = [{ name: 'authz.yaml', text: 'x' }];
    const outcome = { ok: true, value: files, diagnostics: [] } as const;
    const late = wizardReducer(others, { type: 'planned', answers: planning.answers, outcome });
    expect(late.summary).toMatchObject({ phase: 'planning', files: [] });
    const now = wizardReducer(others, { type: 'planned', answers: others.answers, outcome });
    expect(now.summary).toMatchObject({ phase: 'ready', files });
    const hasty = press(others, 'w');
    expect(hasty.notice).toBe('There is nothing to write yet');
    expect(wizardReducer(hasty, { type: 'planned', answers: hasty.answers, outcome }).notice).toBe('');
  });

  it('say so when they do nothing', () => {
    expect(press(press(read, 'enter', 'enter'), 'z').notice).toBe('z does nothing here (? lists the keys)');
    const model = press(read, 'enter', 'enter', 'A');
    expect(press(model, 'home', 'space').notice).toBe('It has no attributes to leave out');
  });
});

describe('the namespace', () => {
  it('is suggested, and checked before it is taken', () => {
    const asked = press(read, 'enter');
    expect(asked).toMatchObject({ step: 'Namespace', answers: { namespace: 'EmailMarketing' } });
    const wrong = press(asked, 'ctrl+u', '1 x', 'enter');
    expect(wrong).toMatchObject({ step: 'Namespace', answers: { namespace: 'EmailMarketing' } });
    expect(wrong.notice).toBe('Correct the namespace first');
    expect(press(wrong, 'ctrl+u', 'Mine', 'enter')).toMatchObject({
      step: 'Patterns',
      answers: { namespace: 'Mine' },
    });
  });
});

describe('the review of patterns', () => {
  const review = () => press(read, 'enter', 'enter');

  it('changes a pattern by one key, with undo and redo', () => {
    const before = review();
    const changed = press(before, 'p', 'p');
    expect(chosenEndpoint(changed)?.pattern).toBe('listing');
    expect(chosenEndpoint(press(changed, 'u'))?.pattern).toBe('creation');
    const undone = press(changed, 'u', 'u');
    expect(undone.answers.overrides).toEqual(before.answers.overrides);
    expect(chosenEndpoint(press(undone, 'U', 'U'))?.pattern).toBe('listing');
    expect(press(undone, 'u').notice).toBe('There is nothing to undo');
  });

  it('keeps no override that says what the classifier says: then it was right', () => {
    const around = press(review(), 'p', 'p', 'p', 'p', 'p');
    expect(chosenEndpoint(around)?.pattern).toBe('single-resource');
    expect(around.answers.overrides.size).toBe(0);
    expect(chosenEndpoint(press(around, 'u'))?.pattern).toBe('implicit-scope');
    const said = press(review(), '1');
    expect(said).toMatchObject({ answers: { overrides: new Map() }, patterns: { undo: [] } });
    expect(said.patterns.accepted).toEqual(new Set(['GET /campaigns/{campaign_id}']));
    expect(said.notice).toBe('It is single-resource: now it counts as looked at');
  });

  it('takes a pattern by its number, the runner-up, and the own answer of the classifier again', () => {
    const asked = press(review(), '5');
    expect(modeOf(asked)).toBe('open');
    expect(chosenEndpoint(press(asked, 'n'))?.pattern).toBe('single-resource');
    const open = press(asked, 'y');
    expect(chosenEndpoint(open)).toMatchObject({ pattern: 'open', resource: { type: 'Application' } });
    expect(chosenEndpoint(press(open, 'x'))?.pattern).toBe('listing');
    expect(press(open, 'c').answers.overrides.size).toBe(0);
  });

  it('keeps what was said besides the pattern, whichever key changes it', async () => {
    const [key, said] = [
      'GET /campaigns/{campaign_id}',
      { action: 'view', also: 'none', pattern: 'listing' },
    ] as const;
    const start = { ...START, answers: { ...START.answers, overrides: new Map([[key, said]]) } };
    const at = press(await reading(join(EXAMPLE_FOLDER, 'openapi.yaml'), start), 'enter', 'enter');
    const { pattern: _pattern, ...besides } = said;
    for (const change of ['1', '2', 'p', 'x'])
      expect(press(at, change).answers.overrides.get(key), change).toMatchObject(besides);
    expect(press(at, '1').answers.overrides.get(key)).toEqual({ ...besides, pattern: 'single-resource' });
  });

  it('asks before the answer of the classifier opens an endpoint to everybody again', () => {
    const open = press(review(), '/', 'login', 'enter');
    expect(chosenEndpoint(open)?.pattern).toBe('open');
    const closed = press(open, '3');
    const asked = press(closed, 'c');
    expect(asked).toMatchObject({ overlay: 'open', opening: { what: 'POST /login' } });
    expect(chosenEndpoint(press(asked, 'n'))?.pattern).toBe('listing');
    expect(chosenEndpoint(press(asked, 'y'))?.pattern).toBe('open');
    expect(press(asked, 'y').answers.overrides.size).toBe(0);
  });

  it('asks before an endpoint is opened to everybody by taking a change back, or making it again', () => {
    const closed = press(review(), '/', 'login', 'enter', '3');
    const asked = press(closed, 'u');
    expect(asked).toMatchObject({ overlay: 'open', opening: { what: 'POST /login' } });
    expect(chosenEndpoint(press(asked, 'n'))?.pattern).toBe('listing');
    expect(press(asked, 'n').patterns.undo).toHaveLength(1);
    const open = press(asked, 'y');
    expect(chosenEndpoint(open)?.pattern).toBe('open');
    expect(chosenEndpoint(press(open, 'U'))?.pattern).toBe('listing');

    const opened = press(review(), '5', 'y', 'u');
    expect(modeOf(opened)).toBe('patterns');
    expect(press(opened, 'U')).toMatchObject({
      overlay: 'open',
      opening: { what: 'GET /campaigns/{campaign_id}' },
    });
    expect(chosenEndpoint(press(opened, 'U', 'y'))?.pattern).toBe('open');
  });

  it('counts nothing as changed that stays as it is', async () => {
    const same = press(review(), 'c');
    expect(same.notice).toBe("It is the classifier's answer already");
    expect(press(same, 'u').notice).toBe('There is nothing to undo');
    const around = press(review(), 'r', 'r');
    expect(around.answers.overrides.size).toBe(0);
    expect(around.notice).toBe('It is single-resource: now it counts as looked at');
    const only = press(press(await reading(unsureSpec()), 'enter', 'enter'), 'r');
    expect(only.notice).toBe('There is no other place for its id');
    expect(only.answers.overrides.size).toBe(0);
  });

  it('offers no secret as the place of an id, and a plain token in a path, which may say what is meant', async () => {
    const spec = folderWith({
      'openapi.yaml': `openapi: 3.1.0
info: { title: Files, version: '1' }
paths:
  /tenants/{tenant_id}/exports/{token}:
    post:
      parameters:
        - { in: path, name: tenant_id, required: true, schema: { type: string } }
        - { in: path, name: token, required: true, schema: { type: string } }
        - { in: query, name: access_token, schema: { type: string } }
        - { in: query, name: api_key, schema: { type: string } }
        - { in: query, name: token_id, schema: { type: string } }
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                folder_id: { type: string }
                newPassword: { type: string }
                client_secret: { type: string }
      responses: { '200': { description: ok } }
`,
    });
    let state = press(await reading(join(spec, 'openapi.yaml')), 'enter', 'enter');
    const seen = new Set<string | undefined>();
    for (let count = 0; count < 12; count += 1) {
      state = press(state, 'r');
      seen.add(chosenEndpoint(state)?.resource.from);
    }
    expect([...seen].sort()).toEqual([
      'application',
      'body:folder_id',
      'path:tenant_id',
      'path:token',
      'query:token_id',
    ]);
  });

  it('does not open an endpoint to everybody by going through the patterns', () => {
    const seen = new Set<string | undefined>();
    let state = review();
    for (let count = 0; count < 8; count += 1) {
      state = press(state, 'p');
      seen.add(chosenEndpoint(state)?.pattern);
    }
    expect([...seen].sort()).toEqual(['batch', 'creation', 'implicit-scope', 'listing', 'single-resource']);
  });

  it('goes to the next unsure endpoint before it goes on, and tells of those that were passed over', async () => {
    const unsure = press(await reading(unsureSpec()), 'enter', 'enter');
    const { open } = reviewCounts(unsure);
    expect(open).toBeGreaterThan(1);
    const at = press(unsure, 'end', 'enter');
    expect(at.step).toBe('Patterns');
    expect(at.notice).toContain(`${open} unsure endpoints to look at`);
    expect(chosenEndpoint(at)?.confidence).toBeLessThan(0.9);
    const next = press(at, 'enter');
    expect(chosenEndpoint(next)).not.toBe(chosenEndpoint(at));
    expect(press(at, 'A').step).toBe('Model');
    const looked = Array.from({ length: open }).reduce<WizardState>(
      (now) => press(now, 'enter', 'space'),
      unsure,
    );
    expect(press(looked, 'enter').step).toBe('Model');
  });

  it('changes where the resource is, and what it is called', () => {
    const moved = press(review(), 'r');
    expect(chosenEndpoint(moved)?.resource.from).toBe('application');
    expect(press(moved, 't').notice).toContain('choose another resource');
    const named = press(moved, 'r', 't', 'ctrl+u', 'Mailing', 'enter');
    expect(chosenEndpoint(named)?.resource).toEqual({ type: 'Mailing', from: 'path:campaign_id' });
    expect(press(named, 't', 'ctrl+u', 'if', 'enter').notice).toContain('`if` is not a type');
  });

  it('searches and filters, and letters of a search are no keys', () => {
    const searched = press(review(), '/', 'message update');
    expect(paths(searched)).toEqual(['PUT /messages/{message_id}']);
    expect(press(searched, 'esc').patterns).toMatchObject({ typing: 'no', search: { text: '' } });
    expect(paths(press(review(), '/', 'message put -campaign'))).toEqual(['PUT /messages/{message_id}']);
    expect(paths(press(searched, 'ctrl+u', 'messages', 'enter', 'f', 'f'))).toEqual([
      'POST /campaigns/{campaign_id}/messages',
    ]);
    expect(paths(press(review(), 's'))).toEqual([]);
    expect(paths(press(review(), 'p', 's', 's'))).toEqual(['GET /campaigns/{campaign_id}']);
  });

  it('counts what was looked at, and accepts all at once', () => {
    const one = press(review(), 'space');
    expect(one.patterns).toMatchObject({ chosen: 1, accepted: new Set(['GET /campaigns/{campaign_id}']) });
    expect(paths(press(one, 's', 's', 's'))).toHaveLength(12);
    const all = press(one, 'A');
    expect(all.step).toBe('Model');
    expect(all.patterns.accepted.size).toBe(13);
  });

  it('stays inside its rows, whatever is pressed', () => {
    expect(press(review(), 'up', 'pageup').patterns.chosen).toBe(0);
    expect(press(review(), 'G', 'down').patterns.chosen).toBe(12);
    expect(chosenEndpoint(press(review(), 'G', '/', 'login'))?.action).toBe('login');
  });
});

describe('the model', () => {
  const model = () => press(read, 'enter', 'enter', 'enter');

  it('is a tree of what contains what', () => {
    const rows = treeRows(model()).filter(({ attribute }) => !attribute);
    expect(rows.map(({ type, depth }) => `${'  '.repeat(depth)}${type.name}`)).toEqual([
      'Application',
      'Role',
      'Tenant',
      '  EmailCampaign',
      '    EmailMessage',
      'User',
    ]);
  });

  it('loses the attributes that are ticked off, one or all of a type', () => {
    const tenant = press(model(), 'down', 'down', 'space');
    expect(tenant.answers.withoutAttributes).toEqual(['Tenant.maxUsers', 'Tenant.planTier']);
    expect(press(tenant, 'down', 'space').answers.withoutAttributes).toEqual(['Tenant.planTier']);
    const type = tenant.api.read?.drafter
      .model(tenant.answers)
      ?.entityTypes.find(({ name }) => name === 'Tenant');
    expect(type?.attributes).toEqual([]);
  });

  it('has as many attributes as are asked for, and either mapping type', () => {
    expect(press(model(), 'a', 'a').answers.attributes).toBe('none');
    expect(press(model(), 'm').answers.mappingType).toBe('SimpleRest');
  });
});

describe('the principal', () => {
  it('follows the claims that are typed, and asks for those that are needed', () => {
    const asked = press(read, 'enter', 'enter', 'enter', 'enter');
    const typed = press(asked, 'ctrl+u', 'uid', 'down', 'down', 'down', 'ctrl+u', 'Team', 'down', 'p1');
    expect(typed.answers).toMatchObject({ claims: { subject: 'uid', userPoolId: 'p1' }, groupType: 'Team' });
    expect(typed.api.read?.drafter.principal(typed.answers)?.entity).toMatchObject({
      uid: { type: 'EmailMarketing::User', id: 'ana' },
      parents: [{ type: 'EmailMarketing::Team', id: 'p1|editor' }, { type: 'EmailMarketing::Tenant' }],
    });
    const empty = press(asked, 'ctrl+u', 'enter');
    expect(empty).toMatchObject({ step: 'Principal', notice: 'The subject claim needs a name' });
  });
});

describe('the last steps', () => {
  const templates = () => press(read, 'enter', 'enter', 'enter', 'enter', 'enter');
  const planned = (state: WizardState) =>
    wizardReducer(state, {
      type: 'planned',
      answers: state.answers,
      outcome: {
        ok: true,
        value: [
          { name: 'authz.yaml', text: 'new', before: 'old' },
          { name: 'policies/a.cedar', text: 'new', before: 'mine' },
          { name: 'policies/b.cedar', text: 'new' },
        ],
        diagnostics: [],
      },
    });

  it('wants at least one template', () => {
    const ticked = templates().start.templates.findIndex(({ name }) => name === 'members');
    const none = press(
      templates(),
      ...Array<string>(ticked).fill('down'),
      'space',
      ...Array<string>(20).fill('down'),
      'space',
      'enter',
    );
    expect(none).toMatchObject({ step: 'Templates', answers: { templates: [] } });
  });

  it('keeps policies that exist unless told otherwise, and writes by a key of its own only', () => {
    const summary = planned(press(templates(), 'enter'));
    expect(summary.summary.keep).toEqual(new Set(['policies/a.cedar']));
    expect(press(summary, 'enter', 'enter').task).toBeUndefined();
    expect(press(summary, 'down', 'space').summary.keep).toEqual(new Set());
    const added = press(summary, 'down', 'down', 'space');
    expect(added.summary.keep).toEqual(new Set(['policies/a.cedar']));
    expect(added.notice).toBe('There is nothing to keep of policies/b.cedar: it is new');
    expect(press(summary, 'w').task).toMatchObject({ type: 'write', keep: new Set(['policies/a.cedar']) });
  });

  it('says what is wrong when the files cannot be made or written, and can go back', () => {
    const problem = { severity: 'error', code: 'usage', message: 'no' } as const;
    const failed = { ok: false, diagnostics: [problem] } as const;
    const planning = press(templates(), 'enter');
    const { answers } = planning;
    const unmade = wizardReducer(planning, { type: 'planned', answers, outcome: failed });
    expect(press(unmade, 'w').notice).toBe('There is nothing to write yet');
    expect(press(unmade, 'esc').step).toBe('Templates');
    const unwritten = wizardReducer(press(planned(press(templates(), 'enter')), 'w'), {
      type: 'written',
      outcome: failed,
    });
    expect(unwritten.summary).toMatchObject({ phase: 'ready', problems: [problem] });
  });
});

describe('leaving', () => {
  it('is asked once, from any step, and Ctrl-C twice leaves', () => {
    const review = ['enter', 'enter'];
    const steps = ['enter', 'enter', 'A', 'enter', 'enter', 'enter'];
    for (const keys of [...steps.map((_, index) => steps.slice(0, index)), steps, [...review, '/']]) {
      const asked = press(read, ...keys, 'ctrl+c');
      expect(asked.overlay).toBe('leave');
      expect(press(asked, 'esc')).toMatchObject({ overlay: 'none', step: press(read, ...keys).step });
      expect(press(asked, 'ctrl+c').end).toEqual({ type: 'left' });
    }
  });

  it('takes two Ctrl-C from whatever stands in place of a step, too', () => {
    const review = press(read, 'enter', 'enter');
    for (const state of [press(read, '?'), press(read, ':', 'x'), press(review, '5')]) {
      const asked = press(state, 'ctrl+c');
      expect(asked).toMatchObject({ overlay: 'leave', opening: undefined });
      expect(press(asked, 'ctrl+c').end).toEqual({ type: 'left' });
    }
  });

  it('does not wait for the first replay', () => {
    const planning = press(read, 'enter', 'enter', 'A', 'enter', 'enter', 'enter');
    const { answers } = planning;
    const files = [{ name: 'authz.yaml', text: 'x' }];
    const outcome = { ok: true, value: files, diagnostics: [] } as const;
    const writing = press(wizardReducer(planning, { type: 'planned', answers, outcome }), 'w');
    expect(press(writing, 'ctrl+c')).toMatchObject({ end: undefined, notice: 'The files are being written' });
    const done = [{ name: 'authz.yaml', outcome: 'created' }] as const;
    const written = wizardReducer(writing, {
      type: 'written',
      outcome: { ok: true, value: done, diagnostics: [] },
    });
    expect(press(written, 'ctrl+c').end).toEqual({
      type: 'written',
      files: done,
      findings: [],
      watch: false,
    });
  });

  it('can start over on a screen of any size', () => {
    const progress = progressOf(press(read, 'enter'));
    if (!progress) throw new Error('there is progress');
    const small = { width: 40, height: 8 };
    const asked = initialState({ ...START, unfinished: progress }, small);
    expect(modeOf(asked)).toBe('resume');
    expect(press(asked, 'n')).toMatchObject({ screen: small, overlay: 'none', step: 'API' });
  });

  it('keeps everything that was answered', () => {
    const left = press(read, 'enter', 'ctrl+u', 'Mine', 'enter', 'p', 'space');
    const progress = progressOf(left);
    expect(progress).toMatchObject({
      step: 'Patterns',
      spec: 'openapi.yaml',
      answers: { namespace: 'Mine' },
    });
    const offered = initialState({ ...START, ...(progress ? { unfinished: progress } : {}) });
    expect(modeOf(offered)).toBe('resume');
    const resumed = press(offered, 'y');
    expect(resumed).toMatchObject({
      step: 'Patterns',
      answers: left.answers,
      task: { type: 'read', file: 'openapi.yaml' },
    });
    expect(press(offered, 'n')).toMatchObject({ step: 'API', answers: START.answers });
  });
});

describe('the key map', () => {
  it('types what it does not know, and helps everywhere but in a search', () => {
    expect(meaning(press(read, 'enter'), 'q')).toBeUndefined();
    expect(meaning(press(read, 'enter'), '?')).toBe('help');
    expect(meaning(press(read, 'enter', 'enter', '/'), '?')).toBeUndefined();
    expect(press(read, '?').overlay).toBe('help');
    expect(press(read, '?', 'q')).toMatchObject({ overlay: 'none', end: undefined });
  });
});
