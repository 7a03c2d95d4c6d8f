import type { ErrorCode, Reason } from '@labroom/client/errors';

/** Reference data of one operation, taken from the schema. */
export interface Operation {
  name: string;
  kind: 'query' | 'mutation';
  /** Section of the schema. */
  group: string;
  description: string;
  access: Access;
  /** Errors of the operation and of its access rule, by code. */
  errors: readonly { code: ErrorCode; reasons: readonly Reason[] }[];
  arguments: readonly Input[];
  returns: string;
  /** Reason for the deprecation. */
  deprecated: string | null;
  /** A complete document with the most important fields of the result. */
  query: string;
  /** The typed document of this project for the operation. */
  document: TypedDocument | null;
}

/** Who may call, from the schema's `@auth` directive. */
export type Access =
  | 'CONSUMER'
  | 'WALLET'
  | 'CONTRIBUTOR'
  | 'MEMBER'
  | 'OWNER'
  | 'CONDITIONS'
  | 'TOKEN_OWNER'
  | 'SIGNATURE'
  | 'SIGN_IN';

/** An argument, or a field of an input object. */
export interface Input {
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
  /** In the schema's notation. */
  defaultValue: string | null;
  /** Fields of an input object. */
  fields: readonly Input[];
  /** Values of an enum. */
  values: readonly string[];
}

export interface TypedDocument {
  /** Constant in `packages/client/documents/documents.generated.ts`. */
  constant: string;
  /** Path of each variable within the operation's arguments. */
  variables: Readonly<Record<string, readonly string[]>>;
}

/** A code of the error catalogue. */
export interface CatalogueCode {
  code: ErrorCode;
  meaning: string;
  retryable: boolean;
}

/** An error reason, with the codes that it occurs with. */
export interface CatalogueReason {
  reason: Reason;
  group: string;
  codes: readonly ErrorCode[];
  meaning: string;
  /** What the caller should do. */
  action: string;
}
