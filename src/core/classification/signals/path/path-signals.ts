import type { Endpoint } from '../../../openapi/endpoint.ts';
import type { GivenSignal } from '../evidence.ts';
import type { Dissected, Paths } from '../facts.ts';
import { nounOfLiteral } from '../identifiers.ts';
import { marksOf } from '../value-marks.ts';
import type { PathValue } from './path.ts';
import { isAnybodys } from './path-names.ts';
import type { PathStep } from './steps.ts';

/** A signal of how an endpoint is read, with its sentence. */
export type ReadingSignal = GivenSignal<'reading'>;

/** What there is to say about taking a value of the path for an identifier. */
export function pathSignals(
  { identifier: { name }, standing, last }: PathValue,
  { endpoint, template, steps }: Dissected,
  paths: Paths,
): readonly ReadingSignal[] {
  const parameter = endpoint.parameters.find((one) => one.in === 'path' && one.name === name);
  const own = [
    last ? `${standing}-last` : `${standing}-inside`,
    true,
    `\`{${name}}\` identifies something`,
  ] as ReadingSignal;
  const shared = standing !== 'secret' && (paths.timesNamed.get(name) ?? 0) > 3;
  const readable = last && paths.methodsOf.get(templateBefore(template))?.has('GET') === true;
  return [
    own,
    ...(shared ? [['in-several-paths', true, `other paths have \`{${name}}\`, too`] as const] : []),
    ...(steps.length === 1 ? [['is-the-path', true, `the path is \`{${name}}\``] as const] : []),
    ...(isNamedLikeLiteral(name, steps)
      ? [['named-like-literal', true, `the path says \`${name}\` before it`] as const]
      : []),
    ...(last && isSoughtBy(endpoint)
      ? [['searched-for', true, 'its summary speaks of seeking by it'] as const]
      : []),
    ...(standing === 'sought' && !isAnybodys(name) && paths.nouns.has(nounOfLiteral(name))
      ? [['known-noun', true, `other paths identify what \`{${name}}\` is called after`] as const]
      : []),
    ...(readable ? [['behind-readable', true, 'what stands in front of it can be read'] as const] : []),
    ...(parameter === undefined ? [] : marksOf(parameter, endpoint)),
  ];
}

/** `/block/{block}` and `/series-{series_number}`. */
function isNamedLikeLiteral(name: string, steps: readonly PathStep[]): boolean {
  const at = steps.findIndex(({ kind, text }) => kind === 'parameter' && text === name);
  const before = steps[at - 1];
  if (before?.kind !== 'literal' || before.noun === '') return false;
  const noun = nounOfLiteral(name);
  return noun === before.noun || noun.startsWith(`${before.noun} `);
}

/** "Search for airport by name". */
function isSoughtBy(endpoint: Endpoint): boolean {
  return /^(search(es)?|query|lookup|look up)\b/i.test(endpoint.summary.trim());
}

/** The path without its last parameter, and what stands behind that. */
function templateBefore(template: string): string {
  return template.slice(0, Math.max(0, template.lastIndexOf('/{}')));
}
