import { makeExecutableSchema } from '@graphql-tools/schema';
import { type GraphQLSchema, isScalarType } from 'graphql';
import { readSchemaText } from '#contract/schema-text.ts';
import { readContract } from './contract.ts';
import { resolvers } from './resolvers.ts';

let built: GraphQLSchema | undefined;

/**
 * The schema with its resolvers, one for the process. A resolver for a field that the schema lacks is an error at the
 * start.
 */
export function serviceSchema(): GraphQLSchema {
  built ??= buildServiceSchema();
  return built;
}

/** A schema of its own, which may be changed. */
export function buildServiceSchema(): GraphQLSchema {
  const schema = makeExecutableSchema({
    typeDefs: readSchemaText(),
    resolvers,
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  });
  // The resolver of a scalar replaces the type, including its description.
  for (const type of Object.values(schema.getTypeMap()))
    if (isScalarType(type)) type.description ??= type.astNode?.description?.value;
  describeDirectives(schema);
  return schema;
}

/** Introspection does not show directives on fields, so their content is added to the description of each operation. */
function describeDirectives(schema: GraphQLSchema): void {
  const fields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
  for (const { name, access, isPaid, runsAgain, errors } of readContract(schema).operations) {
    const field = fields[name];
    if (!field) continue;
    const codes = errors.map(({ code, reasons }) =>
      reasons.length > 0 ? `${code} (${reasons.join(', ')})` : code,
    );
    const lines = [
      `Requires: ${access}.`,
      ...(isPaid ? ['Sold at the gateway.'] : []),
      ...(runsAgain ? ['Runs again under the same Idempotency-Key.'] : []),
      ...(codes.length > 0 ? [`Errors: ${codes.join('; ')}.`] : []),
    ];
    field.description = [field.description, lines.join('\n')].filter(Boolean).join('\n\n');
  }
}
