import { describe, expect, it } from 'vitest';
import { generatePolicies } from '../../../../src/core/generation/generate-policies.ts';
import { generateSchema } from '../../../../src/core/generation/generate-schema.ts';
import { readSchema } from '../../../../src/core/model/read-schema.ts';
import { callMapper } from '../../../../src/core/requests/map-call.ts';
import { chooseTemplates } from '../../../../src/project/templates.ts';
import { valueIn } from '../../../helpers/outcome.ts';

type Json = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const list = { type: 'array', items: text };
const takes = (properties: Json, required: readonly string[] = Object.keys(properties)) => ({
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { type: 'object', required, properties } } },
  },
});
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: text });

const PATHS = {
  '/classes/{class_id}': {
    parameters: [inPath('class_id')],
    put: { operationId: 'updateClass', ...takes({ title: text }) },
  },
  '/classes/{class_id}/attendance': {
    parameters: [inPath('class_id')],
    post: { operationId: 'recordAttendance', ...takes({ student_ids: list }) },
  },
  '/students/{student_id}': {
    parameters: [inPath('student_id')],
    get: { operationId: 'getStudent' },
  },
  '/albums/{album_id}/photos': {
    parameters: [inPath('album_id')],
    post: { operationId: 'createPhoto', ...takes({ title: text }) },
  },
  '/photos/{photo_id}': {
    parameters: [inPath('photo_id')],
    get: { operationId: 'getPhoto' },
    put: { operationId: 'updatePhoto', ...takes({ title: text, album_id: text }, []) },
  },
  '/labels/{label_id}': {
    parameters: [inPath('label_id')],
    delete: { operationId: 'deleteLabel' },
  },
  '/photos/{photo_id}/labels/{label_id}': {
    parameters: [inPath('photo_id'), inPath('label_id')],
    delete: { operationId: 'takeLabelOff' },
  },
  '/photos/{photo_id}/comments/{comment_id}': {
    parameters: [inPath('photo_id'), inPath('comment_id')],
    delete: { operationId: 'deleteComment' },
  },
  '/{owner}/shelves/{shelf_id}': {
    parameters: [inPath('owner'), inPath('shelf_id')],
    delete: { operationId: 'deleteShelf' },
  },
  '/photos/{photo_id}/replace/{other_photo_id}': {
    parameters: [inPath('photo_id'), inPath('other_photo_id')],
    post: { operationId: 'replacePhoto' },
  },
  '/students/{student_id}/notify/{other_student_id}': {
    parameters: [inPath('student_id'), inPath('other_student_id')],
    post: { operationId: 'notifyStudent' },
  },
  '/photos/move': { post: { operationId: 'movePhotos', ...takes({ photo_ids: list, album_id: text }) } },
};

/** The same, where nothing is made in an album. */
const READ_ALBUMS = {
  ...PATHS,
  '/albums/{album_id}/photos': { parameters: [inPath('album_id')], get: { operationId: 'listPhotos' } },
};

function generated(paths: Json = PATHS, overrides: Json = {}) {
  const value = { openapi: '3.1.0', info: { title: 'School', version: '1' }, paths };
  const root = { file: 'x', text: '', value, locate: () => undefined };
  return generateSchema(
    { root, others: new Map() },
    {
      namespace: 'School',
      mappingType: 'ResourceRest',
      attributes: 'needed',
      format: 'json',
      overrides: new Map(Object.entries(overrides)) as never,
    },
  );
}

/** What a call asks, as the schema file says it: `ACTION TYPE ID`, one for each request. */
function asks(
  method: string,
  url: string,
  body: unknown,
  overrides?: Json,
  paths: Json = PATHS,
): string[] | string {
  const schema = valueIn(readSchema({ file: 's', text: valueIn(generated(paths, overrides)).text }));
  const mapper = valueIn(callMapper(schema.model));
  const principal = { uid: { type: 'School::User', id: 'ana' }, attrs: {}, parents: [] };
  const mapped = mapper.map({ method, url, body }, principal);
  if (mapped.type !== 'requests') return mapped.reason;
  return mapped.requests.map(
    ({ action, resource }) => `${action.id} ${resource.type.replace('School::', '')} ${resource.id}`,
  );
}

