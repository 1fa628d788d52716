/** What a policy store of Amazon Verified Permissions holds. */
export interface PolicyStore {
  /** In Cedar's JSON form, as the service returns it; `undefined` while the store has none. */
  readonly schema: string | undefined;
  /** The static policies. */
  readonly policies: readonly StoredPolicy[];
  /** How many policies are links of templates: the service applies them, and a publication leaves them alone. */
  readonly templateLinked: number;
}

/** A static policy in a store. */
export interface StoredPolicy {
  /** The id that the service has given it. */
  readonly policyId: string;
  readonly statement: string;
}

/** What a publication needs of the service, one operation each. Errors are the service's own. */
export interface PolicyStoreClient {
  readonly read: () => Promise<PolicyStore>;
  readonly putSchema: (schema: string) => Promise<void>;
  readonly createPolicy: (statement: string) => Promise<void>;
  readonly deletePolicy: (policyId: string) => Promise<void>;
}
