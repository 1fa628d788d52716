import type { SchemaJson } from '../cedar/cedar.ts';
import * as cedar from '../cedar/cedar.ts';
import { engineDiagnostic } from '../cedar/engine-diagnostic.ts';
import { cedarTokens } from '../cedar/tokens.ts';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import { compareText } from '../values/compare-text.ts';
import { PLAIN_TYPES } from './model.ts';

/** A schema in Cedar syntax, printed by Cedar and then made easier to read: plain type names, actions together by resource type. */
export function printSchemaText(schema: SchemaJson<string>): Outcome<string> {
  const text = cedar.schemaToText(schema);
  if (!text.ok) {
    return { ok: false, diagnostics: text.errors.map((error) => engineDiagnostic('schema-unusable', error)) };
  }
  const readable = withGroupedActions(withPlainTypes(withShortFlags(text.value), schema));
  return { ok: true, value: `${readable.trimEnd()}\n`, diagnostics: [] };
}

/** An annotation without a value says as much as one with an empty value. */
function withShortFlags(text: string): string {
  return text.replaceAll(/^(\s*@(?:principal|group|tenant))\(""\)$/gm, '$1');
}

const BUILT_IN_TYPES: ReadonlySet<string> = new Set(PLAIN_TYPES);

/** Cedar prints `__cedar::String`; people write `String`, which means the same unless the schema has a type of that name. */
function withPlainTypes(text: string, schema: SchemaJson<string>): string {
  const names = Object.values(schema).flatMap((namespace) => Object.keys(namespace.entityTypes));
  if (names.some((name) => BUILT_IN_TYPES.has(name))) return text;
  return text.replaceAll(cedarTokens('__cedar::'), (token) => (token === '__cedar::' ? '' : token));
}

/** Cedar puts a blank line between declarations and sorts actions by name; readers look for what can be done to a thing. */
function withGroupedActions(text: string): string {
  const [head = '', ...blocks] = text.split(/\n\n(?= {2}(?:@|action |entity ))/);
  const actions = blocks.filter((block) => resourceOf(block) !== undefined);
  const types = [...new Set(actions.map(resourceOf))].sort((a, b) => compareText(a ?? '', b ?? ''));
  const others = blocks.filter((block) => resourceOf(block) === undefined);
  const end = '\n}';
  const inner = actions.map((block) => block.trimEnd().replace(/\n\}$/, ''));
  const grouped = types.flatMap((type) => {
    const [first = '', ...rest] = inner.filter((block) => resourceOf(block) === type);
    return [`  // What can be done to ${type}\n${first}`, ...rest];
  });
  return actions.length === 0 ? text : `${[head, ...others, ...grouped].join('\n\n')}${end}`;
}

/** The resource type of an action's declaration; it stands on a line of its own, where no text can be mistaken for it. */
function resourceOf(block: string): string | undefined {
  return /^ {4}resource: \[([^\]\n]+)\]/m.exec(block)?.[1];
}
