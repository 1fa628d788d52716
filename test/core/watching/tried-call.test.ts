import { describe, expect, it } from 'vitest';
import { inOneLine, printTypedCall, readTypedCall } from '../../../src/core/watching/tried-call.ts';
import { valueIn } from '../../helpers/outcome.ts';

describe('a call that is typed', () => {
  it.each([
    'GET /a as ana',
    'PUT /a as the editors {"name":"x"}',
    'GET /a as ana context {"hour":9}',
    'GET /a as ana headers {"X-HTTP-Method-Override":"DELETE"}',
    'PUT /a as ana {"note":"as is, headers {} and context {}"} headers {"A":"b"} context {"hour":9}',
    'PUT /a as ana [{"id":1}] context {"last":{"__entity":{"type":"Action","id":"view"}}}',
    'POST /a as ana {"note":"x context {}"}',
  ])('is read as it is printed: %s', (text) => {
    const { call, as, context } = valueIn(readTypedCall(text));
    expect(printTypedCall({ type: 'call', call, ...(context ? { context } : {}) }, as)).toBe(text);
  });

  it.each([
    ['  put  /a \n as  ana {\n "name":  "a  b" }', 'PUT /a as ana {"name":"a  b"}'],
    [' GET  /a ', 'GET  /a'],
  ])('is one line with the blanks of its values, once it can be read: %j', (text, line) => {
    expect(inOneLine(text)).toBe(line);
  });

  it.each([
    ['GET /a as ana context 5', 'what stands behind `context` is not a mapping in JSON'],
    ['GET /a as ana headers {"A": }', 'what stands behind `headers` is not a mapping in JSON'],
    ['GET /a as ana headers {"A": 5}', 'what stands behind `headers` is not a mapping to texts'],
  ])('is not understood where it goes wrong: %s', (text, message) => {
    const read = readTypedCall(text);
    expect(read.ok ? [] : read.diagnostics.map((one) => one.message)).toEqual([message]);
  });
});
