import { memoize } from '../../caching/memoize.ts';
import { changes, lastNoun, lastRun, phraseOf, type Sensed } from './sensed.ts';

const PRIVATE = /^(log|invoice|billing|balance|payslip|export)$/;

const PRIVATE_PHRASE =
  /^((\w+ )?audit (log|trail|event|record|entry|history)( (event|entry|entrie|record|stream)s?)?s?|(access|activity|security|login|sign in) (log|event|history)( (event|entry|entrie)s?)?s?|billing (history|info|address)|payment methods?)$/;

const isPrivate = memoize(
  (literal) => PRIVATE.test(lastNoun(literal)) || PRIVATE_PHRASE.test(phraseOf(literal)),
);

/** Logs, bills and exports hold what is nobody's business who only reads the rest. */
export function saysPrivate(sensed: Sensed): string | undefined {
  const found = sensed.facts.literals.find(isPrivate);
  return found && `\`${found}\` in the path are not for everybody`;
}

/** What money goes in or out by. */
const MONEY =
  /^(payment|refund|payout|charge|withdrawal|disbursement|chargeback|subscription plan|billing plan|bank account|credit card|payment (method|source|intent))s?$/;

const isMoney = memoize((literal) => MONEY.test(phraseOf(literal)));

/** Whoever moves money, or changes how it is paid, is somebody whom others have named. */
export function saysMoney(sensed: Sensed): string | undefined {
  if (!changes(sensed)) return undefined;
  const found = lastRun(sensed).find(isMoney);
  return found && `\`${found}\` in the path are about money`;
}
