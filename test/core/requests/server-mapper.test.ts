import { describe, expect, it } from 'vitest';
import { isItem } from '../../../src/core/engine/http-status.ts';
import { readSchema } from '../../../src/core/model/read-schema.ts';
import type { Call } from '../../../src/core/requests/map-call.ts';
import { serverMapper } from '../../../src/core/requests/server/server-mapper.ts';
import { DEFAULT_SERVER_RULES } from '../../../src/core/requests/server/server-rules.ts';
import { emailModel } from '../../helpers/email-model.ts';
import { valueIn } from '../../helpers/outcome.ts';

const mapper = valueIn(serverMapper(emailModel));
const ana = { uid: { type: 'EmailApp::User', id: 'ana' }, attrs: {}, parents: [] };
const UNREAD = 'the body of the call is in no form that was read before it was authorized';
const LACKING = 'the body of the call has no `target`, which identifies the resource';

function reasonFor(call: Partial<Call>): string | undefined {
  const mapped = mapper.map({ method: 'POST', url: '/messages/move', ...call }, ana);
  return mapped.type === 'requests' ? undefined : mapped.reason;
}

describe('the mapper of a server', () => {
  it('says of a body that nobody has read that it was not read, not that it names nothing', () => {
    const sent = { 'content-type': 'text/plain', 'Content-Length': '15' };
    expect(reasonFor({ headers: sent })).toBe(UNREAD);
    expect(reasonFor({ headers: { 'transfer-encoding': 'chunked' } })).toBe(UNREAD);
    // Parsers leave an empty object for what is in another form.
    expect(reasonFor({ headers: sent, body: {} })).toBe(UNREAD);
    expect(reasonFor({ body: new Uint8Array(3) })).toBe(UNREAD);
  });

  it('says the same where policies require a member of the body', () => {
    const text = `namespace App { @principal entity User; entity Application;
      @endpoint("POST /notes creation application")
      action addNote appliesTo { principal: User, resource: Application, context: { body: { title: String } } }; }`;
    const { model } = valueIn(readSchema({ file: 'schema', text }));
    const ofNotes = valueIn(serverMapper(model));
    const reason = (call: Partial<Call>) => {
      const mapped = ofNotes.map({ method: 'POST', url: '/notes', ...call }, ana);
      return mapped.type === 'requests' ? undefined : mapped.reason;
    };
    expect(reason({ headers: { 'content-length': '15' } })).toBe(UNREAD);
    expect(reason({})).toBe('the call has no body, which the schema requires');
    expect(reason({ body: {} })).toBe('the call has no `title` of the body, which the schema requires');
    expect(reason({ body: { title: 'x' } })).toBeUndefined();
  });

  it('asks nothing where policies may speak of a body that nobody has read, also where it may be missing', () => {
    const text = `namespace App { @principal entity User; entity Note; entity Album; entity Tenant;
      @endpoint("PUT /notes/{id} single-resource path:id")
      action editNote appliesTo { principal: User, resource: Note,
        context: { body?: { title?: String }, tenants: Set<Tenant> } };
      @endpoint("HEAD /notes/{id} single-resource path:id")
      action peekNote appliesTo { principal: User, resource: Note };
      @endpoint("GET /notes/{id} single-resource path:id")
      action readNote appliesTo { principal: User, resource: Note, context: { body?: { title?: String } } };
      @endpoint("POST /notes/{id}/move single-resource path:id fillAlbum query:album")
      action moveNote appliesTo { principal: User, resource: Note, context: { tenants: Set<Tenant> } };
      @endpoint("POST /notes/{id}/copy single-resource path:id openAlbum body:album?")
      action copyNote appliesTo { principal: User, resource: Note };
      action fillAlbum appliesTo { principal: User, resource: Album, context: { body?: { title?: String } } };
      action openAlbum appliesTo { principal: User, resource: Album }; }`;
    const { model } = valueIn(readSchema({ file: 'schema', text }));
    const ofNotes = valueIn(serverMapper(model));
    const unread = { headers: { 'content-length': '15' } };
    for (const [method, url] of [
      ['PUT', '/notes/n1'],
      ['HEAD', '/notes/n1'],
      ['POST', '/notes/n1/move?album=a1'],
      ['POST', '/notes/n1/copy'],
    ] as const) {
      expect(ofNotes.map({ method, url }, ana).type).toBe('requests');
      expect(ofNotes.map({ method, url, ...unread, body: { album: 'a1' } }, ana).type).toBe('requests');
      // A server may know of a body that no header tells of.
      for (const told of [unread, { hasUnreadBody: true }])
        expect(ofNotes.map({ method, url, ...told }, ana)).toMatchObject({
          type: 'unusable',
          reason: UNREAD,
        });
    }
  });

  it('says what a body lacks that was read, or that is not there', () => {
    expect(reasonFor({})).toBe(LACKING);
    expect(reasonFor({ body: {}, headers: { 'content-length': '2' } })).toBe(LACKING);
    expect(reasonFor({ body: { to: 'c1' }, headers: { 'content-length': '11' } })).toBe(LACKING);
    expect(reasonFor({ body: { target: 'c1' }, headers: { 'content-length': '15' } })).toBeUndefined();
  });

  it('says of other calls what is wrong with them, whatever their body', () => {
    const headers = { 'content-length': '15' };
    expect(reasonFor({ method: 'DELETE', url: '/messages', headers })).toBe(
      'the query of the call has no `messagelist`, which identifies the resource',
    );
  });
});

