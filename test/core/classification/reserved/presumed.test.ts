import { describe, expect, test } from 'vitest';
import { classifyOne, taking } from '../../../helpers/classify-one.ts';

const text = { type: 'string' };
const header = (name: string, required: boolean) => ({
  security: [],
  parameters: [{ name, in: 'header', required, schema: text }],
});

const secured = {
  components: { securitySchemes: { key: { type: 'apiKey', name: 'k', in: 'header' } } },
  security: [{ key: [] }],
  paths: { '/things': { get: {} }, '/things/{id}': { get: {}, put: {} } },
};
const saidOpen = (key: string, name: string, required: boolean) => {
  const { pattern, remarks } = classifyOne(key, header(name, required), secured);
  expect(pattern).toBe('open');
  return remarks;
};

describe('what is said to be open', () => {
  test('is not believed where its groups are named', () => {
    const named = { security: [], 'x-authz-groups': ['auditor'] };
    const { pattern, remarks } = classifyOne('PUT /tenants/{id}/plan', named, secured);
    expect(pattern).toBe('open');
    expect(remarks).toEqual({ presumed: 'its `x-authz-groups` leaves it to `auditor`' });
  });

  test('is not believed where a header brings a credential', () => {
    expect(saidOpen('PUT /tenants/{id}/plan', 'X-Service-Token', true)).toEqual({
      presumed: 'it is said to be open, and needs the header `X-Service-Token`',
    });
  });

  test.each([
    ['DELETE /secrets/{secretId}', 'it is said to be open, and deletes whatever `{secretId}` names'],
    ['PUT /papers/{id}', 'it is said to be open, and changes whatever `{id}` names'],
  ])('is not believed of %s', (key, presumed) => {
    expect(classifyOne(key, { security: [] }, secured).remarks).toEqual({ presumed });
  });

  test('is believed where the path holds what only few know', () => {
    expect(classifyOne('PUT /forgot-password/{resetToken}', { security: [] }, secured)).toMatchObject({
      pattern: 'open',
      remarks: {},
    });
  });

  test('is not believed where whoever registers says what they may do', () => {
    const registers = (role: unknown) =>
      classifyOne(
        'POST /register',
        { security: [], ...taking({ email: text, password: text, role }) },
        secured,
      );
    expect(registers({ type: 'string', enum: ['buyer', 'admin'] })).toMatchObject({
      pattern: 'open',
      remarks: { presumed: 'its body says by `role` who may do what' },
    });
    expect(registers({ type: 'string', enum: ['buyer', 'seller'] }).remarks).toEqual({});
  });

  test.each(['X-Request-Id', 'X-CSRF-Token', 'Idempotency-Key'])('is so in spite of %s', (name) => {
    expect(saidOpen('GET /news/{id}', name, true)).toEqual({});
  });

  test('is so where callers with an identity may say who they are', () => {
    expect(saidOpen('GET /news/{id}', 'Authorization', false)).toEqual({});
  });
});

test('a password is not for anybody to set who knows an identifier', () => {
  const sets = { userId: text, password: text };
  const { remarks } = classifyOne('POST /resetPassword', { operationId: 'resetPassword', ...taking(sets) });
  expect(remarks).toEqual({
    presumed: 'it sets the password of whoever `userId` names, and asks for nothing else',
  });
  const proven = taking({ ...sets, token: text });
  expect(classifyOne('POST /resetPassword', { operationId: 'resetPassword', ...proven }).remarks).toEqual({});
});

describe('what is taken for open', () => {
  const forgot = { summary: 'Send a link for a forgotten password', ...taking({ email: text }) };

  test('is not believed where the operation itself asks for an identity', () => {
    expect(classifyOne('POST /password/forgot', forgot, secured)).toMatchObject({
      pattern: 'open',
      remarks: {},
    });
    expect(
      classifyOne('POST /password/forgot', { ...forgot, security: [{ key: [] }] }, secured).remarks,
    ).toEqual({
      presumed: 'it is taken for open, and its own `security` asks for an identity',
    });
  });

  test('is believed of a login, which may have to say by which client', () => {
    const login = { security: [{ key: [] }], ...taking({ username: text, password: text }) };
    expect(classifyOne('POST /login', login, secured).remarks).toEqual({});
  });

  test('is not believed of a token for whoever is named', () => {
    const gets = { summary: 'Creates an access token' };
    const { pattern, remarks } = classifyOne('POST /auth/access-token', {
      ...gets,
      ...taking({ userId: text }),
    });
    expect(pattern).toBe('open');
    expect(remarks).toEqual({
      presumed: 'it gives a token for whoever `userId` names, and asks for nothing else',
    });
    const proven = taking({ userId: text, otp: text });
    expect(classifyOne('POST /auth/access-token', { ...gets, ...proven }).remarks).toEqual({});
  });
});
