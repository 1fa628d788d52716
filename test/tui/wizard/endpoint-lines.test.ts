import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { WizardState } from '../../../src/tui/wizard/state.ts';
import { endpointLines } from '../../../src/tui/wizard/views/endpoint-lines.ts';
import { EXAMPLE_FOLDER } from '../../helpers/cli.ts';
import { textOf } from '../../helpers/headless-watch.ts';
import { press, reading } from './helpers.ts';

let read: WizardState;
beforeAll(async () => {
  read = await reading(join(EXAMPLE_FOLDER, 'openapi.yaml'));
});

describe('the details of an endpoint say what was changed of it', () => {
  const details = (...keys: readonly string[]) => {
    const at = press(read, 'enter', 'enter', ...Array<string>(7).fill('down'), ...keys);
    return endpointLines(at, 200).map(textOf);
  };

  it('its place or its type, where that is all', () => {
    expect(details('r')[0]).toBe(
      'DELETE /messages is batch (0.98), place changed from query:messagelist to application, type changed from EmailMessage to Application',
    );
    expect(details('t', 'Two', 'enter')[0]).toBe(
      'DELETE /messages is batch (0.98), type changed from EmailMessage to EmailMessageTwo',
    );
    expect(details('t', 'enter')[0]).toBe('DELETE /messages is batch (0.98), as the classifier says');
    expect(details('r', 'R')[0]).toBe('DELETE /messages is batch (0.98), else implicit-scope (0.02)');
  });

  it('and which pattern the evidence is for, where another one was chosen', () => {
    const lines = details('2');
    const at = lines.indexOf('Evidence for batch');
    expect(lines[at - 1]).toBe('May this person make a new thing in that place?');
    expect(lines[at + 1]).toMatch(/^\+\d/);
    expect(details('r')).not.toContain('Evidence for batch');
    expect(details()).not.toContain('Evidence for batch');
  });

  it('and offer no runner-up that is the same in words', () => {
    expect(details('6')).toContain('The runner-up, implicit-scope, was taken: c goes back');
    expect(details('6', 'r')).toContain(
      'The runner-up is implicit-scope by application, not by query:messagelist: x takes it',
    );
    expect(details('3')).toContain('The runner-up is implicit-scope: x takes it');
  });
});

it('a name of the example call that is too long is cut, and its namespace left out first', () => {
  const named = press(read, 'enter', 'ForTheCampaignsOfAllTenants', 'enter', '/', 'dashboard', 'enter');
  const name = 'EmailMarketingForTheCampaignsOfAllTenants';
  const lines = (width: number) => endpointLines(named, width).map(textOf);
  const ofResource = (width: number) => lines(width).filter((one) => one.startsWith('resource'));
  expect(ofResource(110)).toEqual([`resource   ${name}::Application::"${name}"`]);
  expect(ofResource(80)).toEqual([`resource   …::Application::"${name}"`]);
  expect(ofResource(60)).toEqual(['resource   …::Application::"EmailMarketingF…gnsOfAllTenants"']);
  expect(lines(60).join('\n')).toMatch(/\nresource .*\nslice with/);
});
