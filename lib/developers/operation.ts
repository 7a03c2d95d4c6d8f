/** What the page says of one operation of the API, out of the schema. */
export interface Operation {
  name: string;
  kind: 'query' | 'mutation';
  /** The part of the schema that it stands in. */
  group: string;
  description: string;
  /** The sentence that names its errors, without the word "Errors". */
  errors: string | null;
  needs: Need;
  arguments: readonly Input[];
  returns: string;
  /** Why it should not be used in new programs. */
  deprecated: string | null;
  /** The whole operation with the most telling fields of its answer. */
  query: string;
  /** The typed document of this project that asks the same. */
  document: TypedDocument | null;
}

/** Who may call: anybody with a consumer credential, any proved wallet, or one with that role in the lab. */
export type Need = 'credential' | 'wallet' | 'OWNER' | 'CONTRIBUTOR or OWNER';

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
  /** Its constant in `lib/api/documents.generated.ts`. */
  constant: string;
  /** Where each of its variables stands among the operation's arguments. */
  variables: Readonly<Record<string, readonly string[]>>;
}

/** A code of the error catalogue. */
export interface CatalogueCode {
  code: string;
  meaning: string;
  retryable: boolean;
}
