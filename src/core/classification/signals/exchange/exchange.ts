import { memoize, memoizeByIdentity } from '../../../caching/memoize.ts';
import type { Endpoint, Shape } from '../../../openapi/endpoint.ts';
import { phraseOf, wordsOf } from '../../words.ts';
import { entityIn } from '../answer.ts';
import { isNamedIdentifier } from '../identifiers.ts';

/** What a call takes and what it answers with, as far as that tells making something from computing it. */
export interface Exchange {
  /** The body is or holds a file. */
  readonly takesFile: boolean;
  /** What it takes is to be worked on: a text, an image, the address of a document. */
  readonly takesContent: boolean;
  /** The answer says which new thing came about: an id, a link to itself, when it was made. */
  readonly answersIdentity: boolean;
  /** The answer is a text or a file. */
  readonly answersText: boolean;
  /** The answer is hardly more than a content: a file as text, a text, an address of a file. */
  readonly answersContent: boolean;
  /** The answer is said to be something new. */
  readonly answerSaidNew: boolean;
  /** The answer is said to be a list. */
  readonly answerSaidList: boolean;
  /** The answer's schema is called a list. */
  readonly answerCalledList: boolean;
  /** The answer is a job to wait for. */
  readonly answersJob: boolean;
  /** The answer is hardly more than one list, whatever that is called. */
  readonly answersOneList: boolean;
  /** The answer is a token to call with. */
  readonly answersToken: boolean;
}

/** Reads the body and the successful answer of an endpoint. */
export function exchangeOf(endpoint: Endpoint): Exchange {
  const { body } = endpoint;
  const success = endpoint.responses.find(({ status }) => status.startsWith('2'));
  const answer = endpoint.responses.find(
    ({ status, shape }) => /^2/.test(status) && shape !== undefined,
  )?.shape;
  const marks = answer === undefined ? NO_MARKS : marksOf(answer);
  return {
    takesFile: body !== undefined && (body.mediaTypes.some(isFileType) || holdsFile(body.shape)),
    takesContent: body !== undefined && holdsContent(body.shape),
    answerSaidNew: success !== undefined && SAID_NEW.test(success.description),
    answerSaidList: success !== undefined && SAID_LIST.test(success.description),
    answerCalledList: answer?.name !== undefined && isCalledList(answer.name),
    ...marks,
  };
}

/** "A list of campaigns", "Campaign list", "All campaigns". */
const SAID_LIST =
  /^\W*((returns?|successful(ly)?|success|ok|response|operation|retrieved?|contains?|with|returned|an?|the|paginated|json)[\s:,.-]+)*((list|array|collection|page|set) of |(list|array)\b|all |\w+( \w+)? (list|array|collection)\W*$)/i;

const isCalledList = memoize((name: string) =>
  wordsOf(name).some((word) => /^(lists?|collection|paged|paginated|page|array)$/.test(word)),
);

const SAID_NEW = /\b(created|creation|new(ly)?|submitted|queued|enqueued|scheduled)\b/i;

type Marks = Pick<
  Exchange,
  'answersIdentity' | 'answersContent' | 'answersText' | 'answersJob' | 'answersOneList' | 'answersToken'
>;

const NO_MARKS: Marks = {
  answersIdentity: false,
  answersContent: false,
  answersText: false,
  answersJob: false,
  answersOneList: false,
  answersToken: false,
};

const marksOf = memoizeByIdentity((answer: Shape): Marks => {
  const inside = entityIn(answer);
  const names = [...answer.properties.keys(), ...inside.properties.keys()].map(phraseOf);
  const job = names.some((name) =>
    /^(job|task|batch|operation|process|run|export|import) ?(id|uuid|key|url)$/.test(name),
  );
  const identity = job || names.some((name) => IDENTITY.test(name));
  return {
    answersIdentity: identity,
    answersContent: !identity && names.length < 5 && names.some((name) => CONTENT.test(name)),
    answersText: answer.type === 'string' || answer.format === 'binary',
    answersJob: job,
    answersOneList: isOneList(answer) || isOneList(inside),
    answersToken: names.some((name) =>
      /^((access|id|refresh|auth|bearer|session|oauth) )?(token|key|jwt)( type)?$/.test(name),
    ),
  };
});

function isOneList({ properties }: Shape): boolean {
  const lists = [...properties.values()].filter(
    ({ name, shape }) => shape.type === 'array' && !ASIDE.test(name),
  );
  const others = [...properties.values()].filter(
    ({ name, shape }) => shape.type !== 'array' && !ASIDE.test(name),
  );
  return lists.length === 1 && others.length <= 1;
}

/** Names of properties beside an answer. */
const ASIDE =
  /(page|next|prev|total|count|cursor|offset|limit|link|meta|status|success|message|error|warning|code|copyright|version|request|debug|time)/i;

/** Names of properties that hold what was computed. */
const CONTENT =
  /(^|\b)(base ?64( string)?|output|result|html|text|image|pdf|file url|image url|download url|content|score|value|corrected .*|translated .*|translation)$/;

/** Names of properties that only something that is kept has. */
const IDENTITY =
  /^(_?id|uuid|guid|uid|gid|href|self|url id|created( at| on| date| time)?|creation (date|time)|date created|created by|.+ (id|uuid|guid|number)|created at.*)$/;

function isFileType(type: string): boolean {
  return /^(multipart\/|application\/(octet-stream|pdf|zip)|image\/|audio\/|video\/)/i.test(type);
}

const holdsFile = memoizeByIdentity((shape: Shape): boolean =>
  [...shape.properties.values()].some(
    (property) =>
      property.shape.format === 'binary' || /^(file|files|image|upload|attachment)$/i.test(property.name),
  ),
);

const holdsContent = memoizeByIdentity((shape: Shape): boolean =>
  [...shape.properties.values()].some(({ name, shape: { type } }) => {
    const words = wordsOf(name);
    return (
      type !== 'object' &&
      !isNamedIdentifier(name) &&
      (words.includes('base64') ||
        (words.includes('base') && words.includes('64')) ||
        TAKEN.test(words.at(-1) ?? ''))
    );
  }),
);

const TAKEN =
  /^(text|texts|url|urls|html|image|images|document|documents|content|query|sentence|input|file|word|words|data|markdown|source|xml|csv|phrase|message|code)$/;
