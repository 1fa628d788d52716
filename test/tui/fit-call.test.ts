import { expect, it } from 'vitest';
import { fitCall } from '../../src/tui/fit-call.ts';

it.each([
  ['GET /campaigns/c1 as ana', 40, 'GET /campaigns/c1 as ana'],
  ['GET /organizations/o1/campaigns/c1 as northern-admin', 40, 'GET /organi…mpaigns/c1 as northern-admin'],
  ['PUT /campaigns/c1 as ana {"name":"Spring"}', 30, 'PUT /campaigns/c1 as ana {"na…'],
  ['PUT /campaigns/c1 as ana {"as":"as bob"}', 20, 'PUT /c…ns/c1 as ana…'],
  ['two: GET /a/b/c/d/e/f/g as somebody-of-the-team', 34, 'two: …/f/g as somebody-of-the-team'],
  ['ana Action::"view" Campaign::"c1"', 20, 'ana Action…ign::"c1"'],
  ['GET /a?filter[x]=1 as ana', 24, 'GET /a?f…ter[x]=1 as ana'],
])('%s is cut to %i columns without its caller, as long as there is room', (text, width, fitted) => {
  expect(fitCall(text, width)).toBe(fitted.padEnd(width));
});
