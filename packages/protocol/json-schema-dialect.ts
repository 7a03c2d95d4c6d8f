/** Value of `$schema`. In a file of its own, because a worker has no need of the GraphQL library. */
export const JSON_SCHEMA_DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** A JSON Schema, dialect 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;
