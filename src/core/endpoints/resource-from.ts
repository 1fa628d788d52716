/** The parts of a call that hold values by name. A new one starts here: the compiler then asks where such values are read, written and told. */
export const NAMED_PARTS = ['path', 'query'] as const;
export type NamedPart = (typeof NAMED_PARTS)[number];

/**
 * Where a call carries the identifier of its authorization resource: `application`, `path:NAME`, `query:NAME`, or a place in the body,
 * such as `body:channel`, `body:message.id`, `body` (it is a list of identifiers), `body[].sku`, `body:items[].message_id`. `body[]` is read
 * as `body`.
 */
export type ResourceFrom =
  | 'application'
  | `${NamedPart}:${string}`
  | 'body'
  | `body:${string}`
  | `body[]${string}`;

/** What a person is told to write. */
export const RESOURCE_FROM_FORMS = `\`application\`, ${NAMED_PARTS.map((part) => `\`${part}:NAME\``).join(', ')}, \`body:NAME\`, or in a list \`body\`, \`body[].NAME\`, \`body:LIST[].NAME\``;

/** Names in a body hold no dot and no bracket as they are: those are percent-encoded. */
export const RESOURCE_FROM =
  /^(?:application|(?:path|query):[\s\S]+|body(?:(?::[^.[\]]+|\[\])(?:\.[^.[\]]+|\[\])*)?)$/;

/** Whether a word has one of the forms; not whether the endpoint has such a place. */
export function isResourceFrom(word: string | undefined): word is ResourceFrom {
  return word !== undefined && RESOURCE_FROM.test(word);
}

/** One step into a body: to a property, or to each member of a list. */
export type BodyStep = { readonly key: string } | 'each';

/** A {@link ResourceFrom} taken apart. */
export type IdentifierPlace =
  | { readonly in: 'application' }
  | { readonly in: NamedPart; readonly name: string }
  | { readonly in: 'body'; readonly steps: readonly BodyStep[] };

/** Takes a place apart; names of a body are decoded. */
export function placeOfIdentifier(from: ResourceFrom): IdentifierPlace {
  if (from === 'application') return { in: 'application' };
  const part = NAMED_PARTS.find((one) => from.startsWith(`${one}:`));
  if (part !== undefined) return { in: part, name: from.slice(part.length + 1) };
  return { in: 'body', steps: bodySteps(from.slice('body'.length)) };
}

function bodySteps(path: string): BodyStep[] {
  if (path === '') return ['each'];
  return [...path.matchAll(/\[\]|[:.]([^.[\]]+)/g)].map(([, key]) =>
    key === undefined ? 'each' : { key: decodeKey(key) },
  );
}

/** Whether a place in the body names several things, as `body:items[].id` does. */
export function namesList(from: ResourceFrom): boolean {
  const place = placeOfIdentifier(from);
  return place.in === 'body' && place.steps.includes('each');
}

/** A place in the body, from its steps. */
export function bodyFrom(steps: readonly BodyStep[]): ResourceFrom {
  if (steps.length === 1 && steps[0] === 'each') return 'body';
  const path = steps.map((step, index) => {
    if (step === 'each') return '[]';
    return `${index === 0 ? ':' : '.'}${encodeKey(step.key)}`;
  });
  // Each of the texts that come out begins with `body:` or `body[]`, as the first step does.
  return `body${path.join('')}` as ResourceFrom;
}

/** The name that stands last: what the identifier is called. Empty where a list itself holds identifiers. */
export function nameOfIdentifier(from: ResourceFrom): string {
  const place = placeOfIdentifier(from);
  if (place.in === 'application') return '';
  if (place.in !== 'body') return place.name;
  const last = place.steps.findLast((step) => step !== 'each');
  return last === undefined ? '' : last.key;
}

/** How it is said: `{id}` of the path, `ids` in the query, `items[].id` in the body. */
export function describeIdentifier(from: ResourceFrom): string {
  const place = placeOfIdentifier(from);
  switch (place.in) {
    case 'application':
      return 'the application';
    case 'path':
      return `\`{${place.name}}\``;
    case 'query':
      return `\`${place.name}\` in the query`;
    case 'body': {
      if (bodyFrom(place.steps) === 'body') return 'the body';
      return place.steps[0] === 'each' ? `\`${from}\`` : `\`${from.slice('body:'.length)}\` in the body`;
    }
  }
}

function encodeKey(key: string): string {
  return key.replaceAll(/[.[\]%]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

function decodeKey(key: string): string {
  return key.replaceAll(/%(2E|5B|5D|25)/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
