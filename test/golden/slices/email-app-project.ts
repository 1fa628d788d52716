// What the policies may know of each entity, for the option `sliceBuilders` of the server: `sliceBuilders: sliceBuilders(rows)`.
// Begun by `authz generate-slices`, and yours from here on: implement `Rows` with your own data access.
// What policies read is said as it was then: when they change, compare this file with what `authz generate-slices --out -` prints.
import type { EntityParts, EntityUid, SliceBuilders } from 'authz';

/** Your data access: looks up one entity by its id. */
export interface Rows {
  /** Policies read `status` and what it is in. */
  EmailCampaign(id: string): Found<EmailCampaignRow>;
  /** Policies read `recipientCount`, `subject` and what it is in. */
  EmailMessage(id: string): Found<EmailMessageRow>;
  /** Policies read `maxUsers` and `planTier`. */
  Tenant(id: string): Found<TenantRow>;
}

/** `undefined` or `null` where there is no such entity: a call about it is answered with 404. */
export type Found<Row> = Promise<Row | null | undefined>;

export interface EmailCampaignRow {
  readonly attrs: {
    readonly name: string;
    readonly status: string;
  };
  /** The ids of the entities directly above it. */
  readonly parents: {
    readonly Tenant: readonly string[];
  };
}

export interface EmailMessageRow {
  readonly attrs: {
    /** An integer. */
    readonly recipientCount: number;
    readonly subject: string;
  };
  /** The ids of the entities directly above it. */
  readonly parents: {
    readonly EmailCampaign: readonly string[];
    /** None where `EmailCampaign` above it says so already. */
    readonly Tenant: readonly string[];
  };
}

export interface TenantRow {
  readonly attrs: {
    /** An integer. */
    readonly maxUsers: number;
    readonly planTier: string;
  };
}

/** A slice builder for each type of which the identifier does not say all there is. */
export function sliceBuilders(rows: Rows): SliceBuilders<object> {
  return {
    EmailCampaign: async (id) => {
      const row = await rows.EmailCampaign(id);
      return row ? entityOfEmailCampaign(row) : undefined;
    },
    EmailMessage: async (id) => {
      const row = await rows.EmailMessage(id);
      return row ? entityOfEmailMessage(row) : undefined;
    },
    Tenant: async (id) => {
      const row = await rows.Tenant(id);
      return row ? entityOfTenant(row) : undefined;
    },
  };
}

export function entityOfEmailCampaign(row: EmailCampaignRow): EntityParts {
  return {
    attrs: {
      name: row.attrs.name,
      status: row.attrs.status,
    },
    parents: [
      ...references('EmailApp::Tenant', row.parents.Tenant),
    ],
  };
}

export function entityOfEmailMessage(row: EmailMessageRow): EntityParts {
  return {
    attrs: {
      recipientCount: row.attrs.recipientCount,
      subject: row.attrs.subject,
    },
    parents: [
      ...references('EmailApp::EmailCampaign', row.parents.EmailCampaign),
      ...references('EmailApp::Tenant', row.parents.Tenant),
    ],
  };
}

export function entityOfTenant(row: TenantRow): EntityParts {
  return {
    attrs: {
      maxUsers: row.attrs.maxUsers,
      planTier: row.attrs.planTier,
    },
  };
}

function references(type: string, ids: readonly string[]): EntityUid[] {
  return ids.map((id) => ({ type, id }));
}
