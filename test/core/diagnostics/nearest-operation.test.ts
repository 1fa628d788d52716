import { describe, expect, test } from 'vitest';
import {
  nearestAction,
  nearestEndpointKey,
  nearestName,
} from '../../../src/core/diagnostics/nearest-operation.ts';

describe('the name of an action', () => {
  test.each([
    ['getEmailCampain', 'getEmailCampaign'],
    ['getemailcampaign', 'getEmailCampaign'],
    ['get_email_campaign', 'getEmailCampaign'],
    ['listPet', 'listPets'],
    ['logn', 'login'],
    ['updateCotnainer', 'updateContainer'],
  ])('`%s` was meant to be `%s`', (written, name) => {
    expect(nearestName(written, ['other', name])).toBe(name);
  });

  test.each([
    ['releaseContainer', 'preadviseContainer'],
    ['releaseContainer', 'deleteContainer'],
    ['setPet', 'getPet'],
    ['loadContainer', 'readContainer'],
    ['lockDoor', 'unlockDoor'],
    ['activateAccount', 'deactivateAccount'],
    ['getCampaign', 'getEmailCampaign'],
    ['getV1Pet', 'getV2Pet'],
    ['getPet', 'getPetOwner'],
    ['getEmployee', 'getEmployer'],
    ['listPayers', 'listPayees'],
  ])('`%s` is not `%s`', (written, name) => {
    expect(nearestName(written, [name])).toBeUndefined();
  });

  test('is compared without its namespace, which may be misspelt as well', () => {
    const known = ['Quay::Action::"preadviseContainer"', 'Quay::Action::"getContainer"'];
    expect(nearestAction('Quay::Action::"releaseContainer"', known)).toBeUndefined();
    expect(nearestAction('Quay::Action::"getContaner"', known)).toBe(known[1]);
    expect(nearestAction('Qauy::Action::"getContainer"', known)).toBe(known[1]);
  });
});

describe('an endpoint', () => {
  const known = ['GET /pets/{petId}', 'POST /pets/{petId}/move', 'PUT /pets/{petId}', 'POST /search'];

  test.each([
    ['GET /pet/{id}', 'GET /pets/{petId}'],
    ['GET /pets/p1', 'GET /pets/{petId}'],
    ['GET /pets', 'GET /pets/{petId}'],
    ['GET /pets/p1/', 'GET /pets/{petId}'],
    ['POST /pets/{petId}', 'PUT /pets/{petId}'],
    ['POST /pets/p1/mvoe', 'POST /pets/{petId}/move'],
    ['POST /serch', 'POST /search'],
  ])('`%s` was meant to be `%s`', (written, key) => {
    expect(nearestEndpointKey(written, known)).toBe(key);
  });

  test.each(['POST /pets/{petId}/release', 'POST /pets/p1/love', 'POST /pets/p1/move/now', 'POST'])(
    '`%s` is none of them',
    (written) => {
      expect(nearestEndpointKey(written, known)).toBeUndefined();
    },
  );
});
