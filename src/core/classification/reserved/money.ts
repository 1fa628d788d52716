import { memoize } from '../../caching/memoize.ts';
import { heldShape } from '../../openapi/held-shape.ts';
import { between, either, lastWords, sentences } from '../phrases.ts';
import { literalTest } from '../signals/path/literal-tests.ts';
import { phraseOf } from '../words.ts';
import { changes, isPlainDeed, lastNoun, lastRun, type Sensed, takenProperty } from './sensed.ts';
import { saidBy } from './texts.ts';

/** What money goes in or out by, wherever it stands in a name: `outbound_payments`, `process_payment_intent`. */
const MONEY = either`
  \b(re|pre|over)?payment | payment ?method
  \b(refund|payout|charge|chargeback|withdrawal|disbursement|overdraft|top ?up|standing order)s?\b
  \b(wire|ach|bank|money|balance|account|fund|internal|external|international|sepa|swift|check|cheque) ?transfers?\b
  \b(pay ?run|payroll ?run|pay ?(instruction|code|item|element|component|rate|scale|grade)|transfer reversal)s?\b
  ^(pay|buy|purchase|disburse|reimburse|mark (as )?paid)$ | ^pay (all|now|invoices?|bills?)$
`;

const MONEY_PHRASE = between('^', 's?$')`
  (tax|interest|exchange|commission|fee) rate | commission | (subscription|billing) plan
  bank (setting|detail|information) | direct ?(debit|deposit) | (\w+ ?)?mandate | billing portal
  (bank|external|payout|funding|source) account | transfer instrument | setup intent
  (\w+ )?credit (card|note|reversal) | debit reversal | reversal | settlement | balance transaction | dispute
`;

const isMoney = literalTest(
  (literal) => MONEY.test(phraseOf(literal)) || MONEY_PHRASE.test(phraseOf(literal)),
);

/** Where money goes to. */
const DESTINATION = between('^', '( id)?$')`
  destination | recipient | beneficiary | payee | iban | bank account | account number
  (to|destination|target|creditor|counterparty|beneficiary|recipient) (account|wallet|iban|user)( (number|iban))?
`;

/** What money is in. */
const isMoneyPlace = literalTest((literal) =>
  /\b(accounts?|wallets?|balances?|loans?|credits?|deposits?|ledgers?|escrows?|gift ?cards?|transfers?|funds?|fees?|donations?|reserves?|authori[sz](e|ation))\b/.test(
    phraseOf(literal),
  ),
);

const AMOUNT = /^amount( (in )?(cents|minor( units?)?))?$/;

/** What something is paid with. */
const MEANS =
  /^(payment method( (id|nonce|token))?|payment (token|nonce|source)|card (token|nonce)|(cvv|cvc)( 2)?)$/;

/** What lets money go, or takes it back, where it is done to what moves it. */
const EXECUTES = /^(confirm|execute|accept|capture|settle|release|reverse|void|cash out|redeem)$/;

/** What puts money into an account or takes it out, without a word on how much. */
const FILLS = /^(deposit|withdraw|credit|debit|fund|funding|top ?up)$/;

/** What gives up money that somebody owes: `POST /fines/{id}/waive`. */
const FORGIVES =
  /^(fees?|fines?|debt|penalty|charges?|tuition|interest) waivers?$|^(waive|forgive|write ?off)( (\w+ )?(fines?|fees?|debts?|charges?|penalty|penalties|balances?|interest|invoices?|loans?))?$/;

/** What somebody has to pay: `POST /violations/{id}/cancel`. */
const OWED = lastWords`fine | penalty | penalty notice | parking ticket | violation | infringement`;

const isMover = literalTest((literal) =>
  /^((\w+ )?transfer|transaction|deposit|escrow|fund|donation|gift card|wallet|loan)s?$/.test(
    phraseOf(literal),
  ),
);

/** What moves money of an account by itself. */
const sweeps = memoize((literal) => /^sweeps?$/i.test(literal));

/** How much may be spent. */
const isSpending = literalTest((literal) =>
  /^((daily|monthly|card|account) )?(spend(ing)?|transfer|withdrawal|credit) limits?$|^transaction rules?$/.test(
    phraseOf(literal),
  ),
);

