import { describe, expect, it } from 'vitest';
import { printExplanation, reasonLines } from '../../src/reporters/explanation.ts';
import { painter } from '../../src/reporters/words/wording.ts';
import { wrap, wrapIndented } from '../../src/reporters/words/wrap.ts';
import { user } from '../helpers/email-entities.ts';
import { explainEmail } from '../helpers/explain-email.ts';

const update = { method: 'PUT', url: '/campaigns/c9' };
const eve = user('eve', 'editor', 'umbrella');
const options = { paint: painter(false), columns: 74 };

const DRAFTS = '@id("drafts") permit (principal, action, resource) when { resource.status == "draft" };';

describe('the short form of an explanation', () => {
  it.each([
    [
      'what the nearest permit lacks',
      DRAFTS,
      [
        'nearest is drafts  policies/a.cedar:1:1',
        'policies/a.cedar:1:59  resource.status == "draft" is false',
        '  resource.status is "sent", needed: "draft"',
        'it would be allowed if `resource.status` were `"draft"`',
      ],
    ],
    [
      'what made the forbid apply',
      `permit (principal, action, resource);\nforbid (principal, action, resource) unless { principal in EmailApp::Tenant::"acme" };`,
      [
        'policies/a.cedar:2:47  principal in EmailApp::Tenant::"acme" is false',
        '  principal is EmailApp::User::"eve" in [EmailApp::Tenant::"umbrella",',
        '  EmailApp::Role::"editor"]',
        'it would be allowed if `principal` were in `EmailApp::Tenant::"acme"`',
      ],
    ],
    [
      'what a skipped forbid would have done',
      `permit (principal, action, resource);\nforbid (principal, action, resource) when { principal.email == "x" };`,
      [
        'Cedar skips a `forbid` that cannot be evaluated; this one would have',
        'denied the request if `principal.email == "x"` were true',
        'it would be allowed if `principal.email` were other than `"x"`',
      ],
    ],
    ['nothing where there are no policies', 'forbid (principal, action, resource) when { false };', []],
  ])('says %s', (_, policies, lines) => {
    const why = reasonLines(explainEmail(policies, update, eve));
    expect(why.flatMap((line) => wrapIndented(line, 74))).toEqual(lines);
  });
});

describe('the long form of an explanation', () => {
  it('lists not all of hundreds of actions', () => {
    const actions = Array.from({ length: 300 }, () => 'EmailApp::Action::"updateEmailCampaign"').join(', ');
    const policies = `permit (principal, action in [${actions}], resource) when { false };`;
    const printed = printExplanation(explainEmail(policies, update, eve), { ...options, columns: 80 });
    expect(printed).toMatch(/… and 29\d others/);
    expect(printed.split('\n').length).toBeLessThan(40);
  });

  it('tells an error once, at the condition that has it', () => {
    const policies =
      'permit (principal, action, resource) when { true && (principal.email == "x" || true) };';
    const printed = printExplanation(explainEmail(policies, update, eve), { ...options, columns: 300 });
    expect(printed.match(/does not have the attribute/g)).toHaveLength(1);
  });

  it('shows text that would move the cursor as escapes', () => {
    const policies = 'permit (principal, action, resource) when { resource.status == "\u001b[2J\u202e" };';
    expect(printExplanation(explainEmail(policies, update, eve), options)).not.toMatch(/[\u001b\u202e]/);
  });
});

describe('wrapped lines', () => {
  it.each([
    ['short', 20, ['short']],
    ['one two three', 7, ['one two', 'three']],
    ['a verylongword b', 5, ['a', 'veryl', 'ongwo', 'rd b']],
    ['漢字 漢字', 5, ['漢字', '漢字']],
    ['', 5, ['']],
  ])('%j in %i columns', (text, width, lines) => expect(wrap(text, width)).toEqual(lines));
});