describe('what a call asks besides', () => {
  const text = `namespace App { @principal entity User; entity Note; entity Album;
    @endpoint("PUT /notes/{id} single-resource path:id")
    action editNote appliesTo { principal: User, resource: Note };
    @endpoint("GET /notes/{id} single-resource path:id")
    action readNote appliesTo { principal: User, resource: Note, context: { queryStringParameters?: { q?: Long } } };
    @endpoint("HEAD /notes/{id} single-resource path:id")
    action peekNote appliesTo { principal: User, resource: Note, context: { queryStringParameters?: { p?: Long } } };
    @endpoint("POST /notes/{id}/copy single-resource path:id openAlbum body:album?")
    action copyNote appliesTo { principal: User, resource: Note };
    @endpoint("PATCH /notes/{id} single-resource query:id")
    action markNote appliesTo { principal: User, resource: Note };
    @endpoint("POST /notes/{id}/share single-resource path:id openAlbum query:album?")
    action shareNote appliesTo { principal: User, resource: Note };
    @endpoint("POST /notes/{id}/stick single-resource path:id openAlbum query:album")
    action stickNote appliesTo { principal: User, resource: Note };
    @endpoint("POST /notes/{id}/pin single-resource path:id fillAlbum query:album")
    action pinNote appliesTo { principal: User, resource: Note };
    @endpoint("DELETE /notes batch query:ids emptyAlbum query:album")
    action dropNote appliesTo { principal: User, resource: Note };
    @endpoint("POST /notes/{id}/spread single-resource path:id")
    action spreadNote appliesTo { principal: User, resource: Note };
    @endpoint("POST /notes/{id}/hand single-resource path:id")
    action handNote appliesTo { principal: User, resource: Note };
    action signAlbum appliesTo { principal: User, resource: Album, context: { body?: { text?: String } } };
    action openAlbum appliesTo { principal: User, resource: Album };
    action emptyAlbum appliesTo { principal: User, resource: Album };
    action fillAlbum appliesTo { principal: User, resource: Album, context: { queryStringParameters?: { n?: Long } } }; }`;
  const { model } = valueIn(readSchema({ file: 'schema', text }));
  const moves = {
    editNote: {
      origin: { action: 'emptyAlbum', resource: 'query:from' },
      destination: { action: 'fillAlbum', resource: 'body:to.album' },
    },
    readNote: { destination: { action: 'openAlbum', resource: 'query:album' } },
    peekNote: { destination: { action: 'fillAlbum', resource: 'query:shelf' } },
    spreadNote: { destination: { action: 'openAlbum', resource: 'body:albums[].id' } },
    handNote: {
      origin: { action: 'emptyAlbum', resource: 'query:from' },
      destination: { action: 'signAlbum', resource: 'query:to' },
    },
  } as const;
  const ofNotes = valueIn(serverMapper(model, { ...DEFAULT_SERVER_RULES, moves, maxBatchItems: 3 }));
  /** `editNote n1, fillAlbum a1`, or why nothing is asked. */
  const asked = (text: string, call: Partial<Call> = {}) => {
    const [method = '', url = ''] = text.split(' ');
    const mapped = ofNotes.map({ method, url, ...call }, ana);
    if (mapped.type !== 'requests') return `${mapped.type}: ${'reason' in mapped ? mapped.reason : ''}`;
    return mapped.requests.map(({ action, resource }) => `${action.id} ${resource.id}`).join(', ');
  };

  it.each<[string, string, Partial<Call>, string]>([
    ['moves nothing', 'PUT /notes/n1?from=a1', { body: { title: 'x' } }, 'editNote n1'],
    ['says nothing', 'PUT /notes/n1', {}, 'editNote n1'],
    ['says where to', 'PUT /notes/n1?from=a1', to('a2'), 'editNote n1, emptyAlbum a1, fillAlbum a2'],
    ['takes it away', 'PUT /notes/n1?from=a1', to(null), 'editNote n1, emptyAlbum a1'],
    ['takes all away', 'PUT /notes/n1?from=a1', { body: { to: null } }, 'editNote n1, emptyAlbum a1'],
    ['has a text where more should be', 'PUT /notes/n1?from=a1', { body: { to: 'a2' } }, 'editNote n1'],
    [
      'says in its query where to',
      'POST /notes/n1/hand?from=a1&to=a2',
      {},
      'handNote n1, emptyAlbum a1, signAlbum a2',
    ],
    ['could say that in its query', 'POST /notes/n1/hand?from=a1', {}, 'handNote n1'],
    [
      'names several places',
      'POST /notes/n1/spread',
      albums('a1', 'a2'),
      'spreadNote n1, openAlbum a1, openAlbum a2',
    ],
  ])('is told of a move by a call that %s', (_, line, call, expected) => {
    expect(asked(line, call)).toBe(expected);
  });

  it.each<[string, string, Partial<Call>, string]>([
    [
      'does not say from where',
      'PUT /notes/n1',
      to('a2'),
      'the call moves something, and does not say from where',
    ],
    [
      'says from where in another form',
      'PUT /notes/n1?from[x]=a1',
      to('a2'),
      'query `from` is given in another form than `from=` or `from[]=`',
    ],
    ['names no identifier', 'PUT /notes/n1?from=a1', to({}), 'body `to.album` is not an identifier'],
    ['names two', 'PUT /notes/n1?from=a1', to(['a2', 'a3']), 'body `to.album` is not an identifier'],
    [
      'has a body in another form',
      'PUT /notes/n1?from=a1',
      { body: ['a2'] },
      'the body of the call has no `to.album`, which identifies the resource',
    ],
    [
      'has a body that nobody has read',
      'PUT /notes/n1?from=a1',
      { hasUnreadBody: true } as Partial<Call>,
      UNREAD,
    ],
    ['says what policies cannot be asked about', 'PUT /notes/n1?from=a1&n=x', to('a2'), ''],
    [
      'has a body of which a parser has read nothing',
      'PUT /notes/n1?from=a1',
      { body: {}, headers: { 'content-length': '15' } },
      UNREAD,
    ],
    [
      'has a body that nobody has read, of which policies about the place may speak',
      'POST /notes/n1/hand?from=a1&to=a2',
      { headers: { 'content-length': '15' } },
      UNREAD,
    ],
    [
      'names one place in two ways',
      'POST /notes/n1/hand?from=a1&to=a2&to[]=a3',
      {},
      'query `to` is given 2 times',
    ],
    ['names a place without a name', 'POST /notes/n1/hand?from=a1&to=', {}, 'query `to` is empty'],
    ['names more places than a call may', 'POST /notes/n1/spread', albums('a1', 'a2', 'a3', 'a4'), '4'],
    [
      'names a place that is none among several',
      'POST /notes/n1/spread',
      { body: { albums: [{ id: 'a1' }, {}] } },
      'a member of body `albums` has no `id`',
    ],
  ])('is refused of a move by a call that %s', (_, line, call, reason) => {
    expect(asked(line, call)).toMatch(/^unusable: /);
    expect(asked(line, call)).toContain(reason);
  });

  it('is what a call with GET asks, where a server may answer HEAD by its route', () => {
    expect(asked('GET /notes/n1?album=a2')).toBe('readNote n1, openAlbum a2');
    expect(asked('HEAD /notes/n1?album=a2')).toBe('peekNote n1, readNote n1, openAlbum a2');
    expect(asked('HEAD /notes/n1?album=a2&shelf=a3')).toBe(
      'peekNote n1, readNote n1, fillAlbum a3, openAlbum a2',
    );
    expect(asked('HEAD /notes/n1?p=1&q=2')).toBe('peekNote n1, readNote n1');
    // What one of the two refuses is refused.
    for (const query of ['p=x', 'q=x', 'album[x]=a2'])
      expect(asked(`HEAD /notes/n1?${query}`)).toMatch(/^unusable: /);
  });

  it('is read where it stands, though a place of the same name says something else', () => {
    expect(asked('PATCH /notes/n1?id=n2')).toBe('markNote n2');
    expect(asked('PATCH /notes/n1')).toMatch(/^unusable: the query of the call has no `id`/);
  });

  it('is refused where a second thing may not be left out, and is', () => {
    expect(asked('POST /notes/n1/stick?album=a2')).toBe('stickNote n1, openAlbum a2');
    for (const query of ['', '?title=x', '?album='])
      expect(asked(`POST /notes/n1/stick${query}`)).toMatch(/^unusable: .*`album`/);
  });

  it('is refused of a second thing where the call says what policies cannot be asked about', () => {
    expect(asked('POST /notes/n1/pin?album=a2&n=1')).toBe('pinNote n1, fillAlbum a2');
    expect(asked('POST /notes/n1/pin?album=a2&n=x')).toMatch(/^unusable: query `n`/);
  });

  it('is no item of a batch, which may be left out', () => {
    const mapped = ofNotes.map({ method: 'DELETE', url: '/notes?ids=n1,n2&album=a2' }, ana);
    const requests = mapped.type === 'requests' ? mapped.requests : [];
    expect(requests.map((request) => [request.resource.id, isItem(request)])).toEqual([
      ['n1', true],
      ['n2', true],
      ['a2', false],
    ]);
  });

  it('is nothing where a second thing may be left out, and is', () => {
    expect(asked('POST /notes/n1/copy', { body: {} })).toBe('copyNote n1');
    expect(asked('POST /notes/n1/copy', { body: { album: null } })).toBe('copyNote n1');
    expect(asked('POST /notes/n1/copy', { body: { album: 7 } })).toBe('copyNote n1, openAlbum 7');
    expect(asked('POST /notes/n1/share?title=x')).toBe('shareNote n1');
    expect(asked('POST /notes/n1/share?album=a2')).toBe('shareNote n1, openAlbum a2');
    expect(asked('POST /notes/n1/share?album[]=a2')).toBe('shareNote n1, openAlbum a2');
  });

  it.each(['album=', 'album[]=', 'album=a2&album=a3', 'album=a2&album[]=a3', 'album[x]=a2', 'album=%FF'])(
    'is not known of a second thing where the query is %s',
    (query) => {
      expect(asked(`POST /notes/n1/share?${query}`)).toMatch(/^unusable: query `album/);
    },
  );

  it.each<[unknown]>([
    ['a2'],
    [['a2']],
    [[]],
    [{ album: 7.5 }],
    [{ album: {} }],
    [{ album: ['a2'] }],
    [{ album: '' }],
  ])('is not known of a second thing where the body is %j', (body) => {
    expect(asked('POST /notes/n1/copy', { body })).toMatch(/^unusable: .*body/);
  });

  function albums(...ids: string[]): Partial<Call> {
    return { body: { albums: ids.map((id) => ({ id })) } };
  }

  function to(album: unknown): Partial<Call> {
    return { body: { to: { album } } };
  }
});