describe('a call that acts on two things', () => {
  it('asks where photos are moved to, besides each photo', () => {
    expect(asks('POST', '/photos/move', { photo_ids: ['p1', 'p2'], album_id: 'a9' })).toEqual([
      'movePhotos Photo p1',
      'movePhotos Photo p2',
      'createPhoto Album a9',
    ]);
    expect(asks('POST', '/photos/move', { photo_ids: ['p1'] })).toContain('has no `album_id`');
    expect(asks('POST', '/photos/move', { photo_ids: ['p1'], album_id: ['a1', 'a2'] })).toContain('album_id');
  });

  it('asks where listed things go, or says that it does not, also where the path speaks of neither', () => {
    const reposition = (spoken: Json) => {
      const call = { operationId: 'reposition', ...spoken, ...takes({ photo_ids: list, album_id: text }) };
      const { model } = valueIn(generated({ ...PATHS, '/archive/reposition': { post: call } }));
      return model.actions.find(({ name }) => name === 'reposition');
    };
    const moves = reposition({ summary: 'Move several photos to another album' });
    expect(moves?.endpoints[0]).toMatchObject({ pattern: 'batch', from: 'body:photo_ids' });
    expect(moves?.endpoints[0]?.second).toMatchObject({ action: 'createPhoto', from: 'body:album_id' });
    expect(reposition({})?.endpoints[0]).toMatchObject({ pattern: 'batch', from: 'body:photo_ids' });
    expect(reposition({})?.remarks?.unasked).toContain('`Album` as well, by `album_id` in the body');
  });

  it('asks about the photo that a label is taken off, as the label itself stays', () => {
    expect(asks('DELETE', '/photos/p1/labels/l1', undefined)).toEqual([
      'takeLabelOff Label l1',
      'updatePhoto Photo p1',
    ]);
    expect(asks('DELETE', '/labels/l1', undefined)).toEqual(['deleteLabel Label l1']);
    expect(asks('DELETE', '/photos/p1/comments/c1', undefined)).toEqual(['deleteComment Comment c1']);
    expect(asks('DELETE', '/ana/shelves/s1', undefined)).toEqual(['deleteShelf Shelf s1']);
    const { model } = valueIn(generated());
    expect(model.actions.find(({ name }) => name === 'deleteShelf')?.remarks?.unasked).toBeUndefined();
  });

  it('asks about both where one is taken off that the same path puts on, though nothing deletes it', () => {
    const student = '/students/{student_id}';
    const tied = {
      ...PATHS,
      [student]: { ...PATHS[student], patch: { operationId: 'updateStudent', ...takes({ name: text }) } },
      '/classes/{class_id}/students/{student_id}': {
        parameters: [inPath('class_id'), inPath('student_id')],
        put: { operationId: 'enrol' },
        delete: { operationId: 'expel' },
      },
    };
    expect(asks('PUT', '/classes/c1/students/s1', undefined, {}, tied)).toEqual([
      'enrol Student s1',
      'updateClass Class c1',
    ]);
    expect(asks('DELETE', '/classes/c1/students/s1', undefined, {}, tied)).toEqual([
      'expel Student s1',
      'updateClass Class c1',
    ]);
  });

  it('asks about both that the path joins by a verb, or says that nothing does', () => {
    expect(asks('POST', '/photos/p1/replace/p2', undefined)).toEqual([
      'replacePhoto Photo p2',
      'updatePhoto Photo p1',
    ]);
    const { model } = valueIn(generated());
    const notify = model.actions.find(({ name }) => name === 'notifyStudent');
    expect(notify?.remarks?.unasked).toContain('may name a `Student` as well, by `{student_id}`');
  });

  it('asks about what things are taken out of, whatever the method', () => {
    const taken = {
      '/classes/{class_id}/students': {
        parameters: [inPath('class_id')],
        delete: { operationId: 'takeOut', ...takes({ student_ids: list }) },
      },
    };
    const paths = { ...PATHS, ...taken };
    expect(asks('DELETE', '/classes/c1/students', { student_ids: ['s1'] }, undefined, paths)).toEqual([
      'takeOut Student s1',
      'updateClass Class c1',
    ]);
  });

  it('asks about the class whose attendance is recorded, besides each student', () => {
    expect(asks('POST', '/classes/c1/attendance', { student_ids: ['s1'] })).toEqual([
      'recordAttendance Student s1',
      'updateClass Class c1',
    ]);
  });

  describe('where an update says anew where the thing is', () => {
    it('asks there what making one asks, if the call says so', () => {
      expect(asks('PUT', '/photos/p1', { title: 'x' })).toEqual(['updatePhoto Photo p1']);
      expect(asks('PUT', '/photos/p1', { title: 'x', album_id: 'a9' })).toEqual([
        'updatePhoto Photo p1',
        'createPhoto Album a9',
      ]);
      expect(asks('PUT', '/photos/p1', [{ album_id: 'a9' }])).toContain('album_id');
      expect(asks('PUT', '/photos/p1', { album_id: ['a9'] })).toContain('album_id');
    });

    it('asks so also where the body must name the place', () => {
      const put = { operationId: 'updatePhoto', ...takes({ title: text, album_id: text }) };
      const paths = { ...PATHS, '/photos/{photo_id}': { ...PATHS['/photos/{photo_id}'], put } };
      expect(asks('PUT', '/photos/p1', { album_id: 'a9' }, {}, paths)).toContain('createPhoto Album a9');
      expect(asks('PUT', '/photos/p1', { title: 'x' }, {}, paths)).toEqual(['updatePhoto Photo p1']);
    });

    it('asks so also where a POST updates', () => {
      const { get, put } = PATHS['/photos/{photo_id}'];
      const paths = {
        ...PATHS,
        '/photos/{photo_id}': { parameters: [inPath('photo_id')], get, post: put },
      };
      expect(asks('POST', '/photos/p1', { album_id: 'a9' }, {}, paths)).toEqual([
        'updatePhoto Photo p1',
        'createPhoto Album a9',
      ]);
    });

    it('says of a third thing that nothing asks about it', () => {
      const takesBoth = takes({ depends_on_photo_id: text, album_id: text }, []);
      const put = { operationId: 'updatePhoto', ...takesBoth };
      const paths = { ...PATHS, '/photos/{photo_id}': { ...PATHS['/photos/{photo_id}'], put } };
      expect(asks('PUT', '/photos/p1', { album_id: 'a9', depends_on_photo_id: 'p2' }, {}, paths)).toEqual([
        'updatePhoto Photo p1',
        'createPhoto Album a9',
      ]);
      const update = valueIn(generated(paths)).model.actions.find(({ name }) => name === 'updatePhoto');
      expect(update?.remarks?.unasked).toContain('`Photo` as well, by `depends_on_photo_id` in the body');
    });

    it('takes a parent of what is in a tenant alone for another one of its kind', () => {
      const folders = {
        '/organizations/{id}/folders': {
          parameters: [inPath('id')],
          post: { operationId: 'createFolder', ...takes({ title: text }) },
        },
        '/folders/{folder_id}': {
          parameters: [inPath('folder_id')],
          patch: { operationId: 'updateFolder', ...takes({ title: text, parent_id: text }, []) },
        },
      };
      const update = valueIn(generated(folders)).model.actions.find(({ name }) => name === 'updateFolder');
      expect(update?.remarks?.unasked).toContain('may name a `Folder` as well, by `parent_id` in the body');
      expect(update?.remarks?.unplaced).toBeUndefined();
    });

    it('leaves it to the handler whose it is', () => {
      const put = { operationId: 'updatePhoto', ...takes({ user_id: text }, []) };
      const users = {
        parameters: [inPath('user_id')],
        post: { operationId: 'addPhoto', ...takes({ title: text }) },
      };
      const photos = { ...PATHS['/photos/{photo_id}'], put };
      const paths = { ...PATHS, '/photos/{photo_id}': photos, '/users/{user_id}/photos': users };
      expect(asks('PUT', '/photos/p1', { user_id: 'u9' }, {}, paths)).toEqual(['updatePhoto Photo p1']);
    });
  });

  it('says of an update what it may move, and that nothing can be asked, as no action makes or changes the place', () => {
    const { model } = valueIn(generated(READ_ALBUMS));
    const update = model.actions.find(({ name }) => name === 'updatePhoto');
    expect(update?.remarks?.unasked).toContain('may name an `Album` as well, by `album_id` in the body');
    const policies = generatePolicies(valueIn(chooseTemplates(['standard'])), model);
    const told = policies.diagnostics.find(({ code }) => code === 'second-unasked');
    expect(told?.help).toContain('with the endpoint as the API description writes it');
    const members = valueIn(policies).find(({ name }) => name === 'members.cedar');
    expect(members?.text).toContain('//   updatePhoto: its calls may name an `Album`');
  });

  it('says so in a file of policies only of what these permit', () => {
    const put = { ...PATHS['/photos/{photo_id}'].put, summary: 'For admins only' };
    const paths = { ...READ_ALBUMS, '/photos/{photo_id}': { ...PATHS['/photos/{photo_id}'], put } };
    const policies = generatePolicies(
      valueIn(chooseTemplates(['standard'])),
      valueIn(generated(paths)).model,
    );
    const told = policies.diagnostics.find(({ code }) => code === 'second-unasked')?.details;
    expect(told).toContainEqual(expect.stringContaining('updatePhoto'));
    const members = valueIn(policies).find(({ name }) => name === 'members.cedar');
    expect(members?.text).not.toContain('updatePhoto');
  });

  it('says so to groups of the API too, of what they may do', () => {
    const reserved = (groups: readonly string[]) => {
      const put = { ...PATHS['/photos/{photo_id}'].put, 'x-authz-groups': groups };
      const get = { ...PATHS['/photos/{photo_id}'].get, 'x-authz-groups': ['guest'] };
      const paths = { ...READ_ALBUMS, '/photos/{photo_id}': { ...PATHS['/photos/{photo_id}'], get, put } };
      const policies = generatePolicies(
        valueIn(chooseTemplates(['api-groups'])),
        valueIn(generated(paths)).model,
      );
      const told = policies.diagnostics.find(({ code }) => code === 'second-unasked')?.details ?? [];
      return { told, text: valueIn(policies)[0]?.text };
    };
    const told = 'updatePhoto: its calls may name an `Album` as well';
    expect(reserved(['editor']).told).toEqual([expect.stringContaining(told)]);
    expect(reserved(['editor']).text).toContain(`// NOT COVERED: 1 action may act on a second thing`);
    expect(reserved(['editor']).text).toContain(`//   ${told}`);
    expect(reserved([]).told).toEqual([]);
    expect(reserved([]).text).not.toContain('NOT COVERED');
  });

  it('asks what a person says that it asks, where the call names it', () => {
    const also = { 'PUT /photos/{photo_id}': { also: 'createPhoto body:album_id?' } };
    expect(asks('PUT', '/photos/p1', { title: 'x' }, also)).toEqual(['updatePhoto Photo p1']);
    expect(asks('PUT', '/photos/p1', { album_id: 'a9' }, also)).toEqual([
      'updatePhoto Photo p1',
      'createPhoto Album a9',
    ]);
    expect(asks('PUT', '/photos/p1', [{ album_id: 'a9' }], also)).toContain('album_id');
    // `Object.assign({}, body)` has that album.
    const inherited = JSON.parse('{ "__proto__": { "album_id": "a9" } }');
    expect(asks('PUT', '/photos/p1', inherited, also)).toContain('album_id');
    const none = { 'POST /photos/move': { also: 'none' } };
    expect(asks('POST', '/photos/move', { photo_ids: ['p1'], album_id: 'a9' }, none)).toEqual([
      'movePhotos Photo p1',
    ]);
  });

  it.each([
    ['createFoto body:album_id', 'which is not an action', 'did you mean `createPhoto`?'],
    ['createPhoto', 'cannot be `createPhoto`', 'expected'],
    ['createPhoto path:album_id', 'names no parameter or body property', 'did you mean `body:album_id`?'],
    ['createPhoto body:albun_id?', 'names no parameter or body property', 'did you mean `body:album_id`?'],
    ['createPhoto query:album', 'names no parameter or body property', 'it can be'],
  ])('refuses `%s`', (also, message, help) => {
    const [problem] = generated(PATHS, { 'PUT /photos/{photo_id}': { also } }).diagnostics;
    expect(problem?.message).toContain(message);
    expect(problem?.help).toContain(help);
  });

  it.each([
    ['createPhoto body:destination', 'calls without it are refused'],
    ['createPhoto body:destination?', 'nothing is asked of calls without it'],
  ])('takes `%s`, which the body that is described does not have, with a warning', (also, help) => {
    const made = generated(PATHS, { 'PUT /photos/{photo_id}': { also } });
    expect(made.diagnostics).toMatchObject([{ severity: 'warning', code: 'override', help }]);
    expect(valueIn(made).text).toContain(also);
  });

  it('is refused by a schema that has not the action that it asks for', () => {
    const { text } = valueIn(generated());
    const broken = readSchema({
      file: 's',
      text: text.replace('batch body:photo_ids createPhoto', 'batch body:photo_ids createFoto'),
    });
    expect(broken).toMatchObject({ ok: false, diagnostics: [{ help: 'did you mean `createPhoto`?' }] });
  });
});

