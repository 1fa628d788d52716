import { describe, expect, test } from 'vitest';
import { classifyOne, remarksAbout, taking } from '../../../helpers/classify-one.ts';

const body = taking({ a: { type: 'string' } });

describe('what its description leaves to some', () => {
  test.each([
    ['Doctors only. A signed record cannot be changed.', 'doctors only'],
    ['Sets the status. Compliance officers only.', 'compliance officers only'],
    ['Freezes it (ROLE_BACKOFFICE).', 'role_backoffice'],
    ['Only the organizer can publish it.', 'only the organizer can'],
    ['Only managers and supervisors may do this', 'only managers and supervisors may'],
    ['Can only be called by a teacher of the course.', 'only be called by a teacher'],
    ['Requires the `dispatcher` role.', 'requires the `dispatcher` role'],
    ['Must be the owner of the guild.', 'must be the owner'],
    ['Required role: manager', 'required role: manager'],
    ['Signs it. Needs role FINANCE', 'needs role finance'],
    ["Signs it. Security: hasRole('DOCTOR')", "hasrole('doctor"],
    ['Required permission: ledger.manage', 'required permission: ledger.manage'],
    ['**Permissions required:** *Manage records*', 'permissions required: manage'],
    ['Signs it. Required scope: `records:approve`', 'required scope: `records:approve'],
    ['Restricted to staff.', 'restricted to staff'],
    ['Order a move to another yard block. Yard planners only.', 'yard planners only'],
    ['Orders a move (planners only)', 'planners only'],
    ['Only yard planners can do this.', 'only yard planners can'],
    ['Signs it. Only the\n  doctor can do this.', 'only the doctor can'],
    ['Signs it.\nRole: doctor\nReturns the record.', 'role: doctor'],
    ['Signs it. Roles: **doctor**, nurse', 'roles: doctor'],
    ['Allowed if the caller has the finance role.', 'allowed if the caller has the finance role'],
    ['Available to users with the **auditor** role.', 'available to users with the auditor role'],
    [
      `Signs it. ${'Signed records are kept for years. '.repeat(40)}Only the author can sign.`,
      'only the author can',
    ],
    ['Signs it (you must be authenticated as an owner of the record).', 'must be authenticated as an owner'],
    ['The user needs to be the owner of it.', 'needs to be the owner'],
    ['Only users in the "owners" group of the firm can use it.', 'only users in the owners'],
    ['Only the owner of the signed records can sign.', 'only the owner of the signed records can'],
    ['Signs it (only for managers and partners).', 'only for managers'],
    ['The requester must have HIU role.', 'must have hiu role'],
    [
      'Requires one of the following EVE corporation role(s): Accountant',
      'requires one of the following eve corporation role',
    ],
    ['Only the pilot in command may launch.', 'only the pilot in command may'],
    ['Signs it. Only the person on duty can cancel it.', 'only the person on duty can'],
    ['Signs it. Only the teacher of record, before the term ends.', 'only the teacher of record'],
    ['Editorial team only', 'editorial team only'],
    ['Requires owner.', 'requires owner'],
    ['Signs it. Needs manager permission.', 'needs manager permission'],
    ['Available to trainers.', 'available to trainers'],
    ['Trainers can sign their own records; managers any record.', 'trainers can sign their own'],
    ['Signs it. The ethics committee only.', 'the ethics committee only'],
  ])('is for those who are named: %s', (description, said) => {
    const { remarks } = classifyOne('POST /records/{id}/sign', { ...body, description });
    expect(remarks).toEqual({ restricted: `its description says "${said}"` });
  });

  test.each([
    ['Open a clinic (platform operators)', '(platform operators)'],
    ['Enter a grade (teacher of the course)', '(teacher of the course)'],
    ['Close it (for managers)', '(for managers)'],
  ])('is for those who stand behind its summary: %s', (summary, said) => {
    expect(classifyOne('POST /records/{id}/sign', { ...body, summary }).remarks).toEqual({
      restricted: `its description says "${said}"`,
    });
  });

  test.each([
    ['The caller is not a vet.', 'not a vet'],
    ["The requesting user isn't an admin of the repository.", 'isnt an admin'],
    ['The authenticated user isn’t a moderator of this channel.', 'isnt a moderator'],
    ['If the user does not have admin access to the project', 'not have admin access'],
    ['Must be the owner of the recipe', 'must be the owner'],
    ['Managers only', 'managers only'],
  ])('is for those whom its answer 403 names: %s', (description, said) => {
    const refusing = { ...body, responses: { 403: { description } } };
    expect(classifyOne('POST /records/{id}/sign', refusing).remarks).toEqual({
      restricted: `its answer 403 says "${said}"`,
    });
  });

  test.each([
    'Forbidden',
    'The user does not have the necessary permission.',
    'The `ownerId` is not found or not authorized',
    'The caller is not a member of the team.',
    'Forbidden if the user is the last owner of the organization',
    'The caller does not have write or admin access.',
  ])('is not meant by an answer 403 with "%s"', (description) => {
    const refusing = { ...body, responses: { 403: { description } } };
    expect(classifyOne('POST /records/{id}/sign', refusing).remarks).toEqual({});
  });

  test('is not meant by an answer to a call that went well, or by other words for what it lists', () => {
    const answered = { ...body, responses: { 200: { description: 'The caller is not a vet.' } } };
    expect(classifyOne('POST /records/{id}/sign', answered).remarks).toEqual({});
    expect(remarksAbout('GET /nodes', { summary: 'List the nodes (hosts)' })).toEqual([]);
  });

  test('holds for the groups that the API names, but not for scopes of a client', () => {
    const named = { ...body, 'x-authz-groups': ['auditor', ['editor', 'eu']] };
    expect(classifyOne('PUT /records/{id}', named).remarks).toEqual({
      restricted: 'its `x-authz-groups` leaves it to `auditor` or `editor` and `eu`',
    });
    expect(remarksAbout('PUT /records/{id}', { ...body, 'x-authz-groups': [] })).toEqual([]);
    expect(remarksAbout('PUT /records/{id}', { ...body, security: [{ o: ['write'] }] })).toEqual([]);
  });

  test('holds for the roles that the operation asks of a bearer token', () => {
    const jwt = { type: 'http', scheme: 'bearer' };
    const securitySchemes = { jwt, o: { type: 'oauth2' }, key: { type: 'apiKey' } };
    const asking = (...security: unknown[]) =>
      classifyOne('PUT /records/{id}', { ...body, security }, { components: { securitySchemes } }).remarks;
    expect(asking({ jwt: ['doctor'] }, { jwt: ['nurse', 'eu'] })).toEqual({
      restricted: 'its `security` leaves it to `doctor` or `eu` and `nurse`',
    });
    expect(asking({ jwt: ['doctor'], key: [] })).toEqual({
      restricted: 'its `security` leaves it to `doctor`',
    });
    expect(asking({ jwt: ['doctor'] }, { jwt: [] })).toEqual({});
    expect(asking({ jwt: ['doctor'] }, { o: ['write'] })).toEqual({});
    expect(asking({ jwt: [] })).toEqual({});
    expect(asking({ o: ['write'] })).toEqual({});
  });

  test('holds for a scope of administrators, which the operation itself asks for', () => {
    const asking = (...security: unknown[]) => ({ ...body, security });
    expect(classifyOne('PUT /records/{id}', asking({ o: ['read', 'records:admin'] })).remarks).toEqual({
      administrative: 'only `records:admin` may call it',
    });
    expect(remarksAbout('PUT /records/{id}', asking({ o: ['admin'] }, { o: ['write'] }))).toEqual([]);
    expect(classifyOne('PUT /records/{id}', asking({ o: ['admin'] }, { o: ['superuser'] })).remarks).toEqual({
      administrative: 'only `admin` or `superuser` may call it',
    });
    expect(remarksAbout('PUT /records/{id}', asking({ o: ['elevation.read'] }))).toEqual([]);
    expect(remarksAbout('PUT /records/{id}', asking({ o: ['RequiresElevation'] }))).toEqual([
      'administrative',
    ]);
    const whole = { security: [{ o: ['admin'] }] };
    expect(classifyOne('PUT /records/{id}', body, whole).remarks).toEqual({});
  });

  test('holds for what is read, too', () => {
    expect(remarksAbout('GET /records/{id}', { summary: 'Show a record (auditors only)' })).toEqual([
      'restricted',
    ]);
  });

  test.each([
    'Returns active records only.',
    'The role of the author is read only.',
    'Only members can post here.',
    'Requires the `viewer` role.',
    'Required role: ROLE_USER',
    'Role: user',
    'Roles: any',
    'Accepts a query such as `?role=doctor`.',
    'Sets a role: it must exist.',
    'Available to whoever has a role.',
    'Only drafts can be signed.',
    'Open orders only.',
    'Only orders can be signed.',
    'Registered users only.',
    'Only the name can be changed.',
    'Only the first page can read it.',
    'Only the last version can make sense.',
    'Only registered users can add one.',
    'Available to all customers.',
    'Available to developers.',
    'Users can sign their own records.',
    'Requires an owner id.',
    'Only published posts can receive comments.',
    'Sends the manager only a mail.',
    'The user must have an account.',
    'The login must have the prefix host.',
    'A reserved slot is not available to others.',
    'The category must be Management.',
    'Required permission: records.sign',
    'Permissions required: *Browse records*',
    'Needs role member.',
    "hasRole('USER')",
    'Your API credential must have the following role: signer.',
  ])('is not meant by "%s"', (description) => {
    expect(remarksAbout('POST /records/{id}/sign', { ...body, description })).toEqual([]);
  });
});
