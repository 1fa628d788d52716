/** What an API description says of an endpoint beside its pattern, as far as it matters to who may call it. */
export const REMARKS = [
  /** It is about the caller's own. */
  'own',
  /** It changes something, though it is a GET. */
  'changes',
  /** It is for those who run the system. */
  'administrative',
  /** It gives or changes credentials. */
  'secret',
  /** It changes who may do what. */
  'access',
  /** It moves money. */
  'money',
  /** It deletes what others are in. */
  'container',
  /** It shows logs, bills and the like. */
  'private',
  /** It acts on whatever a tag or a filter selects. */
  'sweeping',
  /** Some are named who alone may do it. */
  'restricted',
  /** It is taken for open by what is no more than likely. */
  'presumed',
  /** It changes something, and nothing is described that says what. */
  'undocumented',
  /** Nothing says which tenant that is in. */
  'unplaced',
  /** It is asked about something that it only refers to. */
  'referred',
  /** It acts on a second thing that nothing asks about. */
  'unasked',
] as const;
export type Remark = (typeof REMARKS)[number];

/** Each with the sentence that says why. */
export type Remarks = Readonly<Partial<Record<Remark, string>>>;