const one = (type: string, beside: Json = {}) => ({
  [`/${type}s/{${type}Id}`]: {
    parameters: [inPath(`${type}Id`)],
    get: { operationId: `get_${type}` },
    patch: { operationId: `update_${type}`, ...takes({ title: text }, []) },
  },
  ...beside,
});
const on = (type: string, action: string, body: Json) => ({
  [`/${type}s/{${type}Id}/${action}`]: {
    parameters: [inPath(`${type}Id`)],
    post: { operationId: `${action}_${type}`, ...body },
  },
});
const BOARDS = {
  ...one('board'),
  ...one('card'),
  '/boards/{boardId}/cards': {
    parameters: [inPath('boardId')],
    get: { operationId: 'list_cards' },
    post: { operationId: 'add_card', ...takes({ title: text, parentCardId: text }, ['title']) },
  },
  ...on('card', 'move', takes({ targetBoardId: text, parentCardId: text }, ['targetBoardId'])),
  ...on('card', 'transfer', takes({ to_board: text, to_date: text }, ['to_board'])),
  ...on('card', 'rename', takes({ to_board: text })),
  ...on('card', 'duplicate', takes({ boardId: text })),
  ...on('card', 'dependencies', takes({ dependsOnCardId: text })),
  ...on('card', 'join', takes({ into: text })),
  '/notes:batch': {
    post: {
      operationId: 'add_notes',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'array', items: { type: 'object', properties: { board_id: text, text } } },
          },
        },
      },
    },
  },
  '/cards/merge': { post: { operationId: 'merge_cards', ...takes({ winnerId: text, loserId: text }) } },
  '/cards/reorder': { post: { operationId: 'reorder', ...takes({ boardId: text, cardIds: list }) } },
  '/boards/{fromBoardId}/links/{toBoardId}': {
    parameters: [inPath('fromBoardId'), inPath('toBoardId')],
    post: { operationId: 'link_boards' },
  },
};
const BOARD_PATHS = BOARDS as unknown as typeof PATHS;
const boardAsks = (method: string, url: string, body?: unknown) =>
  asks(method, url, body, undefined, BOARD_PATHS);