const isLimit = literalTest((literal) => /^limits?$/.test(phraseOf(literal)));

/** Whoever moves money, or changes how it is paid, is somebody whom others have named. */
export function saysMoney(sensed: Sensed): string | undefined {
  if (!changes(sensed)) return undefined;
  const { literals } = sensed.facts;
  const found = isMoney.first(literals) ?? (isMoneyPlace.first(literals) && literals.find(sweeps));
  if (found !== undefined) return `\`${found}\` in the path is about money`;
  const done =
    saysExecuted(sensed) ??
    saysPrice(sensed) ??
    saysLimit(sensed) ??
    saysPlan(sensed) ??
    saysBankTaken(sensed);
  if (done !== undefined) return done;
  const shape = sensed.endpoint.body && heldShape(sensed.endpoint.body.shape);
  const names = [...(shape?.properties.keys() ?? [])];
  const means = names.find((name) => MEANS.test(phraseOf(name)));
  if (means !== undefined && sensed.endpoint.method === 'POST')
    return `its body says by \`${means}\` what is paid with`;
  if (!names.some((name) => AMOUNT.test(phraseOf(name)))) return saysPurchase(sensed);
  const goal = names.find((name) => DESTINATION.test(phraseOf(name)));
  if (goal !== undefined) return `its body takes an amount, and where it goes: \`${goal}\``;
  const place = isMoneyPlace.first(sensed.facts.literals);
  return place && `its body takes an amount, and its path speaks of \`${place}\``;
}

/** `POST /transfers/{id}/confirm`: the amount stands where that was made. */
function saysExecuted({
  endpoint,
  facts: { inPath, literals, endsWithIdentifier },
}: Sensed): string | undefined {
  const said = saidBy(endpoint, EXECUTED_TEXT);
  if (said !== undefined) return said;
  const last = literals.at(-1) ?? '';
  if (endsWithIdentifier) return undefined;
  if (/^settle( up)?$/.test(phraseOf(last))) return `\`${last}\` moves money`;
  const isOwed = /^(cancel|void|dismiss|quash)$/.test(phraseOf(last)) && OWED.test(inPath.at(-1)?.noun ?? '');
  if (isOwed || FORGIVES.test(phraseOf(last))) return `\`${last}\` gives up what is owed`;
  const before = literals.slice(0, -1);
  if (FILLS.test(phraseOf(last)) && isMoneyPlace.first(before) !== undefined)
    return `\`${last}\` moves money`;
  const mover = EXECUTES.test(phraseOf(last)) ? isMover.first(before) : undefined;
  return mover && `\`${last}\` moves the money of \`${mover}\``;
}

/** Whoever says what an order costs, or makes coupons, gives money away; shoppers only use theirs. */
function saysPrice({ endpoint, pattern, facts: { literals, inPath } }: Sensed): string | undefined {
  const last = literals.at(-1) ?? '';
  const isShopped = literals.some((literal) => /^(cart|basket|checkout|order)$/.test(lastNoun(literal)));
  const isMade =
    pattern === 'creation' &&
    !isShopped &&
    /^(coupon|voucher|promotion|discount|(promo|promotion|discount|coupon) ?code|gift ?card)s$/.test(
      phraseOf(last),
    );
  const isOfOrder = /(^| )(order|invoice|booking|client|customer|subscription|lease|tenancy)$/.test(
    inPath.at(-1)?.noun ?? '',
  );
  const isPlan = lastNoun(last) === 'plan' && priceTaken(endpoint) !== undefined;
  const isSaid =
    isOfOrder &&
    /^((unit|total) )?(price|discount)s?$|^rent( (increase|change|adjustment))?$/.test(phraseOf(last));
  return isMade || isSaid || isPlan ? `\`${last}\` in the path is about money` : undefined;
}

const priceTaken = takenProperty((words) =>
  /^((monthly|yearly|annual|unit) )?(price|fee|amount)$/.test(words),
);

const limitTaken = takenProperty((words) =>
  /^(overdraft|credit|spend(ing)?|transfer|withdrawal) limit( (amount|cents))?$/.test(words),
);

