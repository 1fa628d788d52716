import { describe, expect, test, vi } from 'vitest';
import type { Override } from '../../../src/core/classification/classify.ts';
import { callMapper } from '../../../src/core/requests/map-call.ts';
import { anonymousPrincipal } from '../../../src/core/requests/principal.ts';
import { generate, type Json, operation } from '../../helpers/generate.ts';
import { valueIn } from '../../helpers/outcome.ts';

function actionsOf(paths: Json): Record<string, string> {
  const outcome = generate(paths);
  const actions = outcome.ok ? outcome.value.model.actions : [];
  return Object.fromEntries(
    actions.map(({ name, endpoints }) => [name, endpoints.map(({ path }) => path).join(' ')]),
  );
}

function problems(paths: Json, overrides = new Map<string, Override>()): string[] {
  return generate(paths, { overrides }).diagnostics.map(
    ({ severity, code, message }) => `${severity} ${code} ${message}`,
  );
}

const ITEMS = { schema: { type: 'array', items: { type: 'object' } } };
const lists = { responses: { 200: { description: 'all', content: { 'application/json': ITEMS } } } };

describe('endpoints that no call can tell apart', () => {
  const alike = {
    '/pets/{id}': { get: operation('getPet', ['id']) },
    '/pets/{pet_id}': { get: operation('getPetAgain', ['pet_id']), put: operation('putPet', ['pet_id']) },
  };

  test('have one action when they ask for the same decision', () => {
    expect(actionsOf(alike)).toEqual({ getPet: '/pets/{id} /pets/{pet_id}', putPet: '/pets/{pet_id}' });
    expect(problems(alike)).toEqual([
      'warning shared-route `GET /pets/{pet_id}` cannot be told apart from `GET /pets/{id}` (line 1): a call to either is action `getPet`',
    ]);
  });

  test('are compared in proportion to their number', () => {
    const many = Array.from({ length: 100 }, (_, index) => [
      `/pets/{id${index}}`,
      { get: operation(`get${index}`, [`id${index}`]) },
    ]);
    const texts = vi.spyOn(JSON, 'stringify');
    const actions = actionsOf(Object.fromEntries(many));
    const count = texts.mock.calls.length;
    texts.mockRestore();
    expect(Object.keys(actions)).toEqual(['get0']);
    expect(count).toBeLessThan(30 * many.length);
  });

  test('take the action of the one that has a name', () => {
    const { operationId: _, ...nameless } = operation('', ['id']);
    expect(actionsOf({ ...alike, '/pets/{id}': { get: nameless } })).toEqual({
      getPetAgain: '/pets/{id} /pets/{pet_id}',
      putPet: '/pets/{pet_id}',
    });
  });

  const apart = {
    '/boards/{id}/cards/{card_id}': { get: operation('getCard', ['id', 'card_id']) },
    '/boards/{id}/cards/{filter}': { get: operation('listCards', ['id', 'filter'], lists) },
  };

  test('are denied when they ask for different ones, and stop no other', () => {
    const [problem] = problems(apart);
    expect(problem).toMatch(
      /^warning indistinguishable-paths `GET \/boards\/\{id\}\/cards\/\{filter\}` cannot be told apart from `GET \/boards\/\{id\}\/cards\/\{card_id\}` \(line 1\), but needs another decision: /,
    );
    const { model } = valueIn(
      generate({ ...apart, '/boards/{id}/{other}': { get: operation('getOther', ['id', 'other']) } }),
    );
    const mapper = valueIn(callMapper(model));
    expect(mapper.endpoints.map(({ action }) => action.name)).toEqual(['getOther']);
    const mapped = mapper.map({ method: 'GET', url: '/boards/b1/cards/c1' }, anonymousPrincipal(model));
    expect(mapped.type).not.toBe('requests');
  });

  test('are one when overrides say that they are', () => {
    const override = { pattern: 'single-resource', type: 'Card', action: 'getCard' } as const;
    const overrides = new Map<string, Override>([
      ['GET /boards/{id}/cards/{card_id}', override],
      ['GET /boards/{id}/cards/{filter}', { ...override, resource: 'path:filter' }],
    ]);
    expect(problems(apart, overrides).map((line) => line.split(' ')[1])).toEqual(['shared-route']);
  });

  test('stay apart when overrides give them different actions', () => {
    const overrides = new Map([['GET /pets/{pet_id}', { action: 'getPetByName' }]]);
    expect(problems(alike, overrides).map((line) => line.split(' ')[1])).toEqual(['indistinguishable-paths']);
  });
});

describe('endpoints that differ behind `#` or `?` only', () => {
  test('are one when all of their route ask for the same decision', () => {
    const paths = {
      '/files/{id}': { put: operation('putFile', ['id']) },
      '/files/{id}#tags': { put: operation('putFileTags', ['id']) },
    };
    expect(actionsOf(paths)).toEqual({ putFile: '/files/{id} /files/{id}#tags' });
  });

  test('keep their actions when they differ, with a warning for each route', () => {
    const paths = {
      '/#Do=ListPets': { post: operation('ListPets', [], lists) },
      '/#Do=CreatePet': { post: operation('CreatePet') },
      '/#Do=Login': { post: operation('Login') },
    };
    expect(Object.keys(actionsOf(paths)).sort()).toEqual(['CreatePet', 'ListPets', 'Login']);
    expect(problems(paths)).toEqual([
      'warning undecidable-route `POST /#Do=ListPets` and 1 other differ from `POST /#Do=CreatePet` (line 1) only after `#` or `?`, which no router sees',
    ]);
  });
});
