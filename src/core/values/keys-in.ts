/** The keys of a record that has just these, by their type: `Object.keys` knows them only as texts. */
export function keysIn<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(record) as Key[];
}
