import { InvalidArgumentError, Option } from 'commander';
import { nearest } from '../core/diagnostics/did-you-mean.ts';
import { flagName } from './flag-name.ts';

/** How one field of a command's options is given on the command line; the field's name is the flag's name. */
export interface Flag<Value> {
  readonly description: string;
  /** What stands behind the name, such as `<file>`; a flag without a value has none. */
  readonly placeholder?: string;
  /** The closed list of its values, if it has one: shells complete them. */
  readonly values?: readonly string[];
  /** A letter that means the same, such as `u` for `-u`. */
  readonly letter?: string;
  /** `true` for `--no-NAME`: the field is true without the flag. */
  readonly isNegated?: boolean;
  /** What the flag means when it is given without its optional value. */
  readonly preset?: string;
  readonly fallback?: Value;
  /** How help shows the fallback. */
  readonly shownFallback?: string;
  /** The value of what was written; `earlier` is the value so far of a flag that may be given several times. */
  readonly parse?: (written: string, earlier: Value | undefined) => Value;
}

/** An option that knows its values; commander's own `choices` would list them in help a second time. */
export class FlagOption extends Option {
  values: readonly string[] = [];
}

/** The commander option for a field: `outDir` becomes `--out-dir`. */
export function optionOf(field: string, flag: Flag<unknown>): FlagOption {
  const long = `--${flag.isNegated ? 'no-' : ''}${flagName(field)}`;
  const short = flag.letter ? `-${flag.letter}, ` : '';
  const option = new FlagOption(`${short}${long} ${flag.placeholder ?? ''}`.trimEnd(), flag.description);
  if (flag.values) option.values = flag.values;
  if (flag.parse) option.argParser(flag.parse);
  if (flag.preset !== undefined) option.preset(flag.preset);
  if (flag.fallback !== undefined) option.default(flag.fallback, flag.shownFallback);
  return option;
}

/** A flag that is given or not: `--force`. */
export function given(description: string): Flag<boolean> {
  return { description };
}

/** A flag that turns something off: `--no-tui`. */
export function negated(description: string): Flag<boolean> {
  return { description, isNegated: true };
}

/** A flag with a text: `--out <file>`. */
export function text(placeholder: string, description: string): Flag<string> {
  return { placeholder: `<${placeholder}>`, description };
}

/** How long one question about all requests may take; counted in steps, so that the answer does not depend on the machine. */
export function budgetFlag(): Flag<number> {
  return {
    placeholder: '<seconds>',
    description:
      'how long one question may take, on an ordinary machine, before it counts as not decided (default: 5)',
    parse: (written) => {
      const seconds = Number(written);
      if (/^\d{1,5}(?:\.\d+)?$/.test(written) && seconds > 0) return seconds;
      throw new InvalidArgumentError('expected a number of seconds, such as 20');
    },
  };
}

/** A flag with a text that may be given several times; one text each, so that paths may follow: `--policies a --policies b`. */
export function repeated(placeholder: string, description: string): Flag<readonly string[]> {
  return {
    placeholder: `<${placeholder}>`,
    description,
    parse: (written, earlier = []) => [...earlier, written],
  };
}

/** A flag that chooses some of what a command is about; it may be given several times. */
export function filterFlag(does: string, keys: readonly string[]): Flag<readonly string[]> {
  return {
    placeholder: '<key=glob>',
    description: `${does}: by ${keys.slice(0, -1).join(', ')} or ${keys.at(-1)}, or by a word of the name; several filters with one key are alternatives`,
    values: keys,
    fallback: [],
    shownFallback: 'all',
    parse: (written, earlier = []) => [...earlier, written],
  };
}

/** A flag with several texts: `--template <name...>`. */
export function texts(placeholder: string, description: string): Flag<readonly string[]> {
  return { placeholder: `<${placeholder}...>`, description };
}

/** A flag with a closed list of values, which help shows. */
export function choice<Value extends string>(
  placeholder: string,
  description: string,
  values: readonly Value[],
): Flag<Value> {
  return {
    placeholder: `<${placeholder}>`,
    description: `${description} (${values.join(', ')})`,
    values,
    parse: (written) => checkChoice(written, values),
  };
}

/** A flag with the names of reporters, each perhaps with a file: `--reporter json=report.json`. */
export function reportersFlag(names: readonly string[]): Flag<readonly string[]> {
  return {
    placeholder: '<name[=file]>',
    description: `${names.join(', ')}; may be given several times`,
    values: names,
    fallback: [],
    shownFallback: 'pretty',
    parse: (written, earlier = []) => {
      checkChoice(written.split('=')[0] ?? '', names);
      return [...earlier, written];
    },
  };
}

/** The value, if it is in the list; else an error that names the list and the nearest value. */
export function checkChoice<Value extends string>(written: string, values: readonly Value[]): Value {
  const value = values.find((known) => known === written);
  if (value !== undefined) return value;
  const near = nearest(written, values);
  const list = values.map((known) => `\`${known}\``).join(', ');
  throw new InvalidArgumentError(`expected one of ${list}${near ? `\n(Did you mean ${near}?)` : ''}`);
}
