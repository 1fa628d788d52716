import { describe, expect, it } from 'vitest';
import { generatePolicies } from '../../../../src/core/generation/generate-policies.ts';
import { generateSchema } from '../../../../src/core/generation/generate-schema.ts';
import { actionsLeftOut } from '../../../../src/core/generation/policies/left-out.ts';
import { readSchema } from '../../../../src/core/model/read-schema.ts';
import { checkPolicies } from '../../../../src/core/policies/check-policies.ts';
import { allTemplates, chooseTemplates } from '../../../../src/project/templates.ts';
import { generate, type Json, jsonBody, operation } from '../../../helpers/generate.ts';
import { valueIn } from '../../../helpers/outcome.ts';
import { policyFile } from '../../../helpers/policies.ts';
import { sourceOf } from '../../../helpers/source.ts';

const named = jsonBody({ type: 'object', properties: { name: { type: 'string' } } });

const PATHS: Json = {
  '/admin/emails': { get: operation('listAllEmails') },
  '/accounts/{id}/oauth': { get: operation('getConnection', ['id']) },
  '/credentials': { get: operation('getCredentials') },
  '/me/settings': { put: operation('updateMySettings', [], named) },
  '/registry': { delete: operation('deleteRegistry'), get: operation('getRegistry') },
  '/sort-notebook': { put: operation('sortNotebook') },
  '/droplets': { post: operation('createDroplet', [], named), get: operation('listDroplets') },
  '/droplets/{id}': { get: operation('getDroplet', ['id']), delete: operation('deleteDroplet', ['id']) },
};

function schemaOf(mappingType: 'ResourceRest' | 'SimpleRest' = 'ResourceRest') {
  const { text } = valueIn(generate(PATHS, { mappingType }));
  return valueIn(readSchema({ file: 'schema.json', text }));
}

function policyText(name: string): string {
  const standard = valueIn(chooseTemplates(['standard']));
  const files = valueIn(generatePolicies(standard, schemaOf().model));
  return files.find((file) => file.name === `${name}.cedar`)?.text ?? '';
}

