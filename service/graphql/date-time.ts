import { GraphQLScalarType } from 'graphql';

/** For output only: no operation takes a DateTime. Rows have dates; responses have ISO 8601 with milliseconds. */
export const dateTime = new GraphQLScalarType<never, string>({
  name: 'DateTime',
  serialize: (value) => (value instanceof Date ? value.toISOString() : String(value)),
});