function saysLimit({ endpoint, facts: { literals, inPath } }: Sensed): string | undefined {
  const taken = limitTaken(endpoint);
  if (taken !== undefined) return `its body says by \`${taken}\` how much may be spent`;
  const last = literals.at(-1) ?? '';
  const isOfMeans = /(^| )(card|wallet|account)$/.test(inPath.at(-1)?.noun ?? '');
  return isSpending.holds(last) || (isOfMeans && isLimit.holds(last))
    ? `\`${last}\` says how much may be spent`
    : undefined;
}

/** What a customer pays for. */
function saysPlan(sensed: Sensed): string | undefined {
  const { inPath, endsWithIdentifier } = sensed.facts;
  const [last = '', ...more] = lastRun(sensed);
  const isOfCustomer =
    /(^| )(account|org|organi[sz]ation|workspace|tenant|company|customer|membership|subscription)$/.test(
      inPath.at(-1)?.noun ?? '',
    );
  const isPlan = /^(((base|current) )?plans?|subscription|(up|down)grade|cancel subscription)$/.test(
    phraseOf(last),
  );
  return isPlan && isOfCustomer && more.length === 0 && !endsWithIdentifier
    ? `\`${last}\` says what is paid for`
    : undefined;
}

/** Whoever changes the bank account of a supplier or an employee decides where the money goes. */
function saysBankTaken({ endpoint }: Sensed): string | undefined {
  const found = bankTaken(endpoint);
  return found && `its body says by \`${found}\` where money goes, or comes from`;
}

const bankTaken = takenProperty((words, { type }) => type !== 'boolean' && BANK.test(words));

const BANK = between('^', 's?$')`
  stripe account( id)? | paypal (email|account|address)( id)?
  payout (account|address|email|wallet|destination|method)( id)?
  iban | bic | bank (account( number)?|details) | (bank )?sort code | (bank )?(aba )?routing (number|code)
  bsb( number)? | ifsc( code)? | clabe
`;

/** "Capture an authorisation", "Void a previously authorized transaction", "Submit a payout", "Decrease balance of an account". */
const EXECUTED_TEXT = sentences`
  ^(captures?|voids?|refunds?|reverses?) (an? |the )?(\w+ ){0,3}(authori[sz]ations?|transactions?|payments?|charges?)\b
  ^(submits?|initiates?|makes?|sends?|executes?|cancels?|schedules?|creates?|adds?|requests?) ((?!(to|for|about|on|with)\b)\w+ ){0,4}(payments?|payouts?|withdrawals?|(money|bank|wire|credit|internal|international) transfers?)(?=$|[.,(]| (to|from|for|into|in|on|by|via|using|with|between)\b)
  ^issues? (an? )?credits? to\b
  ^releases? (the |an? )?(\w+ ){0,2}(escrow|funds?|money|payments?|deposits?)\b
  ^(purchases?|buys?) (?!(orders?|receipts?|invoices?|requests?|requisitions?)\b)\w+
  ^(increases?|decreases?|adjusts?|credits?|debits?) (the )?(?!(stock|inventory|white|colou?r)\b)(\w+ )?balances?\b
  ^payment initiation\b
  ^(confirms?|process(es)?|accepts?|registers?) (\w+ ){1,4}and refunds?\b
  ^transfers? (an? |the )?(\w+ ){0,2}(tokens?|coins?|ether|crypto\w*|funds?|money|amounts?) (to|from|between|into)\b
  \bmov(es?|ing) (the )?(funds?|money)\b
  \b(dis)?connects? ([\w'’]+ ){0,3}(stripe|paypal|bank) accounts?\b
`;

/** `buySeats`, `PurchaseReservedNodes`. */
function saysPurchase({ facts: { nameWords } }: Sensed): string | undefined {
  const said =
    /^(buy|purchase|pay|disburse) (?!(orders?|receipts?|invoices?|runs?|items?|requests?)\b)\w/.exec(
      nameWords.join(' '),
    );
  return said === null || nameWords.some((word) => isPlainDeed(word))
    ? undefined
    : `its name says \`${said[1]}\``;
}
