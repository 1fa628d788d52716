import type { Endpoint } from '../../openapi/endpoint.ts';
import { wordsOf } from '../words.ts';
import { actsOnValue, askedValues, isOfWhatThePathNames, soleValue } from './asked.ts';
import type { SignalName } from './evidence.ts';
import { type Dissected, type Facts, factsOf, type Paths } from './facts.ts';
import { type Identifier, isNamedIdentifier, isWorldly } from './identifiers.ts';
import { isDismissed, isSure, type PathValue } from './path/path.ts';
import { pathSignals, type ReadingSignal } from './path/path-signals.ts';
import { isSpokenOf, marksOf } from './value-marks.ts';

/** One way to read which values of a call identify something, and what there is to say about it. */
export interface Reading {
  readonly facts: Facts;
  readonly signals: readonly ReadingSignal[];
}

/**
 * The ways in which an endpoint can be read. The first is the usual one; others take what is in doubt for identifiers, or for none: the
 * `{location}` of `/weather/{location}`, or a required `sku` in the query.
 */
export function readingsOf(dissected: Dissected, usual: Facts, paths: Paths): readonly Reading[] {
  const inPath = readingsOfPath(dissected, usual, paths);
  return inPath.flatMap((reading) => [
    reading,
    ...(reading.facts.inPath.length > 0 ? [] : readingsElsewhere(dissected.endpoint, reading, paths)),
  ]);
}

function readingsOfPath(dissected: Dissected, usual: Facts, paths: Paths): readonly Reading[] {
  const { values } = dissected;
  // In front of a sure identifier, nothing depends on what else there is.
  const final = values.at(-1);
  if (final === undefined || isSure(final))
    return [
      { facts: usual, signals: [] },
      ...readingsOfNew(dissected, usual, paths),
      ...readingsOfCaller(dissected, paths),
    ];
  const taken = values.filter((value) => !isDismissed(value));
  const last = taken.at(-1);
  const choices = [
    taken,
    values.filter(isSure),
    values,
    taken.filter((value) => value !== last || isSure(value)),
    values.filter((value) => !isDismissed(value) || value.last),
  ];
  const needsOther = usual.elsewhere.some(({ required }) => required);
  const readings = distinct(choices).map((taken, index) => ({
    facts:
      index === 0
        ? usual
        : factsOf({ ...dissected, inPath: taken.map(({ identifier }) => identifier) }, paths),
    signals: [
      ...taken.filter((value) => !isSure(value)).flatMap((value) => pathSignals(value, dissected, paths)),
      ...(needsOther && taken.length > 0 && !taken.some(isSure)
        ? [['beside-required', true, 'another value that identifies something is required'] as const]
        : []),
    ],
  }));
  return [...readings, ...readingsOfCaller(dissected, paths)];
}

/** In `/{tenant}/me/orders`, what stands before `me` is where the caller is found, and not what the call is about. */
function readingsOfCaller(dissected: Dissected, paths: Paths): readonly Reading[] {
  const { steps, inPath } = dissected;
  const at = steps.findLastIndex(({ kind, text }) => kind === 'literal' && CALLER.test(text));
  const behind = steps.slice(at + 1).map(({ text }) => text);
  const kept = inPath.filter(({ name }) => behind.includes(name));
  if (at < 0 || kept.length === inPath.length) return [];
  const facts = { ...factsOf({ ...dissected, inPath: kept }, paths), ignored: [] };
  return [
    { facts, signals: [['caller-below', true, `\`${steps[at]?.text}\` means whoever makes the call`]] },
  ];
}

/** Whole literals that mean whoever makes the call, wherever they stand. */
const CALLER = /^(me|self|myself|whoami)$/i;

/** "Create a bot" at `PUT /bot/{app}/{name}`: what stands last may be the name that the new one will have. */
function readingsOfNew(dissected: Dissected, usual: Facts, paths: Paths): readonly Reading[] {
  const { endpoint, inPath } = dissected;
  const last = inPath.at(-1);
  const writes = endpoint.method === 'PUT' || endpoint.method === 'POST';
  if (
    !writes ||
    !usual.endsWithIdentifier ||
    last === undefined ||
    !/^creates?$/.test(usual.summary.verb?.word ?? '')
  )
    return [];
  const facts = factsOf({ ...dissected, inPath: inPath.slice(0, -1) }, paths);
  return [{ facts, signals: [['names-the-new', true, `\`{${last.name}}\` is the name of a new one`]] }];
}

function distinct(choices: readonly (readonly PathValue[])[]): readonly (readonly PathValue[])[] {
  const byNames = new Map<string, readonly PathValue[]>();
  for (const taken of choices) {
    const names = taken.map(({ identifier }) => identifier.name).join(' ');
    if (!byNames.has(names)) byNames.set(names, taken);
  }
  return [...byNames.values()];
}

