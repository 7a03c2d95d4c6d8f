import type { ErrorCode, Reason } from '#packages/client/errors.generated.ts';

/** What the page says of one operation of the API, out of the schema. */
export interface Operation {
  name: string;
  kind: 'query' | 'mutation';
  /** The part of the schema that it stands in. */
  group: string;
  description: string;
  access: Access;
  /** Those of its own and of its access, by code. */
  errors: readonly { code: ErrorCode; reasons: readonly Reason[] }[];
  arguments: readonly Input[];
  returns: string;
  /** Why it should not be used in new programs. */
  deprecated: string | null;
  /** The whole operation with the most telling fields of its answer. */
  query: string;
  /** The typed document of this project that asks the same. */
  document: TypedDocument | null;
}

/** Who may call, as the schema's `@auth` says. */
export type Access =
  | 'CONSUMER'
  | 'WALLET'
  | 'CONTRIBUTOR'
  | 'OWNER'
  | 'CONDITIONS'
  | 'TOKEN_OWNER'
  | 'SIGNATURE'
  | 'SIGN_IN';

/** An argument, or a field of one that has fields. */
export interface Input {
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
  /** As the schema writes it. */
  defaultValue: string | null;
  /** Of an input object. */
  fields: readonly Input[];
  /** Of an enum. */
  values: readonly string[];
}

export interface TypedDocument {
  /** Its constant in `packages/client/documents.generated.ts`. */
  constant: string;
  /** Where each of its variables stands among the operation's arguments. */
  variables: Readonly<Record<string, readonly string[]>>;
}

/** A code of the error catalogue. */
export interface CatalogueCode {
  code: ErrorCode;
  meaning: string;
  retryable: boolean;
}

/** A reason within the codes that it comes with. */
export interface CatalogueReason {
  reason: Reason;
  group: string;
  codes: readonly ErrorCode[];
  meaning: string;
  /** What the caller does. */
  action: string;
}
