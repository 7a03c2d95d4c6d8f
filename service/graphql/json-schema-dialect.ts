/** Value of `$schema`. In a file of its own, because a worker has no need of the GraphQL library. */
export const JSON_SCHEMA_DIALECT = 'https://json-schema.org/draft/2020-12/schema';
