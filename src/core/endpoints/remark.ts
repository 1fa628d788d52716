/**
 * What an API description says of an endpoint beside its pattern, as far as it matters to who may call it:
 * `own`: it is about the caller's own; `changes`: it changes something, though it is a GET; `administrative`: it is for those who run the system; `secret`: it gives or changes credentials;
 * `access`: it changes who may do what; `money`: it moves money; `container`: it deletes what others are in; `private`: it shows logs, bills
 * and the like; `sweeping`: it acts on whatever a tag or a filter selects;
 * `restricted`: some are named who alone may do it;
 * `presumed`: it is taken for open by what is no more than likely;
 * `undocumented`: it changes something, and nothing is described that says what; `unplaced`: nothing says which
 * tenant that is in; `referred`: it is asked about something that it only refers to; `unasked`: it acts on a second thing that nothing asks about.
 */
export const REMARKS = [
  'own',
  'changes',
  'administrative',
  'secret',
  'access',
  'money',
  'container',
  'private',
  'sweeping',
  'restricted',
  'presumed',
  'undocumented',
  'unplaced',
  'referred',
  'unasked',
] as const;
export type Remark = (typeof REMARKS)[number];

/** Each with the sentence that says why. */
export type Remarks = Readonly<Partial<Record<Remark, string>>>;