describe('a path that names a thing which does not contain the other', () => {
  const below = (...names: string[]) => ({ parameters: names.map(inPath) });
  const paths = {
    '/projects/{projectId}/tasks': {
      ...below('projectId'),
      post: { operationId: 'createTask', ...takes({ title: text }) },
    },
    '/projects/{projectId}/import-from/{sourceProjectId}': {
      ...below('projectId', 'sourceProjectId'),
      post: { operationId: 'importTasks', ...takes({ name: text }) },
    },
    '/projects/{projectId}/tasks/{taskId}': {
      ...below('projectId', 'taskId'),
      put: { operationId: 'updateTask' },
    },
    '/tasks/{taskId}': { ...below('taskId'), get: { operationId: 'getTask' } },
    '/tasks/{taskId}/project/{projectId}': {
      ...below('taskId', 'projectId'),
      get: { operationId: 'getPlace' },
      put: { operationId: 'placeTask', ...takes({ order: text }) },
    },
    '/users/{userId}/tasks/{taskId}': {
      ...below('userId', 'taskId'),
      put: { operationId: 'giveTask', ...takes({ note: text }) },
    },
  };
  const { model } = valueIn(generated(paths));
  const said = model.actions.flatMap(({ name, remarks }) =>
    remarks?.unasked === undefined ? [] : [`${name}: ${remarks.unasked}`],
  );

  it('is said of what changes something, but for whoever something is given to', () => {
    expect(said).toEqual([
      'importTasks: its calls may name a `Project` as well, by `{sourceProjectId}`, and nothing asks about that',
      'placeTask: its calls may name a `Task` as well, by `{taskId}`, and nothing asks about that',
    ]);
  });
});

