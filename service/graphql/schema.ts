import { readFileSync } from 'node:fs';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { type GraphQLSchema, isScalarType } from 'graphql';
import { resolvers } from './resolvers.ts';

/** `schema.graphql` with its resolvers. A resolver for a field that the contract does not have stops the start. */
export function buildServiceSchema(): GraphQLSchema {
  const schema = makeExecutableSchema({
    typeDefs: readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8'),
    resolvers,
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  });
  // The resolver of a scalar replaces it, description and all.
  for (const type of Object.values(schema.getTypeMap()))
    if (isScalarType(type)) type.description ??= type.astNode?.description?.value;
  return schema;
}
