import type { GivenContext } from './context.ts';
import type { Location } from './diagnostic.ts';
import { type Entity, entityKey } from './entity.ts';
import type { Claims } from './principal.ts';
import type { Call, Request } from './request.ts';
import type { Source, ValuePath } from './source.ts';

/** What one decision must be. */
export interface ExpectedDecision {
  readonly decision: 'allow' | 'deny';
  /** What a server must answer a denied call with, when that matters: 401 without an identity, 404 where there is no such resource. */
  readonly status?: DeniedStatus;
  /** The ids of exactly the determining policies, when they matter. */
  readonly because?: readonly string[];
  /** The ids of policies that must be among the determining ones. */
  readonly includes?: readonly string[];
  /** The ids of policies that are known to err here; an evaluation error that is not declared makes the fixture errored. */
  readonly errors?: readonly string[];
  /** How many policies are known to err here, where a foreign file only counts them. */
  readonly errorCount?: number;
}

/** The statuses of a deny that a fixture can tell apart. */
export const DENIED_STATUSES = [401, 403, 404] as const;
export type DeniedStatus = (typeof DENIED_STATUSES)[number];

/**
 * One expectation for every decision of the call; one for each item of a batch; or that the call is refused before anything is
 * decided: no endpoint answers it (404), or it cannot be understood (400).
 */
export type Expectation =
  | { readonly type: 'every'; readonly expected: ExpectedDecision }
  | { readonly type: 'items'; readonly items: ReadonlyMap<string, ExpectedDecision> }
  | { readonly type: 'refused'; readonly status: 400 | 404 };

/** What a fixture asks: a call, mapped as the running application would map it; or a request that is ready to be decided. */
export type Question =
  | { readonly type: 'call'; readonly call: Call; readonly context?: GivenContext }
  | {
      readonly type: 'request';
      readonly request: Request;
      /** `undefined` when it brings none: the project's are used. */
      readonly entities?: EntityList;
    };

/** A question, who asks it, and the decisions it must get. */
export interface Fixture {
  readonly name: string;
  /** The name of a principal of the file, or `anonymous`; of a ready request the principal itself, as Cedar writes it. */
  readonly as: string;
  readonly asks: Question;
  /** Which of several principals it is, where `as` is a list in the file. */
  readonly asIndex?: number;
  readonly expectation: Expectation;
  /** Words to choose fixtures by: those of the file, the table and the case. */
  readonly tags: readonly string[];
  /** Why it is not replayed. */
  readonly skip?: string | undefined;
  /** What is still to be done: it is replayed, and may fail. */
  readonly todo?: string | undefined;
  readonly source: Source;
  /** Where it stands in the file. */
  readonly at: ValuePath;
}

/** A fixtures file with the files it refers to. */
export interface FixtureFile {
  readonly source: Source;
  readonly principals: ReadonlyMap<string, Claims>;
  /** The names that stand for several of them. */
  readonly groups: readonly string[];
  /** Where the principals are written: this file or a shared one. */
  readonly principalSource: Source;
  /** `undefined` when the file names no entities: the project's are used. */
  readonly entities: EntityList | undefined;
  readonly fixtures: readonly Fixture[];
}

/** Entities with the file and the place in it where they are written. */
export interface EntityList {
  readonly entities: readonly Entity[];
  readonly source: Source;
  readonly at: ValuePath;
}

/** What is asked and by whom, in one line: `GET /campaigns/c1 as ana`, or principal, action and resource. */
export function describeFixture({ as, asks }: Fixture): string {
  const question = describeQuestion(asks);
  return asks.type === 'call' ? `${question} as ${as}` : `${as} ${question}`;
}

/** What is asked, whoever asks it: `GET /campaigns/c1`, or action and resource. */
export function describeQuestion(asks: Question): string {
  if (asks.type === 'call') return `${asks.call.method} ${asks.call.url}`;
  return `${entityKey(asks.request.action)} ${entityKey(asks.request.resource)}`;
}

/** Line and column of a fixture. */
export function locateFixture(fixture: Fixture): Location | undefined {
  return fixture.source.locate(fixture.at);
}
