import { describe, expect, test } from 'vitest';
import { answering, classifyOne, remarksAbout, taking } from '../../../helpers/classify-one.ts';

const text = { type: 'string' };
const amount = { type: 'number' };

describe('money', () => {
  test.each([
    ['POST /loans/{id}/disburse', {}],
    ['POST /accounts/{id}/adjustments', taking({ amount, reason: text })],
    ['POST /standing-orders', taking({ accountId: text })],
    ['POST /wire_transfers/{id}/submit', {}],
    ['POST /orders/batch', taking({ amount, toIban: text })],
    ['POST /checkout', taking({ paymentMethodId: text, addressId: text })],
    ['POST /orgs/{id}/seats', { operationId: 'buySeats', ...taking({ count: { type: 'integer' } }) }],
    ['POST /promotions', taking({ code: text, percent: amount })],
    ['POST /discounts', taking({ percent: amount })],
    ['PUT /customers/{id}/store_credit', taking({ amount_cents: amount })],
    ['PATCH /accounts/{id}', taking({ nickname: text, overdraftLimit: amount })],
    ['POST /leases/{id}/rent-increase', taking({ newRent: amount })],
    ['PUT /tax-rates/{region}', taking({ percent: amount })],
    ['POST /transfers/{id}/confirm', taking({ otp: text })],
    ['POST /transactions/{id}/reverse', {}],
    ['POST /checkout', taking({ address: text, payment_method: text })],
    ['PUT /cards/{id}/limits', taking({ daily: amount })],
    ['PATCH /accounts/{id}/spending-limit', taking({ daily: amount })],
    ['POST /authorise', taking({ amount, reference: text })],
    ['POST /entity-transfers/{id}/accept', {}],
    ['POST /accounts/{id}/withdraw', taking({ reason: text })],
    ['POST /wallets/{id}/deposit', taking({ reason: text })],
    ['POST /jobs/payruns', taking({ month: text })],
    ['PATCH /administrations/{id}/payrollruns', taking({ month: text })],
    ['POST /deals/{id}/reversals', taking({ reason: text })],
    ['POST /deals/{id}/settlements', taking({ reason: text })],
    ['POST /void/{id}', { summary: 'Void a previously authorized transaction' }],
    ['PUT /accounts/{id}/plan', taking({ plan: text })],
    ['POST /fines/{id}/waive', {}],
    ['POST /violations/{id}/cancel', {}],
    ['PUT /claims/{id}/reserve', taking({ amount })],
    ['PUT /loans/{id}/write-off', taking({ reason: text })],
    ['POST /patrons/{id}/forgive-debt', {}],
    ['POST /submitThirdParty', { summary: 'Submit a payout', ...taking({ reference: text }) }],
    ['POST /batches', { summary: 'Create a new batch of payments', ...taking({ name: text }) }],
    ['POST /cancels', { summary: 'Cancel an authorised payment', ...taking({ reference: text }) }],
    ['POST /{service}/{product}', { summary: 'Payment initiation request', ...taking({ a: text }) }],
    ['POST /credit', { summary: 'Issue Credit to Cardholder', ...taking({ reference: text }) }],
    ['PUT /statements/{id}', { summary: 'Decrease balance of an account', ...taking({ value: amount }) }],
    ['POST /batches/{id}/internaltransfers', taking({ reference: text })],
    ['POST /transfers/funding', taking({ reference: text })],
    ['PUT /employments/{id}/paymentinformationsepa', taking({ holder: text })],
    ['POST /customerpaymentmethods', taking({ holder: text })],
    ['POST /subscription/pay_all', taking({ a: text })],
    ['POST /workers/{id}/PayInstructions', taking({ a: text })],
    ['PATCH /transferInstruments/{id}', taking({ a: text })],
    ['POST /payors/{id}/fundingAccounts', taking({ a: text })],
    ['POST /labels', { summary: 'Purchase Label', ...taking({ rateId: text }) }],
    ['POST /sale', taking({ cardNumber: text, cvv2: text })],
    ['POST /shops/{id}/transactions', taking({ card_nonce: text })],
    ['PUT /suppliers/{id}', taking({ name: text, iban: text })],
    ['POST /payees', taking({ channel: { type: 'object', properties: { routingNumber: text } } })],
    ['PUT /shows/{id}/monetization', taking({ stripeAccountId: text })],
    ['POST /orders/{id}/release', { summary: 'Release the escrow to the seller' }],
    ['POST /claims/{id}/settle', {}],
    ['POST /permits/{id}/feeWaiver', taking({ reason: text })],
    ['PATCH /orders/{id}/price', taking({ total: amount })],
    ['PUT /customers/{id}/discount', taking({ percent: amount })],
    ['POST /coupons', taking({ code: text, percent: amount })],
    ['PUT /plans/{id}', taking({ name: text, price: amount })],
    ['POST /subscriptions/{id}/upgrade', {}],
    ['POST /orders/{id}/returned', { summary: 'Confirm order item return and refund' }],
    ['POST /tokens20/{address}', { description: 'Transfer tokens to another account. It takes a while.' }],
    ['POST /rides/{id}/finish', { description: 'Moves the money of the passenger to the driver.' }],
    ['POST /sellers/{id}/gateway', { summary: 'Generate a URL to connect their Stripe account' }],
    ['DELETE /gateways/{id}', { summary: "Disconnects a seller's Stripe account" }],
    ['PATCH /balanceAccounts/{id}/sweeps/{sweepId}', taking({ status: text })],
    ['DELETE /transactionRules/{id}', {}],
    ['PATCH /subcontractors/{id}', taking({ bankAccount: { type: 'object', properties: { no: text } } })],
  ])('is moved by %s', (key, operation) => {
    expect(remarksAbout(key, operation)).toEqual(['money']);
  });

  test.each([
    ['POST /jobs/{id}/sweeps', taking({ name: text })],
    ['PUT /returns/{id}', { ...taking({ note: text }), summary: 'Updates the note of returns and refunds' }],
    ['POST /tickets/{id}/transfer-seat', { ...taking({ seat: text }), summary: 'Take another seat.' }],
  ])('is not what %s is about', (key, operation) => {
    expect(remarksAbout(key, operation)).not.toContain('money');
  });

  test('says whether a summary or a description tells of it', () => {
    const told = (operation: object) => classifyOne('POST /coins/{id}', operation as never).remarks.money;
    expect(told({ summary: 'Transfer coins to a friend' })).toBe('its summary says "transfer coins to"');
    expect(told({ description: '**Transfer** coins to a friend.' })).toBe(
      'its description says "transfer coins to"',
    );
    expect(told({ summary: 'Greet', description: 'Transfer coins to a friend.' })).toBeUndefined();
  });

  test('is moved in a list, too', () => {
    const transfer = { type: 'object', properties: { amount, toAccountId: text } };
    const content = { 'application/json': { schema: { type: 'array', items: transfer } } };
    expect(remarksAbout('POST /files/bulk', { requestBody: { content } })).toEqual(['money']);
  });

  test.each([
    ['POST /listings/{id}/offers', taking({ amount })],
    ['POST /carts/{id}/discounts', taking({ code: text })],
    ['POST /orders/{id}/promotions', taking({ code: text })],
    ['PUT /queues/{id}', taking({ transferRateLimit: amount })],
    ['POST /cars/{id}/rent', taking({ days: amount })],
    ['POST /coupons/{code}/redeem', {}],
    ['POST /carts/{id}/coupons', taking({ code: text })],
    ['PUT /products/{id}/price', taking({ value: amount })],
    ['POST /activities/{id}/waivers', taking({ signature: text })],
    ['POST /orders', { summary: 'Purchase order', ...taking({ a: text }) }],
    ['PUT /suppliers/{id}', taking({ accountNumber: text, bank: text })],
    ['PUT /suppliers/{id}', taking({ iban: { ...text, readOnly: true }, name: text })],
    ['PUT /drafts/{id}', taking({ bank_account: { type: 'boolean' }, name: text })],
    ['PATCH /purchase-orders/{id}', { operationId: 'purchaseOrdersUpdate', ...taking({ a: text }) }],
    ['PATCH /customers/{id}', taking({ payment_method: text })],
    ['POST /books/{id}/loans', taking({ due: text })],
    ['POST /accounts/{id}/confirm', taking({ code: text })],
    ['GET /fines/{id}/waivers', {}],
    ['PUT /queues/{id}/limits', taking({ daily: amount })],
    ['POST /orgs/{id}/devices/upgrade', taking({ version: text })],
    ['PUT /treatments/{id}/plan', taking({ plan: text })],
    ['PUT /plans/{id}', taking({ name: text, day: text })],
    ['POST /videos/{id}/credits', { summary: 'Add a credit to a video', ...taking({ a: text }) }],
    ['POST /reminders', { summary: 'Send a payment reminder', ...taking({ a: text }) }],
    ['POST /quotes/{id}/downpayment', taking({ a: text })],
    ['POST /things/{id}/comments', { summary: 'Add a comment to a payment', ...taking({ a: text }) }],
    ['POST /reminders', { summary: 'Send a reminder for overdue payments', ...taking({ a: text }) }],
    ['POST /stores/{id}/adjustments', { summary: 'Adjust stock balance', ...taking({ a: text }) }],
    ['PUT /images/{id}/colors', { summary: 'Adjust the white balance', ...taking({ a: text }) }],
  ])('is another matter than %s', (key, operation) => {
    expect(remarksAbout(key, operation)).toEqual([]);
  });
});

