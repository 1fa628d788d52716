import { describe, expect, test } from 'vitest';
import { answering, remarksAbout, taking } from '../../../helpers/classify-one.ts';

const text = { type: 'string' };

describe('credentials', () => {
  test.each([
    ['GET /cards/{cardId}/pin', {}],
    ['POST /pins/reveal', taking({ cardId: text })],
    ['GET /cards/{id}/details', answering({ number: text, cvv2: text })],
    ['POST /sites/{id}/switch', answering({ jwt: text })],
    ['PUT /databases/{id}', taking({ name: text, connection_uri: text })],
    ['POST /ca/{id}/sign', taking({ csr: text })],
    ['PUT /push-providers/{id}', taking({ provider: { type: 'object', properties: { appSecret: text } } })],
    ['GET /cards/{id}/details', answering({ pan: text, cvv: text })],
    ['GET /hubs/{id}', answering({ primaryKey: text, secondaryKey: text })],
    ['GET /containers/{id}', answering({ sasToken: text })],
    ['POST /containers/{id}/exec', taking({ command: text })],
    ['POST /revokeSessions', { operationId: 'revokeSessions', ...taking({ userId: text }) }],
    ['GET /account/tokens', {}],
    ['POST /setPassword', taking({ uid: text, newPassword: text })],
    ['POST /setPwd', taking({ uid: text, newPwd: text })],
    ['POST /do/setPwd.action', { operationId: 'setPwd', ...taking({ uid: text, newPwd: text }) }],
    ['POST /users/{id}/passwd', taking({ value: text })],
    ['PUT /devices/{id}/passphrase', taking({ value: text })],
    ['PUT /users/{id}', { operationId: 'changeUserPwd', ...taking({ value: text }) }],
    ['POST /reset_passcode', taking({ account: text, value: text })],
    ['POST /appkeys', taking({ name: text })],
    ['PUT /appkeys/{id}', taking({ name: text })],
    ['POST /participants/{id}/loginlink', taking({ url: text })],
    ['POST /apps/{id}/pkcs12', taking({ file: text })],
    ['POST /certificate-requests', taking({ profile: text })],
    ['POST /csrs', taking({ pem: text })],
    ['POST /containers/{id}/attach', {}],
    ['POST /pods/{id}/port-forward', taking({ port: text })],
    ['GET /applications/{client_id}/tokens/{access_token}', {}],
    ['GET /projects/{id}/env', {}],
    ['PUT /apps/{id}/config-vars', taking({ a: text })],
    ['GET /projects/{id}/variables', {}],
    ['GET /swarm/unlockkey', {}],
    ['POST /storages/{id}/listKeys', {}],
    ['POST /accounts/{name}:signJwt', taking({ payload: text })],
    ['POST /machines/{id}/key_pair', taking({ a: text })],
    ['POST /certificatesigningrequests', taking({ a: text })],
    ['GET /upload-tokens', {}],
    ['GET /daemons/{id}/token', {}],
    ['GET /projects/{id}/analytics-token', {}],
    ['GET /employers/{id}/datanewbusinesstoken', {}],
    ['GET /integrations/{id}/key', { summary: 'Get Integration Key' }],
    ['GET /environments/{id}', { summary: 'Get SDK Key' }],
    ['GET /share/maps/{id}', { summary: 'Get secret access token to share map' }],
    ['POST /relays/{id}/reset', { summary: 'Reset a relay proxy configuration’s secret key with an expiry' }],
    ['POST /boxes/{id}/refresh', { summary: 'Create a new JWT', ...taking({ a: text }) }],
    ['POST /projects/{id}/variables', taking({ key: text, value: text })],
    ['PATCH /orgs/{org}/actions/variables/{name}', taking({ value: text })],
    ['PATCH /clusters/{id}/truststore', taking({ pem: text })],
    ['POST /certs', taking({ pem: text })],
    ['PUT /clients/{id}', taking({ name: text, redirectUris: { type: 'array', items: text } })],
    [
      'POST /teams/{id}/bots',
      { ...taking({ name: text }), ...answering({ id: text, name: text, token: text }) },
    ],
  ])('are given or changed by %s', (key, operation) => {
    expect(remarksAbout(key, operation)).toEqual(['secret']);
  });

  test.each([
    ['PUT /messages/{id}/pin', {}],
    ['POST /pins/search', {}],
    ['POST /volumes/{id}/attach', taking({ server: text })],
    ['GET /tokens/{id}', { summary: 'Get a single access token by ID' }],
    ['GET /forms/{id}/csrf-token', {}],
    ['GET /antiforgery/token', {}],
    ['GET /csrf/token', {}],
    ['GET /sessions/{id}/checkToken', {}],
    ['GET /boxes/{id}', { summary: 'Get the box of an API key' }],
    ['GET /boxes/{id}', { summary: 'Get the public key of a box' }],
    ['GET /coins/{id}', { summary: 'Get a token' }],
    ['GET /blocks/{id}#blockToken', {}],
    ['DELETE /tags/{arn}#tagKeys', {}],
    ['GET /tables/{id}', answering({ primaryKey: text })],
    ['POST /commands/{id}/variables', taking({ name: text })],
    ['POST /checkouts', taking({ redirect_url: text })],
    ['GET /builds/{id}', answering({ encryptionKey: text })],
    ['GET /teams/{id}/pages', answering({ items: { type: 'array', items: {} }, token: text })],
  ])('are not what %s is about', (key, operation) => {
    expect(remarksAbout(key, operation)).toEqual([]);
  });
});
