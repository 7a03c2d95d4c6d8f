import { readFileSync } from 'node:fs';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { type GraphQLSchema, isScalarType } from 'graphql';
import { readContract } from './contract.ts';
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
  describeDirectives(schema);
  return schema;
}

/** Introspection does not show directives on fields, so the description of each operation says what they say. */
function describeDirectives(schema: GraphQLSchema): void {
  const fields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
  for (const { name, access, isPaid, errors } of readContract(schema).operations) {
    const field = fields[name];
    if (!field) continue;
    const codes = errors.map(({ code, reasons }) =>
      reasons.length > 0 ? `${code} (${reasons.join(', ')})` : code,
    );
    const lines = [
      `Requires: ${access}.`,
      ...(isPaid ? ['Sold at the gateway.'] : []),
      ...(codes.length > 0 ? [`Errors: ${codes.join('; ')}.`] : []),
    ];
    field.description = [field.description, lines.join('\n')].filter(Boolean).join('\n\n');
  }
}