test.each([
  'GET /payouts/{id}',
  'GET /owners/{id}/disbursements',
  'GET /applicants/{id}/credit-report',
  'GET /disciplinary-actions',
  'GET /direct_messages/{id}',
  'GET /employees/{id}/reviews',
  'GET /employees/{id}/emergency-contacts',
  'GET /patients/{id}/diagnoses',
  'GET /patients/{id}/lab-results',
  'GET /performance-appraisals/{id}',
  'GET /external-accounts',
  'GET /employees/{id}/directDeposit',
  'GET /employees/{id}/paystatement/summary/{year}',
  'GET /employees/{id}/sensitivedata',
  'GET /employees/{id}/salary',
  'GET /people/{id}/personal-data',
  'GET /employees/{id}/compensation',
  'GET /audit',
  'GET /auditlog/{id}',
  'GET /organizations/{id}/auditlogs',
  'GET /documents/{id}/audittrail',
  'GET /eventlog/events',
  'GET /reports/operationlogs',
  'GET /auditing/record',
  'GET /wages/downloadSalaryFile',
  'GET /cards/{id}/export-statement-pdf',
  'GET /private-messages/{username}',
  'GET /orders/{id}/audit',
  'GET /backup/download',
  'GET /databases/{db}/backups/{id}/download',
  'GET /sites/{id}/download-backup',
  'GET /hub/backup',
  'GET /users/{id}/pii',
  'GET /sellers/{id}/kyc-documents',
  'GET /permits/{id}/internal-notes',
  'GET /pets/{id}/medical-record',
  'GET /courses/{id}/answer-key',
])('not everybody may read %s', (key) => {
  expect(remarksAbout(key)).toEqual(['private']);
});

