import { PATTERN_TRAITS } from '../../endpoints/pattern.ts';
import type { Shape } from '../../openapi/endpoint.ts';
import { listedShape } from '../../openapi/held-shape.ts';
import type { Sensed } from '../reserved/sensed.ts';
import { saysOwn } from './own.ts';

/** Why nobody can know what an endpoint changes: nothing that is described says it. What is the caller's own needs no more. */
export function saysNothing(sensed: Sensed): string | undefined {
  const { policyKind, isForAnyone } = PATTERN_TRAITS[sensed.pattern];
  if (isForAnyone || isPlain(sensed) || describesChange(sensed)) return undefined;
  const isOwn = policyKind === 'implicit-scope' && saysOwn(sensed, false) !== undefined;
  return isOwn ? undefined : 'neither its path nor a described body says what it changes';
}

/** How sure an answer can be about such an endpoint. */
export const SUREST_UNDOCUMENTED = 0.6;

/** A search changes nothing, and what is made in a collection whose elements have a path is one of them. */
function isPlain({ facts: { elementMethods }, pattern }: Sensed): boolean {
  const { effect, members } = PATTERN_TRAITS[pattern];
  return effect === 'read' || (members === 'created' && elementMethods.size > 0);
}

function describesChange({ endpoint: { method, body }, facts: { inPath, elsewhere } }: Sensed): boolean {
  if (!/^(POST|PUT|PATCH)$/.test(method) || inPath.length > 0 || elsewhere.length > 0) return true;
  return body !== undefined && describes(body.shape);
}

function describes(shape: Shape): boolean {
  const held = listedShape(shape);
  return held !== undefined && (held.properties.size > 0 || !/^(array|object|map|unknown)$/.test(held.type));
}
