import { describe, expect, it } from 'vitest';
import { generatePolicies } from '../../../src/core/generation/generate-policies.ts';
import { generateSchema } from '../../../src/core/generation/generate-schema.ts';
import { readSchema } from '../../../src/core/model/read-schema.ts';
import { callMapper } from '../../../src/core/requests/map-call.ts';
import { chooseTemplates } from '../../../src/project/templates.ts';
import { valueIn } from '../../helpers/outcome.ts';

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
function asks(method: string, url: string, body: unknown, overrides?: Json): string[] | string {
  const schema = valueIn(readSchema({ file: 's', text: valueIn(generated(PATHS, overrides)).text }));
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

  it('asks about both that the path joins by a verb, or says that nothing does', () => {
    expect(asks('POST', '/photos/p1/replace/p2', undefined)).toEqual([
      'replacePhoto Photo p2',
      'updatePhoto Photo p1',
    ]);
    const { model } = valueIn(generated());
    const notify = model.actions.find(({ name }) => name === 'notifyStudent');
    expect(notify?.remarks?.unasked).toContain('may name a `Student` as well, by `{student_id}`');
  });

  it('asks about the class whose attendance is recorded, besides each student', () => {
    expect(asks('POST', '/classes/c1/attendance', { student_ids: ['s1'] })).toEqual([
      'recordAttendance Student s1',
      'updateClass Class c1',
    ]);
  });

  it('says of an update what it may move, and that nothing is asked', () => {
    const { model } = valueIn(generated());
    const update = model.actions.find(({ name }) => name === 'updatePhoto');
    expect(update?.remarks?.unasked).toContain('may name an `Album` as well, by `album_id` in the body');
    const policies = generatePolicies(valueIn(chooseTemplates(['standard'])), model);
    expect(policies.diagnostics).toContainEqual(expect.objectContaining({ code: 'second-unasked' }));
    const members = valueIn(policies).find(({ name }) => name === 'members.cedar');
    expect(members?.text).toContain('//   updatePhoto: its calls may name an `Album`');
  });

  it('asks what a person says that it asks, where the call names it', () => {
    const also = { 'PUT /photos/{photo_id}': { also: 'createPhoto body:album_id?' } };
    expect(asks('PUT', '/photos/p1', { title: 'x' }, also)).toEqual(['updatePhoto Photo p1']);
    expect(asks('PUT', '/photos/p1', { album_id: 'a9' }, also)).toEqual([
      'updatePhoto Photo p1',
      'createPhoto Album a9',
    ]);
    expect(asks('PUT', '/photos/p1', [{ album_id: 'a9' }], also)).toContain('album_id');
    const none = { 'POST /photos/move': { also: 'none' } };
    expect(asks('POST', '/photos/move', { photo_ids: ['p1'], album_id: 'a9' }, none)).toEqual([
      'movePhotos Photo p1',
    ]);
  });

  it.each([
    ['createFoto body:album_id', 'which is no action', 'did you mean `createPhoto`?'],
    ['createPhoto', 'cannot be `createPhoto`', 'expected'],
    ['createPhoto path:album_id', 'names no parameter of the path', 'expected'],
  ])('refuses `%s`', (also, message, help) => {
    const [problem] = generated(PATHS, { 'PUT /photos/{photo_id}': { also } }).diagnostics;
    expect(problem?.message).toContain(message);
    expect(problem?.help).toContain(help);
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
