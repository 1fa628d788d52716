import { phraseOf } from '../words.ts';
import { literalTest } from './literal-tests.ts';
import { changes, lastNoun, type Sensed } from './sensed.ts';

const PRIVATE = /^(log|invoice|billing|balance|payslip|export)$/;

const PRIVATE_PHRASE =
  /^((\w+ )?audit (log|trail|event|record|entry|history)( (event|entry|entrie|record|stream)s?)?s?|(access|activity|security|login|sign in) (log|event|history)( (event|entry|entrie)s?)?s?|billing \w+( \w+)*|payment methods?|(credit|debit) cards?|(bank|payout) accounts?|(code|secret|vulnerability|dependency) scanning|dependabot|vulnerabilit(y|ie)s?|(security|vulnerability) (alert|finding|advisor(y|ie))s?)$/;

const isPrivate = literalTest(
  (literal) => PRIVATE.test(lastNoun(literal)) || PRIVATE_PHRASE.test(phraseOf(literal)),
);

/** Logs, bills, exports and open weaknesses hold what is nobody's business who only reads the rest. */
export function saysPrivate(sensed: Sensed): string | undefined {
  const found = isPrivate.first(sensed.facts.literals);
  return found && `\`${found}\` in the path are not for everybody`;
}

/** What money goes in or out by, wherever it stands in a name: `outbound_payments`, `process_payment_intent`. */
const MONEY = /\b(payment|refund|payout|charge|chargeback|withdrawal|disbursement)s?\b/;

const MONEY_PHRASE =
  /^((subscription|billing) plan|bank (setting|detail|information)|direct ?debit|(\w+ ?)?mandate|billing portal|(bank|external|payout) account|(\w+ )?credit (card|note|reversal)|debit reversal|balance transaction|dispute)s?$/;

const isMoney = literalTest(
  (literal) => MONEY.test(phraseOf(literal)) || MONEY_PHRASE.test(phraseOf(literal)),
);

/** Where money goes to. */
const DESTINATION =
  /^(destination|recipient|beneficiary|payee|iban|bank account|account number|to account)( id)?$/;

/** Whoever moves money, or changes how it is paid, is somebody whom others have named. */
export function saysMoney(sensed: Sensed): string | undefined {
  if (!changes(sensed)) return undefined;
  const found = isMoney.first(sensed.facts.literals);
  if (found !== undefined) return `\`${found}\` in the path are about money`;
  const names = [...(sensed.endpoint.body?.shape.properties.keys() ?? [])];
  const goal = names.find((name) => DESTINATION.test(phraseOf(name)));
  const isPaid = goal !== undefined && names.some((name) => phraseOf(name) === 'amount');
  return isPaid ? `its body takes an amount, and where it goes: \`${goal}\`` : undefined;
}