test.each([
  'GET /databases/{id}/backups',
  'GET /films/{id}/reviews',
  'GET /dashboards/{id}/charts',
  'GET /vehicles/{id}/test-results',
  'GET /files/{id}/download',
  'GET /backups/{id}/status',
  'GET /catalogs/{id}',
  'GET /export-rules',
  'GET /export_formats',
  'GET /export_configurations/{id}',
  'GET /export-vector-jobs',
  'GET /ListExportErrors',
  'GET /auditingSettings',
])('whoever reads the rest may read %s', (key) => {
  expect(remarksAbout(key)).toEqual([]);
});

test('not everybody may read what others pass for somebody with, or what employees earn', () => {
  const listed = (properties: object) =>
    answering({ data: { type: 'array', items: { type: 'object', properties } } });
  expect(classifyOne('GET /guests/{id}', answering({ name: text, passportNumber: text })).remarks).toEqual({
    private: 'its answer holds `passportNumber`, which is not for everybody',
  });
  expect(remarksAbout('GET /clinics/{id}/staff', listed({ name: text, salary: amount }))).toEqual([
    'private',
  ]);
  expect(remarksAbout('GET /leagues/{id}/players', listed({ name: text, salary: amount }))).toEqual([]);
  expect(remarksAbout('GET /guests/{id}', answering({ ssn: { type: 'boolean' } }))).toEqual([]);
  const made = { ...taking({ ssn: text }), ...answering({ id: text, ssn: text }) };
  expect(remarksAbout('POST /guests', made)).toEqual([]);
});

test.each([
  'GET /companies/{companyId}/employees/{employeeId}/localTaxes',
  'PUT /companies/{companyId}/employees/{employeeId}/additionalRates',
  'PUT /employees/{id}/benefitSetup',
])('what an employee is paid is not for everybody: %s', (key) => {
  expect(remarksAbout(key, taking({ value: text }))).toEqual(['private']);
});

test('what is called like a part of a pay elsewhere is for everybody', () => {
  expect(remarksAbout('GET /patients/{id}/heart-rates')).toEqual([]);
  expect(remarksAbout('GET /products/{id}/benefits')).toEqual([]);
});

test('not everybody may read the cards of somebody', () => {
  expect(remarksAbout('GET /gateways/{id}/cards', { summary: 'Returns credit cards for this user' })).toEqual(
    ['private'],
  );
});

test('not everybody may read what a summary calls confidential, or the notes of staff', () => {
  const said = (summary: string) => remarksAbout('GET /members/{id}/notes', { summary });
  expect(said('Staff notes about a member')).toEqual(['private']);
  expect(said('System event log as JSON')).toEqual(['private']);
  expect(said('Show the log of a build')).toEqual([]);
  expect(said('Confidential sources')).toEqual(['private']);
  expect(said('Confidential clients of the app')).toEqual([]);
  expect(said('Notes about a member')).toEqual([]);
});

test('whoever reads the rest may read a backup that is described', () => {
  expect(remarksAbout('GET /servers/{id}/backup', answering({ enabled: text }))).toEqual([]);
});

test('bank accounts are private, whatever is done to them', () => {
  const { private: said } = classifyOne(
    'POST /deleteBankAccounts',
    taking({ bankAccountIds: { type: 'array', items: text } }),
  ).remarks;
  expect(said).toBe('`deleteBankAccounts` in the path is not for everybody');
});
