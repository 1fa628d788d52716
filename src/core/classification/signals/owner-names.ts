import { memoize } from '../../caching/memoize.ts';
import { wordsOf } from '../words.ts';

/** What a name is read against. */
interface NamesAround {
  /** What the path speaks of, singular. */
  readonly noun: string;
  /** The things that the API identifies anywhere. */
  readonly nouns: ReadonlySet<string>;
  /** Calls are procedures, so that everything is identified in their query or body. */
  readonly procedural: boolean;
}

/** `studyid` names a study where the API has studies. */
export function gluedNoun(name: string, { nouns }: NamesAround): string | undefined {
  const [, noun] = /^([a-z]{3,})ids?$/i.exec(name) ?? [];
  return noun !== undefined && nouns.has(noun.toLowerCase()) ? noun.toLowerCase() : undefined;
}

/** `groupname`, `group_name` or `groupKey` below `/group`: a name identifies where there is no id. */
export function ownerOfName(name: string, { noun, nouns, procedural }: NamesAround): string | undefined {
  const prefix = prefixOf(name);
  if (prefix === '' || noun === '') return undefined;
  if (prefix.replaceAll('_', '') === noun.replaceAll(' ', '')) return noun;
  const owner = prefix.replaceAll('_', ' ');
  return procedural && nouns.has(owner) ? owner : undefined;
}

const prefixOf = memoize(
  (name) =>
    /^(.+?)_?(name|key|slug|names|keys|slugs|codes|numbers)$/.exec(wordsOf(name).join('_'))?.[1] ?? '',
);
