import { describe, expect, it } from 'vitest';
import { checkSchema } from '../../../src/core/cedar/cedar.ts';
import type { Model } from '../../../src/core/model/model.ts';
import { printSchema, schemaFileText } from '../../../src/core/model/print-schema.ts';
import { readSchema } from '../../../src/core/model/read-schema.ts';
import { model } from '../../helpers/arbitrary-model.ts';
import { emailModel, emailSchema } from '../../helpers/email-model.ts';
import fc from '../../helpers/fast-check.ts';
import { valueIn } from '../../helpers/outcome.ts';

function roundTrip(original: Model, format: 'json' | 'cedar'): Model {
  const text = valueIn(schemaFileText(printSchema(original), format));
  return valueIn(readSchema({ file: 'schema', text })).model;
}

describe('a schema', () => {
  it.each(['json', 'cedar'] as const)('as %s gives back the model it was printed from', (format) => {
    expect(roundTrip(emailModel, format)).toEqual(emailModel);
  });

  it.each(['json', 'cedar'] as const)(
    'as %s gives back any model, whatever its names and paths',
    (format) => {
      fc.assert(
        fc.property(model, (original) => {
          expect(checkSchema(printSchema(original))).toMatchObject({ ok: true });
          expect(roundTrip(original, format)).toEqual(original);
        }),
      );
    },
  );

  it('is the same text every time', () => {
    const once = valueIn(schemaFileText(printSchema(emailModel), 'cedar'));
    expect(valueIn(schemaFileText(printSchema(structuredClone(emailModel)), 'cedar'))).toBe(once);
  });

  it('in Cedar syntax reads like one that a person wrote', () => {
    const text = valueIn(schemaFileText(emailSchema, 'cedar'));
    expect(text).toContain('@tenant\n  entity Tenant');
    expect(text).toContain('planTier: String');
    expect(text).not.toContain('__cedar');
    expect(text.endsWith('}\n')).toBe(true);
  });

  it('keeps `__cedar::` where the schema has a type of the same name', () => {
    const shadowing = {
      ...emailModel,
      entityTypes: [...emailModel.entityTypes, { name: 'String', parents: [], attributes: [] }],
    };
    const text = valueIn(schemaFileText(printSchema(shadowing), 'cedar'));
    expect(text).toContain('__cedar::String');
  });

  it('of SimpleRest carries the annotations by which the Express packages find endpoints', () => {
    const simple = printSchema({ ...emailModel, mappingType: 'SimpleRest' });
    expect(simple.EmailApp?.annotations).toEqual({ mappingType: 'SimpleRest' });
    expect(simple.EmailApp?.actions.getEmailCampaign?.annotations).toMatchObject({
      httpVerb: 'get',
      httpPathTemplate: '/campaigns/{campaign_id}',
    });
  });
});
