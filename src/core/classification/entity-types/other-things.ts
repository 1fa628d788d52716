import type { Endpoint } from '../../openapi/endpoint.ts';
import type { Facts } from '../signals/facts.ts';
import { nounOf } from '../signals/identifiers.ts';

/** By endpoint, the name of the parameter that identifies something else than its collection says. */
export type OtherThings = ReadonlyMap<Facts, string>;

/**
 * Where an API has `/prescriptions/{patientId}/{prescriptionId}`, `/prescriptions/{patientId}` names a patient, and so does every path below
 * it.
 */
export function otherThings(endpoints: ReadonlyMap<Endpoint, Facts>): OtherThings {
  const all = [...endpoints];
  const names = new Map(all.flatMap(([{ path }, facts]) => prefixesOf(path, facts)));
  if (names.size === 0) return new Map();
  return new Map(
    all.flatMap(([{ path }, facts]) => {
      const name = facts.inPath
        .map((one) => names.get(upTo(one.name, path)))
        .find((one) => one !== undefined);
      return name === undefined ? [] : [[facts, name] as const];
    }),
  );
}

function prefixesOf(path: string, { steps, inPath }: Facts): readonly (readonly [string, string])[] {
  return inPath.flatMap(({ name, noun }, index) => {
    const next = inPath[index + 1];
    const at = steps.findIndex(({ kind, text }) => kind === 'parameter' && text === name);
    const collection = steps[at - 1];
    const isFollowed = next !== undefined && steps[at + 1]?.text === next.name;
    if (!isFollowed || collection?.kind !== 'literal' || !collection.plural) return [];
    const isOther = noun !== '' && noun !== collection.noun && next.noun === collection.noun;
    return isOther ? [[upTo(name, path), name] as const] : [];
  });
}

function upTo(name: string, path: string): string {
  const placeholder = `{${name}}`;
  return path.slice(0, path.indexOf(placeholder) + placeholder.length);
}

/** Where an API has `/leaves/{leaveId}`, leaves are no plural of a leaf. */
export function saidSingulars(endpoints: ReadonlyMap<Endpoint, Facts>): ReadonlyMap<string, string> {
  const said = [...endpoints.values()].flatMap(({ steps }) =>
    steps.flatMap(({ kind, text }, index) => {
      const collection = steps[index - 1];
      const noun = nounOf(text);
      if (kind !== 'parameter' || noun === '' || collection?.plural !== true) return [];
      const isSaid = collection.noun !== noun && collection.words.join(' ') === `${noun}s`;
      return isSaid ? [[collection.noun, noun] as const] : [];
    }),
  );
  return new Map(said);
}
