import type { CedarValueJson } from '../../cedar/cedar.ts';
import type { ActionInfo, AnalysisSchema } from '../schema/analysis-schema.ts';
import type { Type } from '../terms/type.ts';

/** Some value of a type, where it does not matter which; of a record, what it must have. */
export function plainValue(type: Type, schema: AnalysisSchema): CedarValueJson {
  switch (type.kind) {
    case 'bool':
      return false;
    case 'long':
      return 0;
    case 'string':
    case 'nothing':
      return '';
    case 'set':
      return [];
    case 'record': {
      const required = [...type.attributes].filter(([, attribute]) => attribute.required);
      return Object.fromEntries(required.map(([name, one]) => [name, plainValue(one.type, schema)]));
    }
    case 'extension':
      return { __extn: PLAIN_EXTENSIONS[type.name] };
    case 'entity':
      return { __entity: { type: type.name, id: declaredId(type.name, schema) ?? 'any' } };
  }
}

/** Of a type whose ids the schema lists: an enumeration, or a type of actions. */
function declaredId(type: string, { entityTypes, actions }: AnalysisSchema): string | undefined {
  const isOfType = ({ uid }: ActionInfo) => uid.type === type;
  return entityTypes.get(type)?.members?.[0] ?? [...actions.values()].find(isOfType)?.uid.id;
}

const PLAIN_EXTENSIONS = {
  decimal: { fn: 'decimal', arg: '0.0' },
  datetime: { fn: 'datetime', arg: '2024-01-01' },
  duration: { fn: 'duration', arg: '0ms' },
  ipaddr: { fn: 'ip', arg: '10.0.0.1' },
} as const;