describe('a path that names what something is made in', () => {
  const paths = {
    ...one('zone'),
    '/zones/{zoneId}/pins': {
      parameters: [inPath('zoneId')],
      post: { operationId: 'add_pin', ...takes({ title: text }) },
    },
  } as unknown as typeof PATHS;
  const unasked = (overrides: NonNullable<Parameters<typeof generated>[1]>) =>
    valueIn(generated(paths, overrides)).model.actions.find(({ name }) => name === 'add_pin')?.remarks
      ?.unasked;

  it('is told where the question is about the application', () => {
    expect(unasked({})).toBeUndefined();
    const override = { pattern: 'creation', resource: 'application' } as const;
    expect(unasked({ 'POST /zones/{zoneId}/pins': override })).toBe(
      'its calls may name a `Zone` as well, by `{zoneId}`, and nothing asks about that',
    );
  });
});

describe('what is merged, listed or added', () => {
  const paths = {
    ...one('client'),
    ...one('zone'),
    ...one('board'),
    '/clients/{id}/merge-into/{targetId}': {
      parameters: [inPath('id'), inPath('targetId')],
      post: { operationId: 'mergeInto' },
    },
    ...on('client', 'merge', takes({ sourceClientIds: list }, [])),
    ...on('client', 'apply', takes({ zoneIds: list }, [])),
    '/boards/{boardId}/zones': {
      parameters: [inPath('boardId')],
      post: { operationId: 'add_zone', ...takes({ zoneId: text }, []) },
    },
    '/boards/{boardId}/pins': {
      parameters: [inPath('boardId')],
      post: { operationId: 'add_pin', ...takes({ pinId: text, title: text }, []) },
    },
    '/boards/{boardId}/pins/{pinId}': {
      parameters: [inPath('boardId'), inPath('pinId')],
      patch: { operationId: 'update_pin', ...takes({ title: text, zoneIds: list }, []) },
    },
  } as unknown as typeof PATHS;
  const unasked = (name: string) =>
    valueIn(generated(paths)).model.actions.find((action) => action.name === name)?.remarks?.unasked;

  it('is another one of the kind, by whatever name the path has for it', () => {
    expect(asks('POST', '/clients/c1/merge-into/c2', undefined, {}, paths)).toEqual([
      'mergeInto Client c2',
      'update_client Client c1',
    ]);
  });

  it('is what the path says it takes away, and not a thing of its own', () => {
    const takenOff = {
      ...one('contact'),
      ...one('group'),
      '/groups/{groupId}/removeContact/{contactId}': {
        parameters: [inPath('groupId'), inPath('contactId')],
        post: { operationId: 'take_off' },
      },
    } as unknown as typeof PATHS;
    const { model } = valueIn(generated(takenOff));
    expect(model.actions.find(({ name }) => name === 'take_off')?.resourceType).toBe('Contact');
    expect(model.entityTypes.map(({ name }) => name)).not.toContain('RemoveContact');
  });

  it('is said to be unasked, where the call may leave it out, too', () => {
    expect(unasked('merge_client')).toContain('may name a `Client` as well, by `sourceClientIds`');
    expect(unasked('apply_client')).toContain('may name a `Zone` as well, by `zoneIds`');
    expect(unasked('add_zone')).toContain('may name a `Zone` as well, by `zoneId`');
  });

  it('is nothing else where a new one brings its identifier, or an update lists what it refers to', () => {
    expect(unasked('add_pin')).toBeUndefined();
    expect(unasked('update_pin')).toBeUndefined();
  });
});

