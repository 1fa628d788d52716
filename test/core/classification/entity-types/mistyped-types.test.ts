import { describe, expect, it } from 'vitest';
import { classifyApi } from '../../../../src/core/classification/classify.ts';
import { NOTHING_SAID } from '../../../../src/core/classification/type-names.ts';
import type { Source } from '../../../../src/core/diagnostics/source.ts';
import { readSpec } from '../../../../src/core/openapi/spec.ts';

/** What is said of an override that gives the lookup of carriers this type. */
function saidOf(type: string, declared: readonly string[] = []): string[] {
  const paths = { '/carriers/{id}': { get: {}, put: {} }, '/lookup/{code}': { get: {} } };
  const value = { openapi: '3.0.3', paths };
  const root: Source = { file: 'x.json', text: '', value, locate: () => undefined };
  const spec = readSpec({ root, others: new Map() });
  if (!spec.ok) throw new Error('the description cannot be read');
  const overrides = new Map([['GET /lookup/{code}', { type }]]);
  const said = { ...NOTHING_SAID, declared: new Set(declared) };
  const { diagnostics } = classifyApi(spec.value, overrides, said);
  return diagnostics.map(({ severity, message }) => `${severity}: ${message}`);
}

describe('a type that an override names', () => {
  it.each(['Carier', 'Carrrier', 'Carreir', 'carrier'])('may be another one with a slip: %s', (type) => {
    expect(saidOf(type)).toEqual([
      `warning: \`${type}\` is a letter away from the entity type \`Carrier\`, and nothing else speaks of it, on \`GET /lookup/{code}\``,
    ]);
  });

  it.each(['Carrier', 'Carriers', 'Courier', 'Shipment'])(
    'may be one of the API, or a new one: %s',
    (type) => {
      expect(saidOf(type)).toEqual([]);
    },
  );

  it('is what it is called where `types` declares it', () => {
    expect(saidOf('Carier', ['Carier'])).toEqual([]);
  });
});
