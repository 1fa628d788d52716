import { describe, expect, it } from 'vitest';
import { markdownCode, markdownText } from '../../../src/reporters/words/markdown.ts';

describe('text in Markdown', () => {
  it.each([
    // A backslash before `@` is gone when a page looks for names to notify.
    ['@octocat/team', '@&#8203;octocat/team'],
    ['&#64;octocat &commat;octocat', '\\&#&#8203;64;octocat \\&commat;octocat'],
    ['fixes #12 and acme/shop#3', 'fixes #&#8203;12 and acme/shop#&#8203;3'],
    ['GH-12, gh-3, high-4', 'GH&#8203;-12, gh&#8203;-3, high-4'],
    ['https://evil.example', 'https:&#8203;//evil.example'],
    ['www.evil.example', 'www&#8203;.evil.example'],
    ['WWW.evil.example', 'WWW&#8203;.evil.example'],
    ['![x](y) <b> `c` *d* _e_ ~f~ |', '!\\[x\\](y) \\<b\\> \\`c\\` \\*d\\* \\_e\\_ \\~f\\~ \\|'],
    ['\u001b[2J\n# x', '\\\\u001b\\[2J\\\\u000a#&#8203; x'],
    ['GET /campaigns/c1: allowed', 'GET /campaigns/c1: allowed'],
  ])('of %j mentions nobody, links to nothing and marks nothing up', (text, written) => {
    expect(markdownText(text)).toBe(written);
  });
});

describe('code in Markdown', () => {
  it.each([
    ['GET /a', '`GET /a`'],
    ['a `b` c', '`` a `b` c ``'],
    ['```', '```` ``` ````'],
    [' a ', '`  a  `'],
    ['a\n| @b', '`a\\u000a| @b`'],
  ])('holds %j as it is', (text, written) => {
    expect(markdownCode(text)).toBe(written);
  });
});
