import { expect, test } from 'vitest';
import { asking, said, saidOf, taking } from './said.ts';

test.each([
  'POST /login',
  'POST /auth/sign-in',
  'POST /users/2fa-login',
  'POST /signup',
  'POST /users/register',
  'POST /password/forgot-password',
  'POST /password/reset',
  'POST /password/forgot',
  'POST /auth/resetPasswordRequest',
  'POST /token/new',
  'GET /auth/google',
  'GET /auth/github/callback',
  'POST /sso/saml/acs',
  'POST /oauth/token',
  'GET /oauth2/authorize',
  'POST /item/public_token/exchange',
  'GET /health',
  'GET /readyz',
  'GET /ping',
  'GET /.well-known/openid-configuration',
])('%s is for callers without an identity', (key) => {
  expect(saidOf(key)).toBe('open application');
});

test.each([
  'POST /auth/logout',
  'POST /connect/google',
  'PUT /me/password/hint',
  'POST /devices/register',
  'POST /webhooks/register',
  'POST /domains/registration',
  'POST /machines/access-token',
  'POST /customers/persons/accessToken',
  'GET /user/access_token',
  'POST /sandbox/item/reset_login',
  'POST /governanceResources/microsoft.graph.register',
])('%s is not', (key) => {
  expect(saidOf(key)).not.toContain('open');
});

test('a password in the body of a session starts one', () => {
  expect(saidOf('POST /session', taking({ email: {}, password: {} }))).toBe('open application');
});

test('an operation that needs no authentication, while others do, is open', () => {
  const operations = { 'GET /plans/{id}': { security: [] }, 'GET /invoices/{id}': {} };
  expect(said(operations, { security: [{ bearer: [] }] })).toBe('open application');
});

test('it is not when the document says nothing about security', () => {
  expect(said({ 'GET /plans/{id}': {}, 'GET /invoices/{id}': {} })).toBe('single-resource path:id');
});

test('acting on an identified token is not open', () => {
  expect(saidOf('POST /tokens/{id}/reset')).toBe('single-resource path:id');
});

test('what stands behind the authorization of OAuth is open', () => {
  expect(saidOf('POST /oauth/authorize/client', { summary: 'Authorize a client' })).toBe('open application');
});

test('a second step of logging in is one, too', () => {
  expect(saidOf('POST /users/2fa-login', { summary: 'Second factor authentication.' })).toBe(
    'open application',
  );
});

test('confirming one’s address is part of signing up', () => {
  const body = taking({ token: { type: 'string' } }, ['token']);
  expect(saidOf('POST /authentication/validateMailToken', body)).toBe('open application');
});

test('who sets a forgotten password has no identity yet', () => {
  expect(saidOf('POST /authentication/setForgotPassword')).toBe('open application');
});

test('what cannot be had without authentication is not open', () => {
  const operation = {
    summary: 'Company logo',
    description: 'It is not possible to call this without authentication.',
  };
  expect(saidOf('GET /images/logo', { ...operation, ...asking('domain', true) })).toBe(
    'implicit-scope application',
  );
});

test('an operation that is called unauthenticated first of all is open, whatever it makes', () => {
  const description = 'Non-authenticated endpoint via which a user may create a token.';
  expect(saidOf('POST /users/tokens/provision', { description })).toBe('open application');
});

test.each(['GET /openapi.json', 'GET /certs', 'POST /auth/recovery', 'POST /sessions/anonymous'])(
  '%s is for callers without an identity as well',
  (key) => {
    expect(saidOf(key)).toBe('open application');
  },
);

test.each([
  ['POST /auth/start', { summary: 'Start an authentication request' }],
  ['POST /registration/mobile/resend-otp', {}],
  ['POST /authorization/device/code', {}],
  ['GET /usertoken', { summary: 'Returns a user session token' }],
  ['POST /credentials', { summary: 'Generate an access token' }],
  ['POST /device', { summary: 'Initiate an OAuth2 login flow' }],
  ['GET /authorize', asking('response_type', true)],
  ['PUT /users/forgot-password/{resetToken}', {}],
  ['POST /user/saml-login', {}],
  ['POST /sessions', { summary: 'Create a session', ...taking({ email: {}, password: {} }) }],
  ['POST /entry', { description: 'Allows a user to sign in.' }],
])('%s leads to an identity', (key, operation) => {
  expect(saidOf(key, operation)).toBe('open application');
});

test.each([
  ['POST /expireToken', taking({ card_id: {} }, ['card_id'])],
  ['GET /validateEmail', asking('email', true)],
] as const)('%s is done with what there is', (key, operation) => {
  expect(saidOf(key, operation)).not.toContain('open');
});
