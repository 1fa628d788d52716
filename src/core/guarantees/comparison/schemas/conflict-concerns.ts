import { attributesRead, recordsUsedWhole } from '../../../decision-classes/attributes-read.ts';
import { isRecord } from '../../../values/record.ts';
import type { Conflict } from './merge-schemas.ts';
import { type AskedOfAction, areCallsAbout, asksAncestors, seesEntities } from './sees-entities.ts';

/** Whether policies about an action look at what the schemas say differently: else it changes no decision. */
export function concerns({ about }: Conflict, asked: AskedOfAction): boolean {
  const { action, policies } = asked;
  switch (about.kind) {
    case 'action':
      return about.name === action.id;
    case 'calls':
      return areCallsAbout(about.type, asked);
    case 'entities':
      return seesEntities(about.type, asked);
    case 'tags':
      return policies.some(({ json: { conditions } }) => asksTags(conditions));
    case 'hierarchy':
      return asksAncestors(about, asked);
    case 'attribute': {
      const conditions = policies.map(({ json }) => json);
      const whole = recordsUsedWhole(conditions);
      return attributesRead(conditions).has(about.name) || about.holders.some((name) => whole.has(name));
    }
  }
}

function asksTags(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(asksTags);
  if (!isRecord(part)) return false;
  return part.hasTag !== undefined || part.getTag !== undefined || Object.values(part).some(asksTags);
}
