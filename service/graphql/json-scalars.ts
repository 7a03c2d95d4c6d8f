import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

/** Only ever an answer: no operation takes JSON. */
export const json = new GraphQLScalarType<never, unknown>({ name: 'JSON', serialize: (value) => value });

/** JSON inside of a string. What is in it is the operation's to judge, so that it can refuse in its own words. */
export const awsJson = new GraphQLScalarType<string, string>({
  name: 'AWSJSON',
  serialize: String,
  parseValue: mustBeString,
  parseLiteral: (node) => mustBeString(node.kind === Kind.STRING ? node.value : undefined),
});

function mustBeString(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new GraphQLError('AWSJSON must be a string that contains JSON.');
}
