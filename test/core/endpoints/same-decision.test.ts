import { describe, expect, it } from 'vitest';
import { type DecidedEndpoint, isSameDecision } from '../../../src/core/endpoints/same-decision.ts';

const COPY: DecidedEndpoint = {
  method: 'POST',
  path: '/docs/{id}/copies/{folder}',
  pattern: 'single-resource',
  from: 'path:id',
  about: 'copy',
  second: { action: 'addTo', from: 'path:folder' },
};

describe('two endpoints of one route', () => {
  it.each<[what: string, other: Partial<DecidedEndpoint>]>([
    ['nothing', {}],
    [
      'the names of parameters',
      {
        path: '/docs/{doc}/copies/{to}',
        from: 'path:doc',
        second: { action: 'addTo', from: 'path:to', optional: false },
      },
    ],
  ])('ask for the same decision where they differ in %s', (_, other) => {
    expect(isSameDecision(COPY, { ...COPY, ...other })).toBe(true);
  });

  it.each<[what: string, other: Partial<DecidedEndpoint>]>([
    ['the pattern', { pattern: 'listing' }],
    ['the action', { about: 'move' }],
    ['the parameter that names the resource', { from: 'path:folder' }],
    ['the place that names the resource', { from: 'query:id' }],
    ['which parameter a name stands for', { path: '/docs/{folder}/copies/{id}' }],
    ['whether there is a second question', { second: undefined }],
    ['the second question', { second: { action: 'removeFrom', from: 'path:folder' } }],
    ['what the second question is about', { second: { action: 'addTo', from: 'query:folder' } }],
    ['whether calls may leave it out', { second: { action: 'addTo', from: 'path:folder', optional: true } }],
  ])('ask for two decisions where they differ in %s', (_, other) => {
    expect(isSameDecision(COPY, { ...COPY, ...other })).toBe(false);
  });
});