describe('what the standard templates leave out', () => {
  it('is administration, credentials, and what changes something without saying what', () => {
    const left = actionsLeftOut(schemaOf().model).map(({ action, reservation }) => [
      action.name,
      reservation,
    ]);
    expect(left).toEqual([
      ['getConnection', 'presumed'],
      ['listAllEmails', 'administrative'],
      ['getCredentials', 'secret'],
      ['deleteRegistry', 'unidentified'],
      ['sortNotebook', 'undocumented'],
    ]);
  });

  it('is what a batch changes where every action is about the application', () => {
    const paths: Json = {
      '/droplets': {
        delete: {
          ...operation('deleteDroplets'),
          parameters: [{ name: 'ids', in: 'query', schema: { type: 'array', items: { type: 'string' } } }],
        },
      },
      '/droplets/{id}': { delete: operation('deleteDroplet', ['id']) },
    };
    const { text } = valueIn(generate(paths, { mappingType: 'SimpleRest' }));
    const { model } = valueIn(readSchema({ file: 'schema.json', text }));
    expect(actionsLeftOut(model).map(({ action }) => action.name)).toEqual(['deleteDroplets']);
    const { diagnostics } = generatePolicies(valueIn(chooseTemplates(['standard'])), model);
    expect(diagnostics.map(({ message }) => message)).toContain(
      '1 action is in no policy for members, viewers or everybody, as it changes or deletes several things, and the policies are asked about none of them',
    );
  });

  it('is in no policy but the one of administrators, who may do everything', () => {
    const { model } = schemaOf();
    const files = valueIn(generatePolicies(valueIn(chooseTemplates(['standard'])), model));
    for (const { action } of actionsLeftOut(model))
      expect(files.filter(({ text }) => text.includes(`"${action.name}"`))).toEqual([]);
    expect(policyText('administrators')).toMatch(/action,\s+resource/);
  });

  it('leaves members what the call identifies, viewers what they read, and everybody their own', () => {
    expect(policyText('members')).toMatch(/"createDroplet"[\s\S]*"deleteDroplet"/);
    expect(policyText('viewers')).toMatch(/"listDroplets"[\s\S]*"getDroplet"[\s\S]*"getRegistry"/);
    expect(policyText('implicit-scope')).toContain('action == App::Action::"updateMySettings"');
  });

  it('is told by reason, with a line that permits it', () => {
    const { model, json } = schemaOf();
    const outcome = generatePolicies(valueIn(chooseTemplates(['standard'])), model, { userPoolId: 'pool' });
    const told = outcome.diagnostics.filter(({ code }) => code === 'left-out');
    expect(told.map(({ severity, details }) => [severity, details?.length])).toEqual([
      ['info', 1],
      ['info', 1],
      ['info', 1],
      ['info', 1],
      ['info', 1],
    ]);
    for (const { message, help } of told) {
      expect(message).toContain('1 action is in no policy for members, viewers or everybody, as it ');
      expect(help).toContain('to permit it, add its line');
    }
    const lines = told.flatMap(({ details = [] }) => details);
    expect(lines[4]).toContain('principal in App::UserGroup::"pool|member"');
    expect(lines[4]).toContain('// DELETE /registry');
    expect(lines[2]).toContain('permit (principal, action == App::Action::"getConnection", resource);');
    expect(checkPolicies([policyFile(lines.join('\n'), 'more.cedar')], json).diagnostics).toEqual([]);
  });

  it('is told with a line that Cedar reads, whatever characters names and paths have', () => {
    const outcome = generate({
      '/admin/odd\npermit (principal, action, resource);': { get: operation('tell\u0007"all"\u0085') },
    });
    const { model, json } = valueIn(readSchema({ file: 'schema.json', text: valueIn(outcome).text }));
    const { diagnostics } = generatePolicies(valueIn(chooseTemplates(['standard'])), model);
    const lines = diagnostics
      .filter(({ code }) => code === 'left-out')
      .flatMap(({ details = [] }) => details);
    const check = checkPolicies([policyFile(lines.join('\n'), 'more.cedar')], json);
    expect(check.policySet.policies).toHaveLength(1);
    expect(check.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('is forbidden all the same where everything is', () => {
    const readOnly = allTemplates().filter(({ name }) => name === 'read-only');
    const [file] = valueIn(generatePolicies(readOnly, schemaOf().model));
    for (const name of ['deleteRegistry', 'sortNotebook', 'updateMySettings', 'deleteDroplet'])
      expect(file?.text).toContain(`"${name}"`);
    expect(file?.text).not.toContain('"getRegistry"');
  });

  it('is nothing where no template permits by nature', () => {
    const outcome = generatePolicies(
      allTemplates().filter(({ name }) => name === 'administrators'),
      schemaOf().model,
    );
    expect(outcome.diagnostics).toEqual([]);
  });
});

describe('what the groups of the API leave out', () => {
  const needing = (groups: readonly string[], made: Json) => ({ ...made, 'x-authz-groups': groups });
  const paths: Json = {
    '/shelves/{shelf}/tins': { get: operation('listTins', ['shelf']) },
    '/shelves/{shelf}': { delete: needing(['keeper'], operation('deleteShelf', ['shelf'])) },
    '/tins/{tin}': { put: operation('updateTin', ['tin'], named) },
    '/admin/audits': { get: operation('listAudits') },
  };
  const told = (names: readonly string[], given: Json = paths) => {
    const { model } = valueIn(readSchema({ file: 'schema.json', text: valueIn(generate(given)).text }));
    const { diagnostics } = generatePolicies(valueIn(chooseTemplates(names)), model);
    return diagnostics.filter(({ code }) => code === 'left-out');
  };

  it('is told where no other template is chosen: what is reserved by its reason, the rest as named nowhere', () => {
    expect(told(['api-groups']).map(({ message }) => message)).toEqual([
      '1 action is in no policy for members, viewers or everybody, as it seems to be for those who run the system',
      '2 actions are in no policy for groups, as the API description names no group for them',
    ]);
    expect(told(['api-groups'])[1]?.details).toEqual([
      'permit (principal in App::UserGroup::"member", action == App::Action::"listTins", resource); // GET /shelves/{shelf}/tins',
      'permit (principal in App::UserGroup::"member", action == App::Action::"updateTin", resource); // PUT /tins/{tin}',
    ]);
  });

  it('is not what another template permits by its nature', () => {
    expect(told(['api-groups', 'viewers'])[1]?.details).toEqual([expect.stringContaining('"updateTin"')]);
    expect(told(['api-groups', 'members'])).toHaveLength(1);
  });

  it('is nothing where the API names no group at all', () => {
    const { '/shelves/{shelf}': _, ...without } = paths;
    expect(told(['api-groups'], without)).toEqual([]);
  });
});

describe('groups of a user pool', () => {
  it('are called in policies as principals are in them', () => {
    const policies = valueIn(generatePolicies(allTemplates(), schemaOf().model, { userPoolId: 'eu-1_a' }));
    const groups = policies.flatMap(({ text }) => text.match(/UserGroup::"[^"]*"/g) ?? []);
    expect(new Set(groups)).toEqual(
      new Set(['UserGroup::"eu-1_a|admin"', 'UserGroup::"eu-1_a|member"', 'UserGroup::"eu-1_a|viewer"']),
    );
  });
});

describe('what holds other things', () => {
  const visible = jsonBody({ type: 'object', properties: { private: { type: 'boolean' } } });
  const paths: Json = {
    '/groups/{group}/repos/{repo}': {
      get: operation('getRepo', ['group', 'repo']),
      patch: operation('updateRepo', ['group', 'repo'], visible),
      delete: operation('deleteRepo', ['group', 'repo']),
    },
    '/groups/{group}/repos/{repo}/issues/{issue}': {
      patch: operation('updateIssue', ['group', 'repo', 'issue'], visible),
      delete: operation('deleteIssue', ['group', 'repo', 'issue']),
    },
    '/groups/{group}/repos/{repo}/issues/{issue}/comments/{comment}': {
      delete: operation('deleteComment', ['group', 'repo', 'issue', 'comment']),
    },
    '/me/starred/{repo}': { delete: operation('unstar', ['repo']) },
    '/dossiers/{dossier}': { delete: operation('deleteDossier', ['dossier']) },
    '/dossiers/{dossier}/parts/{part}': { delete: operation('deletePart', ['dossier', 'part']) },
    '/dossiers/{dossier}/parts/{part}/pages/{page}': {
      delete: operation('deletePage', ['dossier', 'part', 'page']),
    },
    '/albums/{album}': { delete: operation('deleteAlbum', ['album']) },
    '/albums/{album}/photos/{photo}': { delete: operation('deletePhoto', ['album', 'photo']) },
  };

  it('is deleted by those who are named where a text alone says what goes with it', () => {
    const said = (name: string, id: string, description: string) => ({
      ...operation(name, [id]),
      description,
    });
    const told: Json = {
      '/forms/{form}': { delete: said('deleteForm', 'form', "Delete this form and all of it's responses") },
      '/clips/{clip}': { delete: said('deleteClip', 'clip', 'Deletes a clip and all its data.') },
      '/tests/{test}': { delete: said('deleteTest', 'test', 'Delete a test, including all steps.') },
    };
    const { model } = valueIn(readSchema({ file: 'schema.json', text: valueIn(generate(told)).text }));
    expect(actionsLeftOut(model).map(({ action }) => action.remarks?.container)).toEqual([
      'its description says "and all of it\'s responses"',
    ]);
  });

  it('is an account, a patient or a school, too, of which nothing is known to be in it, and is still changed by members', () => {
    const bank: Json = {
      '/accounts/{account}': {
        put: operation('updateAccount', ['account'], jsonBody({ type: 'object', properties: { name: {} } })),
        delete: operation('closeAccount', ['account']),
      },
      '/patients/{patient}': { delete: operation('deletePatient', ['patient']) },
      '/schools/{school}': { delete: operation('deleteSchool', ['school']) },
      '/notes/{note}': { delete: operation('deleteNote', ['note']) },
    };
    const { model } = valueIn(readSchema({ file: 'schema.json', text: valueIn(generate(bank)).text }));
    expect(actionsLeftOut(model).map(({ action }) => `${action.name}: ${action.remarks?.container}`)).toEqual(
      [
        'closeAccount: it deletes one `Account`, and whatever is in it',
        'deletePatient: it deletes one `Patient`, and whatever is in it',
        'deleteSchool: it deletes one `School`, and whatever is in it',
      ],
    );
  });

  it('is deleted and shown by those who are named, and what is in it by members', () => {
    const { text } = valueIn(generate(paths));
    const { model } = valueIn(readSchema({ file: 'schema.json', text }));
    const left = actionsLeftOut(model).map(({ action, reservation }) => `${action.name} ${reservation}`);
    expect(left).toEqual(['deleteDossier container', 'updateRepo access', 'deleteRepo container']);
    const { remarks } = model.actions.find(({ name }) => name === 'deleteRepo') ?? {};
    expect(remarks?.container).toBe('it deletes one `Repo`, and every `Issue` in it');
    const { diagnostics } = generatePolicies(valueIn(chooseTemplates(['standard'])), model);
    expect(diagnostics.map(({ message }) => message)).toContain(
      '2 actions are in no policy for members, viewers or everybody, as each deletes a thing with everything that is in it',
    );
  });
});

describe('what is permitted to members, though the API description asks for a scope', () => {
  const secured = (id: string, scopes: readonly string[]): Json => ({
    '/plans/{id}': { get: { ...operation(id, ['id']), security: [{ oauth: scopes }] } },
  });
  const saidOf = (paths: Json, template: string) => {
    const { model } = valueIn(readSchema({ file: 'schema.json', text: valueIn(generate(paths)).text }));
    const { diagnostics } = generatePolicies(valueIn(chooseTemplates([template])), model);
    return diagnostics.filter(({ code }) => code === 'groups-unasked');
  };
  const paths = {
    ...secured('getPlan', ['read', 'plans']),
    '/notes/{id}': { get: { ...operation('getNote', ['id']), security: [{ oauth: ['read'] }] } },
    '/pets/{id}': { get: { ...operation('getPet', ['id']), security: [{ oauth: ['read'] }] } },
    '/secrets/{id}': { get: { ...operation('getSecret', ['id']), security: [{ oauth: ['read'] }] } },
    '/photos/{id}': { get: operation('getPhoto', ['id']) },
  };

  it('is told with the scopes, once for each', () => {
    expect(saidOf(paths, 'standard')).toMatchObject([
      {
        severity: 'info',
        message: '3 actions are permitted without the groups or scopes that the API description asks for',
        details: ['`read`: getNote and 1 more', '`plans` and `read`: getPlan'],
      },
    ]);
  });

  it('is not told where a policy asks for them, or permits none of it, or where there are none', () => {
    expect(saidOf(paths, 'api-groups')).toEqual([]);
    expect(saidOf(paths, 'administrators')).toEqual([]);
    expect(saidOf(secured('getPlan', []), 'standard')).toEqual([]);
  });
});

describe('what nobody knows the tenant of', () => {
  const paths: Json = {
    '/tenants/{tenant}/pets': { get: operation('listPets', ['tenant']) },
    '/tenants/{tenant}/pets/{pet}': { delete: operation('deletePet', ['tenant', 'pet']) },
    '/photos/{photo}': {
      get: operation('getPhoto', ['photo']),
      delete: operation('deletePhoto', ['photo']),
    },
  };
  const leftIn = (given: Parameters<typeof generate>[1]) => {
    const { text } = valueIn(generate(paths, given));
    return actionsLeftOut(valueIn(readSchema({ file: 'schema.json', text })).model).map(
      ({ action, reservation }) => `${action.name} ${reservation}`,
    );
  };

  it('is changed by nobody who is not named, until somebody says where it belongs', () => {
    expect(leftIn({})).toEqual(['deletePhoto unplaced']);
    expect(leftIn({ types: { Photo: { parents: ['Tenant'] } } })).toEqual([]);
    expect(leftIn({ mappingType: 'SimpleRest' })).toEqual([]);
  });
});

describe('an API for administrators', () => {
  const leftIn = (title: string) => {
    const document = { openapi: '3.1.0', info: { title, version: '1' }, paths: PATHS };
    const root = sourceOf(JSON.stringify(document), 'openapi.json');
    const options = {
      namespace: 'App',
      mappingType: 'ResourceRest',
      attributes: 'none',
      format: 'json',
    } as const;
    const made = generateSchema({ root, others: new Map() }, { ...options, overrides: new Map() });
    return actionsLeftOut(valueIn(made).model).filter(({ reservation }) => reservation === 'administrative');
  };

  it('is for those who run the system as a whole', () => {
    expect(leftIn('Keycloak Admin REST API')).toHaveLength(10);
    expect(leftIn('Badminton')).toHaveLength(1);
  });
});

it('whoever makes a tenant runs the system, whatever says that it is one', () => {
  const carrier = { type: 'object', properties: { name: { type: 'string' } } };
  const paths = {
    '/carriers': { post: operation('createCarrier', [], jsonBody(carrier)) },
    '/carriers/{carrierId}': { get: operation('getCarrier', ['carrierId']) },
    '/carriers/{carrierId}/ships': { post: operation('createShip', ['carrierId'], jsonBody(carrier)) },
    '/ships/{shipId}': { get: operation('getShip', ['shipId']) },
  };
  const administrativeOf = (tenantClaim: string) =>
    valueIn(generate(paths, { tenantClaim })).model.actions.flatMap(({ name, remarks }) =>
      remarks?.administrative === undefined ? [] : [`${name}: ${remarks.administrative}`],
    );
  expect(administrativeOf('tenant_id')).toEqual([]);
  expect(administrativeOf('carrier_id')).toEqual([
    'createCarrier: it makes one of the type `Carrier`, which keeps tenants apart',
  ]);
});

it('what is made in the tenant that the body says is made by nobody who is not named, where nothing asks about that', () => {
  const key = { type: 'integer' };
  const school = { type: 'object', properties: { id: key, organization: key } };
  const course = { type: 'object', properties: { id: key, school: key, title: { type: 'string' } } };
  const shown = (schema: Json) => ({
    responses: { 200: { description: '', content: { 'application/json': { schema } } } },
  });
  const titled = { type: 'object', properties: { title: { type: 'string' } } };
  const paths = {
    '/organizations/{id}': { get: operation('getOrganization', ['id']) },
    '/schools/{id}': { get: operation('getSchool', ['id'], shown(school)) },
    '/courses': { post: operation('createCourse', [], jsonBody(course)) },
    '/courses/{id}': {
      get: operation('getCourse', ['id'], shown(course)),
      patch: operation('updateCourse', ['id'], jsonBody(titled)),
    },
    '/lectures': { post: operation('createLecture', [], jsonBody(titled)) },
    '/lectures/{id}': { get: operation('getLecture', ['id'], shown(course)) },
  };
  const { model } = valueIn(readSchema({ file: 'schema.json', text: valueIn(generate(paths)).text }));
  expect(actionsLeftOut(model).map(({ action }) => `${action.name}: ${action.remarks?.unplaced}`)).toEqual([
    'createCourse: `school` in the body says which `Organization` it is made in, and nothing asks about that',
  ]);
});

it('what the body may put into another tenant is changed by nobody who is not named, where no action there can be asked', () => {
  const text = { type: 'string' };
  const desk = { type: 'object', properties: { id: text, companyId: text, name: text } };
  const changed = { type: 'object', properties: { companyId: text, name: text } };
  const shown = {
    responses: { 200: { description: '', content: { 'application/json': { schema: desk } } } },
  };
  const reservedIn = (making: Json) => {
    const paths = {
      '/companies/{id}/desks': { get: operation('listDesks', ['id']), ...making },
      '/desks/{deskId}': {
        get: operation('getDesk', ['deskId'], shown),
        patch: operation('updateDesk', ['deskId'], jsonBody(changed)),
      },
    };
    const { text } = valueIn(generate(paths));
    const { model } = valueIn(readSchema({ file: 'schema.json', text }));
    return actionsLeftOut(model).map(({ action }) => `${action.name}: ${action.remarks?.unplaced}`);
  };
  expect(reservedIn({})).toEqual([
    'updateDesk: `companyId` in the body says into which `Company` it puts the thing, and nothing asks about that',
  ]);
  expect(reservedIn({ post: operation('createDesk', ['id'], jsonBody(desk)) })).toEqual([]);
});

describe('what the body puts into a place that is asked about', () => {
  const text = { type: 'string' };
  const texts = { type: 'array', items: text };
  const updated = (method: string, path: string, properties: Json, also?: string) => {
    const parameters = path.includes('{') ? ['taskId'] : [];
    const body = jsonBody({ type: 'object', required: ['taskId', 'commentIds'], properties });
    const task = { get: operation('getTask', ['taskId']) };
    const paths = {
      '/companies/{companyId}': { get: operation('getCompany', ['companyId']) },
      '/companies/{companyId}/projects': { post: operation('createProject', ['companyId']) },
      '/projects/{projectId}': { get: operation('getProject', ['projectId']) },
      '/projects/{projectId}/tasks': { post: operation('createTask', ['projectId']) },
      '/tasks/{taskId}': task,
      '/tasks/{taskId}/comments': { post: operation('createComment', ['taskId']) },
      '/comments/{commentId}': { get: operation('getComment', ['commentId']) },
    };
    const call = { [method]: operation('updateTask', parameters, body) };
    const other = path === '/tasks/{taskId}' ? { ...task, ...call } : call;
    const overrides = new Map(also === undefined ? [] : [[`${method.toUpperCase()} ${path}`, { also }]]);
    const made = valueIn(generate({ ...paths, [path]: other }, { overrides }));
    const { model } = valueIn(readSchema({ file: 'schema.json', text: made.text }));
    const update = model.actions.find(({ name }) => name === 'updateTask');
    const unplaced = actionsLeftOut(model).find(({ action }) => action === update)?.action.remarks?.unplaced;
    return { second: update?.endpoints[0]?.second, unplaced };
  };
  const createsThere = { action: 'createTask', from: 'body:projectId', optional: true };

  it.each<[from: string, properties: Json]>([
    ['project_id', { projectId: text, project_id: text }],
    ['project.id', { projectId: text, project: { type: 'object', properties: { id: text } } }],
    ['projectIds', { projectId: text, projectIds: texts }],
    ['project_id', { commentIds: texts, projectId: text, project_id: text }],
  ])('is changed by nobody who is not named, where `%s` may say another place: %j', (from, properties) => {
    const { second, unplaced } = updated('patch', '/tasks/{taskId}', { title: text, ...properties });
    expect(second).toMatchObject(createsThere);
    expect(unplaced).toBe(
      `\`${from}\` in the body says into which \`Company\` it puts the thing, and nothing asks about that`,
    );
  });

  const holding = (properties: Json) => ({ type: 'object', properties });
  it.each<[from: string, properties: Json]>([
    ['task.project_id', { task: holding({ title: text, project_id: text }) }],
    ['data.attributes.projectId', { data: holding({ id: text, attributes: holding({ projectId: text }) }) }],
    [
      'data.relationships.project',
      { data: holding({ relationships: holding({ project: holding({ data: holding({ id: text }) }) }) }) },
    ],
  ])('is changed by nobody who is not named, where it says so in a wrapping: `%s`', (from, properties) => {
    expect(updated('patch', '/tasks/{taskId}', properties).unplaced).toBe(
      `\`${from}\` in the body says into which \`Company\` it puts the thing, and nothing asks about that`,
    );
    const without = JSON.parse(JSON.stringify(properties).replace(/project_?i?d?/gi, 'colour'));
    expect(updated('patch', '/tasks/{taskId}', without).unplaced).toBeUndefined();
    expect(updated('patch', '/tasks/{taskId}', properties, 'none').unplaced).toBeUndefined();
  });

  it('is changed by nobody who is not named, where only a list says where, after what else the body names', () => {
    const places = { commentIds: texts, projectIds: texts };
    expect(updated('patch', '/tasks/{taskId}', places).unplaced).toContain('`projectIds` in the body');
  });

  it('is changed by members, where what else the body names is no place', () => {
    const named = { dependsOnTaskId: text, projectId: text };
    const { second, unplaced } = updated('patch', '/tasks/{taskId}', named);
    expect([second, unplaced]).toEqual([expect.objectContaining(createsThere), undefined]);
  });

  it.each(['/tasks/{taskId}/update', '/tasks/{taskId}:edit', '/tasks/update', '/updateTask'])(
    'is asked about also where a POST says in its path that it updates: %s',
    (path) => {
      const { second } = updated('post', path, { taskId: text, title: text, projectId: text });
      expect(second).toMatchObject(createsThere);
    },
  );
});

it('what is kept of a person is read and changed by nobody who is not named, also where its own path names it alone', () => {
  const reservedIn = (paths: Json) => {
    const { text } = valueIn(generate(paths));
    const { model } = valueIn(readSchema({ file: 'schema.json', text }));
    return actionsLeftOut(model).map(({ action, reservation }) => `${action.name}: ${reservation}`);
  };
  const rated = jsonBody({ type: 'object', properties: { rating: { type: 'integer' } } });
  const reviews = {
    '/reviews/{id}': { get: operation('getReview', ['id']), patch: operation('updateReview', ['id'], rated) },
  };
  const ofEmployee = { '/employees/{id}/reviews': { post: operation('createReview', ['id'], rated) } };
  const ofFilm = { '/films/{id}/reviews': { post: operation('addReview', ['id'], rated) } };
  expect(reservedIn({ ...reviews, ...ofEmployee })).toEqual([
    'createReview: private',
    'getReview: private',
    'updateReview: private',
  ]);
  expect(reservedIn({ ...reviews, ...ofFilm })).toEqual([]);
  expect(reservedIn({ ...reviews, ...ofFilm, ...ofEmployee })).toEqual(['createReview: private']);
});

it('what acts in the tenants that the items of a list say is done by nobody who is not named', () => {
  const shipment = {
    type: 'object',
    properties: { tenant_id: { type: 'string' }, weight: { type: 'number' } },
  };
  const paths = {
    '/tenants/{tenant_id}': { get: operation('getTenant', ['tenant_id']) },
    '/shipments/bulk-import': {
      post: operation('importShipments', [], jsonBody({ type: 'array', items: shipment })),
    },
    '/shipments/{id}': {
      get: operation('getShipment', ['id'], {
        responses: { 200: { description: '', content: { 'application/json': { schema: shipment } } } },
      }),
    },
  };
  const { model } = valueIn(readSchema({ file: 'schema.json', text: valueIn(generate(paths)).text }));
  expect(actionsLeftOut(model).map(({ action }) => `${action.name}: ${action.remarks?.unplaced}`)).toEqual([
    'importShipments: `body[].tenant_id` says in which `Tenant` it acts, and nothing asks about that',
  ]);
});

it('what is made in the tenant that a wrapped body says is made by nobody who is not named', () => {
  const text = { type: 'string' };
  const one = { type: 'object', properties: { type: text, id: text } };
  const resource = (related: Json) => ({
    type: 'object',
    properties: {
      type: text,
      id: text,
      attributes: { type: 'object', properties: { title: text } },
      relationships: { type: 'object', properties: related },
    },
  });
  const parcel = {
    type: 'object',
    properties: {
      data: resource({ organization: { type: 'object', properties: { data: one } } }),
    },
  };
  const paths = {
    '/organizations/{id}': { get: operation('getOrganization', ['id']) },
    '/parcels': { post: operation('createParcel', [], jsonBody(parcel)) },
    '/parcels/{id}': {
      get: operation('getParcel', ['id'], {
        responses: {
          200: { description: '', content: { 'application/vnd.api+json': { schema: parcel } } },
        },
      }),
    },
  };
  const { model } = valueIn(readSchema({ file: 'schema.json', text: valueIn(generate(paths)).text }));
  expect(actionsLeftOut(model).map(({ action }) => `${action.name}: ${action.remarks?.unplaced}`)).toEqual([
    'createParcel: `data.relationships.organization` in the body says which `Organization` it is made in, and nothing asks about that',
  ]);
});

it('what acts on a thing of any tenant, where the question is about the application, is done by nobody who is not named', () => {
  const text = { type: 'string' };
  const shown = (properties: Json) => ({
    responses: {
      200: { description: '', content: { 'application/json': { schema: { type: 'object', properties } } } },
    },
  });
  const task = { project_id: text, title: text };
  const tasks = { type: 'array', items: { type: 'object', properties: task } };
  const comment = { type: 'object', properties: { task_id: text, colour_id: text, text } };
  const paths = {
    '/tenants/{tenant_id}/projects/{project_id}': {
      get: operation('getProject', ['tenant_id', 'project_id']),
    },
    '/tasks/{task_id}': { get: operation('getTask', ['task_id'], shown(task)) },
    '/tasks/bulk': { post: operation('createTasks', [], jsonBody(tasks)) },
    '/comments': { post: operation('createComment', [], jsonBody(comment)) },
    '/comments/{comment_id}': { get: operation('getComment', ['comment_id'], shown({ task_id: text })) },
    '/colours/{colour_id}': { get: operation('getColour', ['colour_id']) },
    '/palettes': {
      post: operation('createPalette', [], jsonBody({ type: 'object', properties: { colour_id: text } })),
    },
  };
  const { model } = valueIn(readSchema({ file: 'schema.json', text: valueIn(generate(paths)).text }));
  expect(actionsLeftOut(model).map(({ action }) => `${action.name}: ${action.remarks?.unplaced}`)).toEqual([
    'createComment: `task_id` in the body says in which `Tenant` it acts, and nothing asks about that',
    'createTasks: `body[].project_id` says in which `Tenant` it acts, and nothing asks about that',
  ]);
});

it('what is made in a tenant, of a thing that may be in another, is told of', () => {
  const text = { type: 'string' };
  const made = (required: readonly string[]) =>
    jsonBody({ type: 'object', required, properties: { projectId: text, colourId: text, title: text } });
  const paths = {
    '/tenants/{tenantId}/projects/{projectId}': { get: operation('getProject', ['tenantId', 'projectId']) },
    '/tenants/{tenantId}/milestones': {
      post: operation('createMilestone', ['tenantId'], made(['colourId', 'projectId'])),
    },
    '/tenants/{tenantId}/posters': { post: operation('createPoster', ['tenantId'], made(['title'])) },
    '/colours/{colourId}': { get: operation('getColour', ['colourId']) },
  };
  const unasked = valueIn(generate(paths)).model.actions.flatMap(({ name, remarks }) =>
    remarks?.unasked === undefined ? [] : [`${name}: ${remarks.unasked}`],
  );
  expect(unasked).toEqual([
    'createMilestone: its calls may name a `Project` as well, by `projectId` in the body, and nothing asks about that',
  ]);
});

it('what is made in no tenant is made by nobody who is not named, as it is changed by nobody', () => {
  const named = jsonBody({ type: 'object', properties: { name: { type: 'string' } } });
  const paths = {
    '/tenants/{tenantId}/docs': { post: operation('createDoc', ['tenantId'], named) },
    '/docs': { post: operation('createOwnDoc', [], named) },
    '/docs/{docId}': { put: operation('updateDoc', ['docId'], named) },
    '/regions': { post: operation('createRegion', [], named) },
    '/regions/{regionId}': { put: operation('updateRegion', ['regionId'], named) },
    '/reports': { post: operation('createReport', [], named) },
  };
  const unplaced = valueIn(generate(paths)).model.actions.flatMap(({ name, remarks }) =>
    remarks?.unplaced === undefined ? [] : [`${name}: ${remarks.unplaced}`],
  );
  expect(unplaced).toEqual([
    'createRegion: nothing says which `Tenant` a `Region` is in',
    'updateRegion: nothing says which `Tenant` a `Region` is in',
  ]);
});
