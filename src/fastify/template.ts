import { memoize } from '../core/caching/memoize.ts';

/** What a path of Fastify is made of: text, parameters, and at the end perhaps anything. */
export type TemplatePart =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'parameter';
      readonly name: string;
      readonly isOptional: boolean;
      /** Whether not every segment fits, so that a router tries it before those that take all. */
      readonly isNarrow: boolean;
      /** Whether a regular expression says which do. */
      readonly hasPattern: boolean;
    }
  | { readonly type: 'anything' };

/** The parts of a path: `:name`, `:name(^\\d+$)`, `:name?` at the end, `::` for a colon, and `*` at the end. */
export function partsOf(template: string): readonly TemplatePart[] {
  const known = remembered.get(template);
  if (known) return known;
  const parts = readParts(template);
  remembered.set(template, parts);
  return parts;
}

/** Of the routes of applications: no call adds to them. */
const remembered = new Map<string, readonly TemplatePart[]>();

function readParts(template: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let text = '';
  const endText = () => {
    if (text !== '') parts.push({ type: 'text', text });
    text = '';
  };
  for (let at = 0; at < template.length; at++) {
    if (template[at] === '*') {
      endText();
      parts.push({ type: 'anything' });
    } else if (template.startsWith('::', at)) {
      text += ':';
      at++;
    } else if (template[at] === ':') {
      endText();
      const written = /^[^(\-./]*/.exec(template.slice(at + 1))?.[0] ?? '';
      const name = written.replace(/\?$/, '');
      const end = endOfPattern(template, at + 1 + written.length);
      const isOptional = written.endsWith('?') || template[end] === '?';
      const behind = template[end];
      const hasPattern = template[at + 1 + written.length] === '(';
      const isNarrow = hasPattern || !['/', '?', undefined].includes(behind);
      parts.push({ type: 'parameter', name, isOptional, isNarrow, hasPattern });
      at = (template[end] === '?' ? end + 1 : end) - 1;
    } else text += template[at];
  }
  endText();
  return parts;
}

/** Behind the regular expression of a parameter, if there is one. */
function endOfPattern(template: string, from: number): number {
  if (template[from] !== '(') return from;
  let open = 0;
  for (let at = from; at < template.length; at++) {
    if (template[at] === '\\') at++;
    else if (template[at] === '(') open++;
    else if (template[at] === ')') open--;
    if (open === 0) return at + 1;
  }
  return template.length;
}

/**
 * The path that a template stands for, with the values that a router read; nothing where a value is empty, which is none to the schema: the
 * router has found `/:name.:format` for `/.secret`, and the schema another endpoint.
 */
export function filledIn(template: string, params: unknown): string | undefined {
  const values: Readonly<Record<string, unknown>> = Object(params);
  const given = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined);
  let filled = '';
  for (const part of partsOf(template)) {
    if (part.type === 'text') filled += part.text;
    else if (part.type === 'anything') filled += String(given('*') ?? '');
    else {
      const value = given(part.name);
      // Without its last parameter a path has no slash at the end either.
      if (part.isOptional && (value === undefined || value === '')) filled = filled.replace(/\/$/, '');
      else if (value === '') return undefined;
      else filled += String(value);
    }
  }
  return filled.startsWith('/') ? filled : `/${filled}`;
}

/** In the form of the schema: `{name}`. What may be missing is left out. */
export function schemaTemplate(template: string): string {
  return textOf(partsOf(template));
}

function textOf(parts: readonly TemplatePart[]): string {
  const texts = parts.map((part) => {
    if (part.type === 'text') return part.text;
    if (part.type === 'anything') return '{rest}';
    return part.isOptional ? '' : `{${part.name}}`;
  });
  const text = texts.join('');
  // Without its last parameter a path has no slash at the end either.
  return texts.at(-1) === '' ? text.replace(/(?<=.)\/$/, '') : text;
}

/** All forms of a path that an endpoint of the schema may have: two where the last parameter may be missing, none of a pattern or of anything. */
export const schemaTemplates = memoize((template: string): readonly string[] => {
  const parts = partsOf(template);
  if (parts.some((part) => part.type === 'anything' || (part.type === 'parameter' && part.hasPattern)))
    return [];
  const whole = parts.map((part) => (part.type === 'parameter' ? { ...part, isOptional: false } : part));
  return [...new Set([textOf(parts), textOf(whole)])];
});
