/** What a key of `authz.yaml` is for, as `docs/authz-yaml.md` says it. */
export interface KeyDescription {
  readonly sentence: string;
  /** What holds when the key is missing. */
  readonly otherwise?: string;
  /** A line or more of YAML. */
  readonly example: string;
  readonly keys?: Readonly<Record<string, KeyDescription>>;
}

export type KeyDescriptions<T> = Readonly<Record<keyof Required<T> & string, KeyDescription>>;