/** Without an identifier in the path, other required values may identify something, or those that seem to may not. */
function readingsElsewhere(
  endpoint: Endpoint,
  { facts, signals }: Reading,
  paths: Paths,
): readonly Reading[] {
  const asked = askedValues(endpoint, facts, paths.takenByMost);
  const sole = soleValue(endpoint);
  const more = asked.map(
    ({ identifier, kind, required, value, first }): Reading => ({
      facts: { ...facts, elsewhere: [identifier, ...facts.elsewhere] },
      signals: [
        ...signals,
        [kind, true, `\`${identifier.name}\` says which one`],
        ...(first ? [] : [['not-the-first', true, 'other values come before it'] as const]),
        ...marksOf(value, endpoint),
        ...(isOfWhatThePathNames(value, facts)
          ? [
              [
                'of-what-the-path-names',
                true,
                `\`${identifier.name}\` is that of what the path names`,
              ] as const,
            ]
          : []),
        ...nameSignals(identifier, facts),
        ...spokenSignals(identifier, endpoint),
        ...soleSignals(identifier.name, sole, required),
      ],
    }),
  );
  return [
    ...more,
    ...othersElsewhere(facts).map(
      ([signal, elsewhere, text]): Reading => ({
        facts: passingOver(missingFrom(elsewhere, facts), { ...facts, elsewhere }),
        signals: [
          ...signals,
          [signal, true, text],
          ...(signal === 'optional-elsewhere' ? soleSignals(elsewhere[0]?.name, sole, false) : []),
          ...(signal === 'dismissed-elsewhere' || elsewhere[0] === undefined
            ? dismissedSignals(facts.elsewhere.find(isOneNeeded), endpoint)
            : spokenSignals(elsewhere[0], endpoint)),
          ...(signal === 'optional-elsewhere' && actsOnOptional(facts)
            ? [['acts-on-optional', true, 'it is named after what is done to something'] as const]
            : []),
        ],
      }),
    ),
  ];
}

/** "Users of a pad" and `/vehicles-for-stop` say that the `padId` and the `stopId` are what it is about. */
function spokenSignals({ name, noun }: Identifier, endpoint: Endpoint): readonly ReadingSignal[] {
  return isSpokenOf(noun, endpoint)
    ? [['spoken-of', true, `it is said to be of what \`${name}\` identifies`]]
    : [];
}

/** What speaks for and against passing over a value that must be given. */
function dismissedSignals(value: Identifier | undefined, endpoint: Endpoint): readonly ReadingSignal[] {
  if (value === undefined) return [];
  const { name, noun } = value;
  const signals: ReadingSignal[] = [];
  if (isSpokenOf(noun, endpoint))
    signals.push(['dismissed-spoken-of', true, `it is said to be of what \`${name}\` identifies`]);
  if (!isNamedIdentifier(name))
    signals.push(['dismissed-no-identifier', true, `\`${name}\` is not called an identifier`]);
  if (isWorldly(name)) signals.push(['dismissed-worldly', true, `\`${name}\` is of the world`]);
  return signals;
}

/** It changes one of what exists, and needs no list of them. */
function actsOnOptional(facts: Facts): boolean {
  return actsOnValue(facts) && !facts.elsewhere.some(({ required, list }) => required && list);
}

function isOneNeeded({ required, list }: Identifier): boolean {
  return required && !list;
}

/** What the name of a value says beside the words of the call. */
function nameSignals({ name, noun }: Identifier, facts: Facts): readonly ReadingSignal[] {
  const signals: ReadingSignal[] = [];
  if (isWorldly(name)) signals.push(['worldly-name', true, `\`${name}\` is of the world`]);
  if (facts.noun !== '' && noun.startsWith(`${facts.noun.split(' ').at(-1)} `))
    signals.push(['of-the-noun', true, `\`${name}\` is called after what the path speaks of`]);
  if (isSet(noun, facts)) signals.push(['is-set', true, `\`${name}\` is what is set`]);
  return signals;
}

/** `users.setPresence` with `presence` says what it will be. */
function isSet(noun: string, { pathVerb, nameVerb, summary, literals }: Facts): boolean {
  const sets = [pathVerb, nameVerb, summary.verb].some((verb) =>
    /^(set|update|change)s?$/.test(verb?.word ?? ''),
  );
  const [first = ''] = noun.split(' ');
  return sets && first !== '' && (wordsOf(literals.at(-1) ?? '').at(-1) === first || summary.head === first);
}

function soleSignals(
  name: string | undefined,
  sole: string | undefined,
  required: boolean,
): readonly ReadingSignal[] {
  if (name === undefined || name !== sole) return [];
  return [[required ? 'sole-value' : 'sole-optional-value', true, `\`${name}\` is all that it takes`]];
}

/** What was taken for a required identifier before. */
function missingFrom(elsewhere: readonly Identifier[], before: Facts): readonly Identifier[] {
  return before.elsewhere.filter((one) => one.required && !elsewhere.includes(one));
}

function passingOver(referred: readonly Identifier[], facts: Facts): Facts {
  return { ...facts, referred, ignored: [...facts.ignored, ...referred.map(({ name }) => name)] };
}

/** What else the known identifiers of query and body can mean: another of them first, an optional container, or none. */
function othersElsewhere(
  facts: Facts,
): readonly (readonly [SignalName<'reading'>, readonly Identifier[], string])[] {
  const { elsewhere } = facts;
  const required = elsewhere.filter(isOneNeeded);
  const [first, second] = required;
  const optional = elsewhere.find(
    (one) => !one.required && !one.list && one.noun !== '' && one.noun !== facts.noun,
  );
  return [
    ...(first === undefined
      ? []
      : [
          [
            'dismissed-elsewhere',
            elsewhere.filter((one) => !required.includes(one)),
            `\`${first.name}\` is only referred to`,
          ] as const,
        ]),
    ...(second === undefined
      ? []
      : [['second-elsewhere', [second, ...elsewhere], `\`${second.name}\` is the one`] as const]),
    ...(optional === undefined || first !== undefined
      ? []
      : [
          [
            'optional-elsewhere',
            [{ ...optional, required: true }, ...elsewhere],
            `\`${optional.name}\` may say where`,
          ] as const,
        ]),
  ];
}
