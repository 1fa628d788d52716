import { describe, expect, test } from 'vitest';
import { classifyOne, remarksAbout, taking } from '../../../helpers/classify-one.ts';

const text = { type: 'string' };
const body = taking({ a: text });
const rpc = (operationId: string) => ({ operationId, ...taking({ thingId: text, userId: text }) });

const status = { ...text, enum: ['draft', 'approved', 'rejected'] };
const object = (properties: object) => ({ type: 'object', properties });

describe('what changes who may do what', () => {
  test.each([
    ['POST /customers/{id}/impersonate', body],
    ['GET /customers/{id}/login-as', {}],
    ['POST /patients/{id}/break-glass', body],
    ['POST /orgs/{id}/service-accounts', body],
    ['DELETE /staff/{id}', {}],
    ['POST /accounts/{id}/signatories', body],
    ['POST /practitioners/{id}/delegations', body],
    ['POST /documents/{id}/share', body],
    ['PUT /pages/{id}/visibility', body],
    ['POST /transfers/{id}/approve', body],
    ['POST /moderation/queue/{id}/dismiss', body],
    ['POST /sellers/{id}/suspend', body],
    ['POST /customers/{id}/reset-mfa', body],
    ['DELETE /orgs/{id}/integrations/{integration_id}', {}],
    ['POST /patients/{id}/consents', taking({ granteeId: text })],
    ['POST /accounts/{id}/change_owner', body],
    ['PUT /templates/{id}/parts/{part}', { ...body, summary: 'Shares a template with a group.' }],
    ['POST /students/{id}/parents', { ...body, summary: 'Give a parent access' }],
    ['POST /Agents/{id}/Deactivate', {}],
    ['POST /Transfers/{id}/Approve', body],
    ['POST /employees/{id}/terminate', body],
    ['PATCH /leave_requests/{id}/reject', body],
    ['POST /leave_requests/bulk_approve', taking({ ids: { type: 'array', items: text } })],
    ['POST /loans/{id}/approve-application', body],
    ['PUT /applications/{id}/decision', body],
    ['POST /claims/{id}/adjudicate', body],
    ['POST /oauth2PermissionGrants', body],
    ['POST /sites/{id}/ip-blacklist', body],
    ['POST /sites/{id}/ipblacklist', body],
    ['PUT /images/{id}/registry-policy', body],
    ['POST /credits/{id}/holders', body],
    ['POST /leave-requests/{id}/deny', body],
    ['POST /leave-requests/{id}/authorise', body],
    ['POST /expenses/{id}/sign-off', body],
    ['POST /applications/{id}/hire', body],
    ['POST /accounts/{id}/transfer-number', body],
    ['POST /devices/{id}/transferDevice', body],
    ['POST /webinars/{id}/coorganizers', body],
    ['POST /meetings/{id}/co-hosts', body],
    ['POST /documents/{id}/approvers', body],
    ['POST /documents/{id}/viewers', body],
    ['POST /stores/{id}/managers', body],
    ['PUT /access-rules/{id}', body],
    ['POST /customers/{id}/auto-login', body],
    ['PUT /permissionscheme/{id}', body],
    ['POST /buckets/{id}/owners', body],
    ['POST /teammates', body],
    ['PUT /clientPortalUsers/{id}', body],
    ['POST /channels/{id}/bans', body],
    ['PUT /accounts/{id}/suspended', body],
    ['POST /suspendAccountHolder', { ...body, operationId: 'suspendAccountHolder' }],
    ['DELETE /authorizations/{id}', {}],
    ['POST /employees', body],
    ['POST /folders/{id}/collaborations', body],
    ['PATCH /employments/{id}/reinstate', body],
    ['PUT /accounts/{name}/state', { ...body, summary: 'Enable or disable an account' }],
    ['POST /orgs/{id}/invitations/{email}/revoke', {}],
    ['POST /shares', taking({ path: text, expiration: text })],
    ['DELETE /shares/{id}', {}],
    ['PUT /orgs/{id}/prefs/boardVisibilityRestrict', body],
    ['PUT /apis/{id}/settings/private', { ...body, summary: 'Set the visibility of an API' }],
    ['DELETE /orgs/{org}/users/{user_id}/signatures/{id}', {}],
    ['POST /users/bulk', body],
    ['POST /members/import', body],
    ['DELETE /teammates/pending/{token}', {}],
    ['POST /groups/{id}/owners/$ref', body],
    ['POST /chats/{id}/members/microsoft.graph.add', body],
    ['POST /org.members.remove', body],
    ['POST /appRoleAssignments', body],
    ['PATCH /privilegedRoleAssignmentRequests/{id}', body],
    ['PUT /ssoroles/{id}', body],
    ['POST /security/post/authorizables', body],
    ['PUT /messages/{id}/bypass', {}],
    ['POST /nodes/{name}', { parameters: [{ name: 'addMembers', in: 'query', schema: text }] }],
    ['PUT /channels/{id}', taking({ name: text, remove_users: { type: 'array', items: text } })],
    [
      'PATCH /time-off-requests/{id}',
      taking({ status: { ...text, enum: ['requested', 'approved', 'declined'] } }),
    ],
    ['PATCH /expenses/{id}', taking({ data: object({ type: text, attributes: object({ status }) }) })],
    ['PUT /expenses/{id}', taking({ expense: object({ title: text, status }) })],
    ['PUT /expenses/{id}/status', taking({ status: { ...text, enum: ['APPROVED', 'REJECTED'] } })],
    ['POST /reviews', taking({ rating: text, autoApprove: { type: 'boolean' } })],
    ['POST /apps/{id}/publish', { parameters: [{ name: 'autoApprove', in: 'query', schema: text }] }],
    ['POST /documents', taking({ data: text, read: { type: 'array', items: text } })],
    ['PATCH /mutatingwebhookconfigurations/{name}', body],
    ['POST /service-transfers', body],
    ['PUT /mailboxes/{id}/autoforward', body],
    ['POST /channels/{id}/kick', body],
    ['PUT /networks/{id}/oneToOneNatRules', body],
    ['POST /forwarding-rules', body],
    ['DELETE /numbers/{id}/call-forwarding', {}],
    ['PUT /branches/{branch}/unprotect', {}],
    ['PUT /devices/{id}/settings/portForwardingRules', body],
    ['POST /subscriptions', taking({ targetUrl: text, name: text })],
    ['PUT /subscriptions/{id}', taking({ url: text, event: text })],
    ['POST /apps/{id}/endpoint', taking({ url: text, filterTypes: { type: 'array', items: text } })],
    ['PUT /folders/{id}#add_shared_link', body],
    ['PUT /buckets/{id}/access', body],
    ['DELETE /patients/{id}/onpatient_access', {}],
    ['PATCH /accessReviewDecisions/{id}', body],
    ['POST /policies/crossTenantAccessPolicy/partners', body],
    ['POST /domains/{id}/IpAccessControlListMappings', body],
    ['POST /application/scopes/update', body],
    ['PATCH /{kind}/{name}', { ...body, summary: 'Enables or disables authenticator' }],
    ['POST /registrations/{id}/accept', body],
    ['POST /changeRequests/{id}/accept', body],
    ['POST /definitions/grant_definition', body],
    ['DELETE /rooms/{id}/parts', { ...body, summary: 'Revoke granted group(s) from room' }],
    ['PATCH /wage-proposals', { ...body, summary: 'Accept or reject wage proposals' }],
    ['POST /follows/{id}', { ...body, summary: 'Approve follow request' }],
    ['POST /data-requests/{id}/refuse', body],
    ['POST /appeals/{id}/ruling', body],
    ['POST /studies/{id}/ethics-approval', body],
    ['POST /inspections/{id}/override-result', body],
    ['POST /listings/{id}/remove-by-moderation', body],
    ['POST /candidates/{id}/disqualify', body],
    ['POST /memberships/{id}/suspend', body],
    ['POST /soldiers/{id}/court-martial', body],
    ['POST /employees/{id}/promote', body],
    ['POST /congregants/{id}/ordain', body],
    ['POST /elections/{id}:certify', body],
    ['POST /elections/{id}:adjustTally', body],
    ['POST /orders/{id}/countersign', body],
    ['POST /documents/{id}/declassify', body],
    ['DELETE /matters/{id}/litigation-hold', {}],
    ['POST /documents/{id}/hold', { summary: 'Put a document under legal hold' }],
    ['POST /gates/{id}/raise', body],
    ['PUT /customers/{id}/tenant', body],
    ['PATCH /invoices/{id}/relationships/organization', body],
    ['POST /locks/{id}/unlock', body],
    ['POST /smartlocks/{id}/open', body],
    ['POST /sites/{siteId}/devices/{deviceId}/unlock', body],
    ['PUT /sites/{id}/disarm', body],
    ['PUT /projects/{id}/protected-branches/{branch}', body],
    ['DELETE /projects/{id}/protected_tags/{tag}', {}],
    ['POST /leases/{id}/evict', body],
    ['POST /appeals/{id}/uphold', body],
    ['POST /grades', body],
    ['DELETE /grades/{id}', {}],
    ['POST /exams/{id}/grade', body],
    ['POST /courses/{id}/publish_grades', body],
    ['PATCH /submissions/{id}', taking({ score: { type: 'integer' }, feedback: text })],
    ['POST /issuePermit', { ...body, operationId: 'issuePermit' }],
    ['POST /doctors/{id}/verify-license', body],
    ['POST /garage-doors/{id}/open', body],
    ['POST /lockers/{id}/force-open', {}],
    ['POST /readers/{id}/shadowban', {}],
    ['POST /articles/{id}/legal-clearance', {}],
    ['POST /devices/{id}/handover', body],
    ['PUT /hostings/{id}/ssh/configuration', body],
    ['PUT /matters/{id}/ethicalWall', body],
    ['POST /elections/{id}/checks', { ...body, operationId: 'appointScrutineer' }],
    ['POST /shows/{id}/hosts', { ...body, summary: 'Invite a co-host' }],
    ['POST /courses/{id}/teachers', taking({ userId: text })],
    ['PATCH /accounts/{id}', taking({ nickname: text, frozen: { type: 'boolean' } })],
    ['PATCH /timesheets/{id}', taking({ status: { ...text, enum: ['submitted', 'approved', 'paid'] } })],
    ['POST /exams/{id}/scores', body],
    ['POST /lab-orders/{id}/results', body],
    ['PUT /lab-results/{id}', body],
    ['POST /exams/{id}/publish-results', body],
    ['POST /patients/{id}/prescriptions', body],
    ['POST /prescriptions/{id}/dispense', body],
    ['POST /patients/{id}/discharge', body],
    ['POST /elections/{id}/tally', body],
    ['POST /bids/{id}/award', body],
    ['PUT /servers/{id}/privilegedattributes', body],
  ])('is for those who are named: %s', (key, operation) => {
    expect(remarksAbout(key, operation)).toEqual(['access']);
  });

  test.each(['addUserToThing', 'removeMemberFromThing', 'grantAccess', 'shareThing', 'impersonateUser'])(
    'is so by the name of a procedure, too: %s',
    (name) => {
      expect(remarksAbout(`POST /rpc/${name}`, rpc(name))).toEqual(['access']);
    },
  );

  test.each([
    ['POST /offers/{id}/accept', body],
    ['PATCH /orders/{id}', taking({ status: { ...text, enum: ['approved', 'shipped'] } })],
    ['POST /games/{id}/scores', body],
    ['POST /tests/{id}/results', body],
    ['POST /elections/{id}/votes', body],
    ['POST /polls/{id}/close', body],
    ['POST /batteries/{id}/discharge', body],
    ['POST /players/{id}/award', body],
    ['POST /contracts/{id}/accept', body],
    ['POST /diagnosis', body],
    ['POST /pages/{id}/unlock', body],
    ['PUT /boards/{id}/arms', body],
    ['GET /grades', {}],
    ['POST /pay-slots/{id}/upgrade', body],
    ['POST /assignments/{id}/submissions', taking({ score: { type: 'integer' } })],
    ['PATCH /matches/{id}', taking({ score: { type: 'integer' } })],
    ['POST /tickets/{id}/issue', body],
    ['POST /emails/{id}/verify', body],
    ['POST /instances/{id}/suspend', body],
    ['PATCH /instances/{id}', taking({ nickname: text, suspended: { type: 'boolean' } })],
    ['POST /instances/{id}/Terminate', body],
    ['POST /offers/{id}/decline', body],
    ['GET /orgs/{id}/integrations', {}],
    ['GET /mailboxes/{id}/forwarding', {}],
    ['POST /messages/{id}/forward', body],
    ['POST /packages/{id}/forwarded', body],
    ['POST /shares/{id}/orders', { ...body, operationId: 'ShareOrders_Create' }],
    ['POST /pages/{id}/publish', body],
    ['POST /shops/{id}/transfer-orders', body],
    ['PUT /shops/{id}/transfer-config', body],
    ['POST /TransferService.StartFile', body],
    ['POST /shops/{id}/tag-managers', body],
    ['POST /shops/{id}/shares', taking({ count: text })],
    ['PUT /orders/{id}/state', { ...body, summary: 'Enable or disable an order' }],
    ['DELETE /documents/{id}', { summary: 'Delete a document that is under no legal hold' }],
    ['POST /orders/{id}/revoke', body],
    ['POST /things/bulk', taking({ things: { type: 'array', items: { type: 'object' } } })],
    ['POST /webhookfeedback', body],
    ['POST /subscriptions', taking({ planId: text, url: text })],
    ['POST /notifications', taking({ url: text, event: text })],
    ['POST /stores/{id}/checkDataAccess', body],
    ['POST /things/{id}/DescribeServiceAccessPolicies', body],
    ['POST /things/{id}/describeEndpointAccess', body],
    ['PUT /locations/{id}/scope', body],
    ['POST /friend-requests/{id}/accept', body],
    ['POST /groups/{id}/access-requests', body],
    ['POST /calls/{id}', { ...body, summary: 'Reject a call' }],
    ['PATCH /meetings/{id}/answer', { ...body, summary: 'Accept or decline a meeting invitation' }],
    ['PUT /friendships/{id}', { ...body, summary: 'Accept or reject a friend request' }],
    ['POST /grant-applications', body],
    ['PUT /files/{id}/last-access', body],
    ['POST /products/{id}/early-access', body],
    ['PUT /things/{id}', { ...body, operationId: 'setThingProperties' }],
    ['POST /documents/{id}/request-approval', body],
    ['POST /documents/{id}/submit-for-approval', body],
    ['PUT /thermostats/{id}/override-settings', body],
    ['POST /rotas/{id}/overrides', body],
    ['POST /leads/{id}/disqualify', body],
    ['POST /parcels/{id}/customs-clearance', body],
    ['POST /tickets/{id}/open', body],
    ['POST /appointments', { ...body, operationId: 'appointments_create' }],
    ['POST /channels/{id}/posts', { ...body, summary: 'Invite only: post a message' }],
    ['POST /issues/{id}/watchers', taking({ userId: text })],
    ['POST /courses/{id}/teachers', taking({ name: text })],
  ])('is another matter than %s', (key, operation) => {
    expect(remarksAbout(key, operation)).toEqual([]);
  });
});

