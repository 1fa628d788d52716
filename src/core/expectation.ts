import { isMapping } from './definition.ts';
import { DENIED_STATUSES, type Expectation, type ExpectedDecision } from './fixture.ts';
import type { RawExpectation, RawItemExpectation } from './fixture-definition.ts';

/** What an expectation means, in whichever form it is written. */
export function readExpectation(raw: RawExpectation): Expectation {
  if (typeof raw === 'object') return expectationOf(raw);
  const known = WORDS.get(raw) ?? expectationOf(raw);
  WORDS.set(raw, known);
  return known;
}

/** There are few words, and many cells that say one of them. */
const WORDS = new Map<string | number, Expectation>();

function expectationOf(raw: RawExpectation): Expectation {
  if (raw === 'unroutable') return { type: 'refused', status: 404 };
  if (raw === 400) return { type: 'refused', status: 400 };
  if (isOfOneDecision(raw)) return { type: 'every', expected: expectedDecision(raw) };
  const items = ('items' in raw && isMapping(raw.items) ? raw.items : raw) as RawItems;
  return {
    type: 'items',
    items: new Map(Object.entries(items).map(([item, one]) => [item, expectedDecision(one)])),
  };
}

type RawItems = Readonly<Record<string, RawItemExpectation>>;

/** A batch may have items of any name: what tells the forms apart is what the definition tells them apart by. */
function isOfOneDecision(raw: Exclude<RawExpectation, 'unroutable' | 400>): raw is RawItemExpectation {
  if (typeof raw !== 'object') return true;
  return 'status' in raw || 'decision' in raw;
}

function expectedDecision(raw: RawItemExpectation): ExpectedDecision {
  if (typeof raw !== 'object') return ofWord(raw);
  const { because, errors } = raw;
  return {
    ...ofWord('status' in raw ? raw.status : raw.decision),
    ...(because === undefined ? {} : isMapping(because) ? { includes: because.includes } : { because }),
    ...(errors ? { errors } : {}),
  };
}

function ofWord(word: 'allow' | 'deny' | number): ExpectedDecision {
  if (typeof word === 'string') return { decision: word };
  const status = DENIED_STATUSES.find((one) => one === word);
  return status === undefined ? { decision: 'allow' } : { decision: 'deny', status };
}
