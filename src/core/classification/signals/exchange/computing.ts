import { memoize } from '../../../caching/memoize.ts';
import { phrases } from '../../phrases.ts';
import { wordsOf } from '../../words.ts';
import type { Facts } from '../facts.ts';

/** Things that are made for a call and not kept, where no collection of them is. */
const MADE = phrases`
  pdfs? | docx? | xlsx? | png | jpe?g | svg | gif | html | image | images | picture | screenshots?
  thumbnails? | barcodes? | qr | qrcodes? | captcha | chart | graph | plot | uuids? | guids? | passwords?
  passphrase | hash | hashes | checksum | digest | sentences? | text | texts | speech | audio | preview
  numbers? | names? | placeholder | lorem | format | rules? | output | excel | word | content | matrix
  estimate | route | response
`;

/** Verbs that make as often for a call as to keep. */
const MAKING = /^(generate|create|make|build|produce|render|draw|print|convert)$/;

export const MADE_FOR_CALL = 'its summary speaks of making content, which is the answer';

/** "Generate a barcode", "create PDF file from ...", where nothing of the kind is kept. */
export function makesContent(facts: Facts): boolean {
  const { summary, nameVerb, pathVerb, elementMethods, plural, inPath } = facts;
  if (elementMethods.size > 0 || inPath.length > 0 || (plural && pathVerb === undefined)) return false;
  const [verb = '', ...object] = summary.words.slice(0, 5);
  const stem = verb.replace(/s$/, '');
  if (MAKING.test(verb) || MAKING.test(stem))
    return !summary.words.includes('new') && object.some((word) => MADE.test(word));
  return summary.words.length === 0 && nameVerb?.word === 'generate';
}

const FORMATS =
  'pdf|html?|docx?|xlsx?|pptx?|png|jpe?g|svg|gif|webp|image|text|txt|csv|json|xml|ya?ml|markdown|epub|audio|speech|mp3|wav|video|url|xslt?|ps|latex|rtf|odt|base64|hex|word|excel|address|coordinates|ip|w3w|coords|pinyin|ascii|unicode|braille|morse';

const CONVERSION = new RegExp(`(${FORMATS})s?(to|2|into|from)(${FORMATS})s?`);

/** The path ends with from what into what: `/pdf-to-image`, `/html2pdf`. */
export function converts({ literals }: Facts): boolean {
  return saysConversion(literals.at(-1) ?? '');
}

const saysConversion = memoize((literal) => CONVERSION.test(wordsOf(literal).join('')));
