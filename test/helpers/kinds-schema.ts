/** A schema in which the resource has an attribute of every kind, tags, and parents of two types, one above the other. */
export const KINDS_SCHEMA = `namespace App {
  entity User;
  entity Application;
  entity Plan enum ["free", "pro"];
  entity Tenant { plan: Plan };
  entity Folder in [Folder, Tenant];
  entity Doc in [Folder, Tenant] {
    owner: User,
    reviewers?: Set<User>,
    title: String,
    "due date": datetime,
    size: Long,
    price: decimal,
    keep: duration,
    from: Set<ipaddr>,
    labels: Set<String>,
    draft?: Bool,
    print: { pages: Long, by?: User, "paper's": { kinds: Set<Set<String>> } },
    empty: {},
  } tags String;
  @endpoint("GET /docs/{id} single-resource path:id")
  action read appliesTo { principal: [User], resource: [Doc] };
}`;
