import { readFileSync } from 'node:fs';
import { makeExecutableSchema } from '@graphql-tools/schema';
import type { GraphQLSchema } from 'graphql';
import { resolvers } from './resolvers.ts';

/** `schema.graphql` with its resolvers. A resolver for a field that the contract does not have stops the start. */
export function buildServiceSchema(): GraphQLSchema {
  return makeExecutableSchema({
    typeDefs: readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8'),
    resolvers,
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  });
}
