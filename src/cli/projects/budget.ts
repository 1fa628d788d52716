import { EFFORT_OF_SECOND } from '../../core/analysis/models/model-finder.ts';

/** What `--budget` comes to; nothing where it is not given. */
export function effortOf(seconds: number | undefined): { readonly mostEffort?: number } {
  return seconds === undefined ? {} : { mostEffort: Math.ceil(seconds * EFFORT_OF_SECOND) };
}