describe('what is given to another tenant', () => {
  const accessOf = (body: Json) =>
    valueIn(
      generated({ ...one('zone'), ...on('zone', 'push', body) } as unknown as typeof PATHS),
    ).model.actions.find(({ name }) => name === 'push_zone')?.remarks?.access;

  it('is handed over, where nothing is asked about that', () => {
    expect(accessOf(takes({ targetAccount: text }))).toBe(
      'it says by `targetAccount` to whom it hands it over',
    );
    expect(accessOf(takes({ to_org: text }))).toContain('`to_org`');
  });

  it('is no payment, and no account that it belongs to anyway', () => {
    expect(accessOf(takes({ toAccount: text, amount: text }))).toBeUndefined();
    expect(accessOf(takes({ accountId: text }))).toBeUndefined();
  });
});

const unaskedOf = (name: string) =>
  valueIn(generated(BOARDS)).model.actions.find((action) => action.name === name)?.remarks?.unasked;

describe('a second thing that is called after where it stands', () => {
  it('is where something goes, or where one like it is made', () => {
    expect(boardAsks('POST', '/cards/c1/move', { targetBoardId: 'b9' })).toEqual([
      'move_card Card c1',
      'add_card Board b9',
    ]);
    expect(boardAsks('POST', '/cards/c1/duplicate', { boardId: 'b9' })).toEqual([
      'duplicate_card Card c1',
      'add_card Board b9',
    ]);
  });

  it('may be said by what it is joined to alone', () => {
    expect(boardAsks('POST', '/cards/c1/join', { into: 'c2' })).toEqual([
      'join_card Card c1',
      'update_card Card c2',
    ]);
  });

  it('is told where items of a list name it, and something is made in each', () => {
    expect(unaskedOf('add_notes')).toBe(
      'its calls may name a `Board` as well, by `body[].board_id`, and nothing asks about that',
    );
  });

  it('needs no word for its identifier where something goes there', () => {
    expect(boardAsks('POST', '/cards/c1/transfer', { to_board: 'b9', to_date: '2026-01-01' })).toEqual([
      'transfer_card Card c1',
      'add_card Board b9',
    ]);
    expect(boardAsks('POST', '/cards/c1/rename', { to_board: 'b9' })).toEqual(['rename_card Card c1']);
  });

  it('is the other one of two that become one, and has the type of both', () => {
    expect(boardAsks('POST', '/cards/merge', { winnerId: 'c1', loserId: 'c2' })).toEqual([
      'merge_cards Card c1',
      'update_card Card c2',
    ]);
    expect(boardAsks('POST', '/boards/b1/links/b2')).toEqual([
      'link_boards Board b2',
      'update_board Board b1',
    ]);
  });

  it('is not asked about where only the path says what it is: the parent of a file is no file', () => {
    const copy = on('file', 'copy', takes({ parent: { type: 'object', properties: { id: text } } }));
    const { model } = valueIn(generated({ ...one('file'), ...one('folder'), ...copy }));
    const endpoints = model.actions.flatMap((action) => action.endpoints);
    expect(endpoints.filter(({ second }) => second !== undefined)).toEqual([]);
  });

  it('is said where nothing can be asked about it', () => {
    expect(unaskedOf('dependencies_card')).toContain('`Card` as well, by `dependsOnCardId` in the body');
    expect(unaskedOf('add_card')).toContain('`Card` as well, by `parentCardId` in the body');
    expect(unaskedOf('reorder')).toContain('`Card` as well, by `cardIds` in the body');
    expect(unaskedOf('update_card')).toBeUndefined();
  });

  it.each([
    [
      'that go into the one of the path, though they are in it already',
      'POST /albums/{albumId}/photos',
      { photoIds: list },
    ],
    ['that become one with the one of the path', 'POST /photos/{photoId}/merge', { sourceIds: list }],
    ['that become one with the one of the body', 'POST /photos/merge', { sourceIds: list, targetId: text }],
    ['that it may be put into', 'PATCH /photos/{photoId}', { title: text, workspaceIds: list }],
  ])('is said of several %s', (_, endpoint, properties) => {
    const [method = '', path = ''] = endpoint.split(' ');
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const call = {
      parameters: names.map(inPath),
      [method.toLowerCase()]: { operationId: 'act', ...takes(properties) },
    };
    const photos = {
      '/workspaces/{workspaceId}': {
        parameters: [inPath('workspaceId')],
        get: { operationId: 'getWorkspace' },
      },
      '/workspaces/{workspaceId}/photos': {
        parameters: [inPath('workspaceId')],
        post: { operationId: 'addPhoto', ...takes({ title: text }) },
      },
    };
    const paths = { ...one('album'), ...one('photo'), ...photos, [path]: call };
    const action = valueIn(generated(paths)).model.actions.find(({ name }) => name === 'act');
    expect(action?.remarks?.unasked).toContain('as well, by `');
  });

  it.each([
    [
      'an object with its id',
      { board: { type: 'object', properties: { id: text } } },
      { board: { id: 'b9' } },
    ],
    [
      'an object that names it',
      { destination: { type: 'object', properties: { boardId: text } } },
      { destination: { boardId: 'b9' } },
    ],
  ])('is what the body holds as %s', (_, properties, sent) => {
    const act = { parameters: [inPath('cardId')], patch: { operationId: 'act', ...takes(properties) } };
    const { model } = valueIn(generated({ ...BOARDS, '/cards/{cardId}/place': act }));
    const action = model.actions.find(({ name }) => name === 'act');
    expect(action?.remarks?.unasked).toContain('may name a `Board` as well, by');
    const paths = { ...BOARD_PATHS, ...on('card', 'transfer', takes(properties)) };
    expect(asks('POST', '/cards/c1/transfer', sent, undefined, paths)).toEqual([
      'transfer_card Card c1',
      'add_card Board b9',
    ]);
  });

  it('is not what an object in the body only holds for itself, such as who sends it', () => {
    const sender = { type: 'object', properties: { id: text, name: text } };
    const call = on('card', 'print', takes({ printer: sender, label: text }));
    const { model } = valueIn(generated({ ...BOARDS, ...call }));
    expect(model.actions.find(({ name }) => name === 'print_card')?.remarks?.unasked).toBeUndefined();
  });

  it('is where a copy goes, though the path names where the first one is', () => {
    const below = { parameters: [inPath('spaceId'), inPath('pageId')] };
    const spaces = {
      '/spaces/{spaceId}/pages': {
        parameters: [inPath('spaceId')],
        post: { operationId: 'addPage', ...takes({ title: text }) },
      },
      '/spaces/{spaceId}/pages/{pageId}': { ...below, get: { operationId: 'getPage' } },
      '/spaces/{spaceId}/pages/{pageId}/clone': {
        ...below,
        post: { operationId: 'clonePage', ...takes({ spaceId: text }) },
      },
    };
    expect(asks('POST', '/spaces/s1/pages/p1/clone', { spaceId: 's2' }, undefined, spaces as never)).toEqual([
      'clonePage Page p1',
      'addPage Space s2',
    ]);
  });

  it('is said where one thing is tied to another, which its name alone says', () => {
    const api = {
      ...one('shipment'),
      ...one('vehicle'),
      ...on('shipment', 'assign', takes({ vehicleId: text })),
    };
    const action = valueIn(generated(api)).model.actions.find(({ name }) => name === 'assign_shipment');
    expect(action?.remarks?.unasked).toContain('`Vehicle` as well, by `vehicleId` in the body');
  });

  it('is said where an act needs little more than both, and neither contains the other', () => {
    const post = (name: string, ...needed: string[]) => ({
      post: {
        operationId: name,
        ...takes(Object.fromEntries(needed.map((value) => [value, text])), needed),
      },
    });
    const api = {
      ...one('slot'),
      ...one('patient'),
      '/slots/book': post('book', 'slotId', 'patientId'),
      '/slots/describe': post('describe_slot', 'slotId', 'patientId', 'title', 'note'),
      '/slots/{id}/release': { parameters: [inPath('id')], ...post('release', 'patientId') },
    } as unknown as typeof PATHS;
    const { actions } = valueIn(generated(api)).model;
    const unasked = (name: string) => actions.find((action) => action.name === name)?.remarks?.unasked;
    expect(unasked('book')).toContain('`Patient` as well, by `patientId` in the body');
    expect(unasked('release')).toContain('`Patient` as well, by `patientId` in the body');
    expect(unasked('describe_slot')).toBeUndefined();
  });

  describe('is said of the tenant that only a property puts the thing into', () => {
    const order = { type: 'object', properties: { id: text, tenantId: text } };
    const answers = {
      responses: { 200: { description: '', content: { 'application/json': { schema: order } } } },
    };
    const orders = {
      '/tenants/{tenantId}': { parameters: [inPath('tenantId')], get: { operationId: 'getTenant' } },
      '/orders': {
        post: { operationId: 'createOrder', ...takes({ title: text, tenantId: text }, ['title']) },
      },
      '/orders/{orderId}': {
        parameters: [inPath('orderId')],
        get: { operationId: 'getOrder', ...answers },
        put: { operationId: 'updateOrder', ...takes({ title: text, tenantId: text }, []) },
        delete: { operationId: 'deleteOrder' },
      },
    };
    const unasked = (name: string, overrides?: Readonly<Record<string, Json>>) =>
      valueIn(generated(orders, overrides)).model.actions.find((action) => action.name === name)?.remarks
        ?.unasked;

    it.each(['createOrder', 'updateOrder'])('by %s, whose body names one', (name) => {
      expect(unasked(name)).toContain('`Tenant` as well, by `tenantId` in the body');
    });

    it('and not by what names none, nor where a person says that nothing is asked', () => {
      expect(unasked('deleteOrder')).toBeUndefined();
      expect(unasked('updateOrder', { 'PUT /orders/{orderId}': { also: 'none' } })).toBeUndefined();
    });
  });

  it('is said of what is made in another of its kind as well', () => {
    const transfers = {
      ...one('account'),
      '/transfers': {
        post: {
          operationId: 'transfer',
          ...takes({ fromAccountId: text, toAccountId: text, amount: { type: 'number' } }),
        },
      },
      '/transfers/{transferId}': { parameters: [inPath('transferId')], get: { operationId: 'getTransfer' } },
    };
    const { model } = valueIn(generated(transfers));
    const transfer = model.actions.find(({ name }) => name === 'transfer');
    expect(transfer?.endpoints[0]?.from).toBe('body:fromAccountId');
    expect(transfer?.endpoints[0]?.second).toMatchObject({ from: 'body:toAccountId' });
  });

  it('is no other thing where that is its name', () => {
    const groups = { ...one('group'), ...one('target-group'), ...one('rule') };
    const paths = { ...groups, ...on('rule', 'move', takes({ targetGroupId: text })) };
    const types = valueIn(generated(paths)).model.entityTypes.map(({ name }) => name);
    expect(types).toEqual(expect.arrayContaining(['Group', 'TargetGroup']));
    const move = valueIn(generated(paths)).model.actions.find(({ name }) => name === 'move_rule');
    expect(move?.endpoints[0]?.second).toMatchObject({ action: 'update_target-group' });
  });
});