const flag = { type: 'boolean' };
const role = (...values: string[]) => ({ type: 'string', enum: values });
const list = (items: object) => ({ type: 'array', items });

describe('a body that says who may do what', () => {
  test.each([
    ['PUT /doctors/{id}', { name: text, role: role('doctor', 'nurse', 'admin') }, 'role'],
    ['POST /spaces', { members: list({ properties: { role: role('guest', 'space_manager') } }) }, 'role'],
    ['POST /agents', { email: text, is_admin: flag }, 'is_admin'],
    ['PATCH /agents/{id}', { agent: { properties: { isSuperuser: flag } } }, 'isSuperuser'],
    ['PUT /categories/{id}', { name: text, permissions: { type: 'object' } }, 'permissions'],
    ['PUT /groups/{id}', { name: text, orgDefaultRole: text }, 'orgDefaultRole'],
    ['POST /buckets', { acl: role('private', 'public-read') }, 'acl'],
    ['PUT /portals/{id}', { allowedRoles: list(text) }, 'allowedRoles'],
    ['POST /profiles', { accountType: role('buyer', 'seller', 'admin') }, 'accountType'],
  ])('is for those who are named: %s', (key, properties, name) => {
    expect(classifyOne(key, taking(properties)).remarks).toEqual({
      access: `its body says by \`${name}\` who may do what`,
    });
  });

  test.each([
    ['POST /contacts', { role: text }],
    ['POST /chats', { messages: list({ properties: { role: role('system', 'user') } }) }],
    ['PUT /devices/{id}', { role: role('access', 'core') }],
    ['POST /contacts', { type: role('registrant', 'admin', 'tech') }],
    ['POST /notes', { type: role('owner', 'manager') }],
    ['PUT /domains/{id}', { contacts: { properties: { admin: { type: 'object' } } } }],
    ['PUT /categories/{id}', { permissions: { type: 'object', readOnly: true }, name: text }],
    ['POST /issues', { event: { properties: { member: { properties: { isAdmin: flag } } } } }],
  ])('is not every one that knows such a word: %s %j', (key, properties) => {
    expect(remarksAbout(key, taking(properties))).toEqual([]);
  });

  test('is not for whoever changes their own profile, either', () => {
    const profile = taking({ name: text, role: role('nurse', 'admin') });
    expect(remarksAbout('PATCH /me', profile)).toEqual(['own', 'access']);
    expect(remarksAbout('PATCH /me', taking({ name: text, role: text }))).toEqual(['own']);
  });
});

test('what is made below a tenant as one more of them is for administrators', () => {
  expect(remarksAbout('POST /orgs/{id}/suborgs', body)).toEqual(['administrative']);
  expect(remarksAbout('POST /subaccounts', body)).toEqual(['administrative']);
  expect(remarksAbout('PUT /subaccounts/{id}', body)).toEqual(['administrative']);
  expect(remarksAbout('POST /subaccounts/{id}/close', body)).toEqual(['administrative']);
  expect(remarksAbout('POST /subaccounts/delete', taking({ id: text }))).toEqual(['administrative']);
  expect(remarksAbout('POST /subaccounts/{id}/search', body)).toEqual([]);
});

test('what changes the one server is for administrators', () => {
  expect(remarksAbout('PUT /server', taking({ id: text, name: text }))).toEqual(['administrative']);
  expect(remarksAbout('PUT /server/{id}', body)).toEqual([]);
});
