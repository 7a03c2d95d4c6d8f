import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

/** For output only: no operation takes JSON. */
export const json = new GraphQLScalarType<never, unknown>({ name: 'JSON', serialize: (value) => value });

/** JSON inside a string. The operation validates its content, to give its own error messages. */
export const awsJson = new GraphQLScalarType<string, string>({
  name: 'AWSJSON',
  serialize: String,
  parseValue: requireString,
  parseLiteral: (node) => requireString(node.kind === Kind.STRING ? node.value : undefined),
});

function requireString(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new GraphQLError('AWSJSON must be a string that contains JSON.');
}