describe('what is made, and may belong to something', () => {
  const madeBy = (properties: Json) => {
    const paths = {
      '/students/{student_id}': {
        parameters: [inPath('student_id')],
        get: { operationId: 'getStudent' },
      },
      '/absences/{absence_id}': {
        parameters: [inPath('absence_id')],
        get: { operationId: 'getAbsence' },
      },
      '/absences': { post: { operationId: 'createAbsence', ...takes(properties, ['reason']) } },
    };
    return valueIn(generated(paths)).model.actions.find(({ name }) => name === 'createAbsence');
  };

  it('says that nothing asks about what only some calls name', () => {
    const action = madeBy({ reason: text, student_id: text });
    expect(action?.resourceType).toBe('Application');
    expect(action?.remarks?.unasked).toContain('may name a `Student` as well, by `student_id` in the body');
  });

  it.each([
    ['patient', 'ward', (noun: string) => `${noun}_id`],
    ['title', 'member', (noun: string) => `${noun}Id`],
  ])(
    'says that nothing asks about the second of two that every call names: a %s and a %s',
    (first, other, idOf) => {
      const properties = { [idOf(first)]: text, [idOf(other)]: text };
      const paths = {
        ...one(first),
        ...one(other),
        '/bookings': { post: { operationId: 'createBooking', ...takes(properties) } },
        '/bookings/{bookingId}': { parameters: [inPath('bookingId')], get: { operationId: 'getBooking' } },
      };
      const action = valueIn(generated(paths)).model.actions.find(({ name }) => name === 'createBooking');
      expect(action?.endpoints[0]?.from).toBe(`body:${idOf(first)}`);
      expect(action?.remarks?.unasked).toContain(`as well, by \`${idOf(other)}\` in the body`);
    },
  );

  it('is not what is made, where every call names that beside what it is made in', () => {
    const paths = {
      ...one('patient'),
      '/visits': { post: { operationId: 'createVisit', ...takes({ patient_id: text, visit_id: text }) } },
      '/visits/{visit_id}': { parameters: [inPath('visit_id')], get: { operationId: 'getVisit' } },
    };
    const action = valueIn(generated(paths)).model.actions.find(({ name }) => name === 'createVisit');
    expect(action?.endpoints[0]?.from).toBe('body:patient_id');
    expect(action?.remarks?.unasked).toBeUndefined();
  });

  it('is not what its own id names', () => {
    expect(madeBy({ reason: text, absence_id: text })?.remarks?.unasked).toBeUndefined();
  });
});
