import { GraphQLScalarType } from 'graphql';

/** Only ever an answer: no operation takes a DateTime. Rows carry dates, the wire ISO 8601 with milliseconds. */
export const dateTime = new GraphQLScalarType<never, string>({
  name: 'DateTime',
  serialize: (value) => (value instanceof Date ? value.toISOString() : String(value)),
});
