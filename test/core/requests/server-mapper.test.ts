import { describe, expect, it } from 'vitest';
import { readSchema } from '../../../src/core/model/read-schema.ts';
import type { Call } from '../../../src/core/requests/map-call.ts';
import { serverMapper } from '../../../src/core/requests/server/server-mapper.ts';
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
