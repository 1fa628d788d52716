/** What a kind of policy part means, wherever the parts of policies are evaluated, counted or explained. */
export interface PartTraits {
  /** The scope of a policy, a clause behind it, an operator over conditions, or a single condition. */
  readonly role: 'scope' | 'clause' | 'operator' | 'condition';
  /** Whether the part is true when what is in it is false. */
  readonly isNegated: boolean;
  /** The value of one inner part that settles the part, so that Cedar evaluates no further. */
  readonly settledBy: boolean | undefined;
}

const PLAIN = { isNegated: false, settledBy: undefined } as const;

/** Every kind of part. A new kind starts here, and the compiler asks for whatever else it needs. */
const TABLE = {
  principal: { ...PLAIN, role: 'scope' },
  action: { ...PLAIN, role: 'scope' },
  resource: { ...PLAIN, role: 'scope' },
  when: { ...PLAIN, role: 'clause' },
  unless: { ...PLAIN, role: 'clause', isNegated: true },
  and: { ...PLAIN, role: 'operator', settledBy: false },
  or: { ...PLAIN, role: 'operator', settledBy: true },
  not: { ...PLAIN, role: 'operator', isNegated: true },
  condition: { ...PLAIN, role: 'condition' },
} as const satisfies Readonly<Record<string, PartTraits>>;

export type PartKind = keyof typeof TABLE;

const PART_TRAITS: Readonly<Record<PartKind, PartTraits>> = TABLE;

export function traitsOf({ kind }: { readonly kind: PartKind }): PartTraits {
  return PART_TRAITS[kind];
}

/** Whether one inner part suffices to make the part as wanted: to make an `or` true, or an `and` false. */
export function isChoice(part: { readonly kind: PartKind }, wanted: boolean): boolean {
  return traitsOf(part).settledBy === wanted;
}

/** What an inner part has to be for the part to be as wanted. */
export function wantedInside(part: { readonly kind: PartKind }, wanted: boolean): boolean {
  return wanted !== traitsOf(part).isNegated;
}
