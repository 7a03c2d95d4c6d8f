import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isLeafType,
  isObjectType,
} from 'graphql';

const schema = buildSchema(readFileSync(new URL('../service/schema.graphql', import.meta.url), 'utf8'));

export type OperationField = GraphQLField<unknown, unknown>;

/** Every operation that the contract has, in its order. */
export const mutationFields: OperationField[] = Object.values(schema.getMutationType()?.getFields() ?? {});
export const queryFields: OperationField[] = Object.values(schema.getQueryType()?.getFields() ?? {});

/** A document that calls one operation with all of its arguments as variables, and selects all that it answers. */
export function operationDocument(field: OperationField): string {
  const { name, args, type } = field;
  const kind = mutationFields.includes(field) ? 'mutation' : 'query';
  const variables = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const values = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const parenthesized = (text: string) => (text ? `(${text})` : '');
  return `${kind}${parenthesized(variables)} { ${name}${parenthesized(values)} ${selection(type)} }`;
}

/** Leaves, and those of the objects beneath, as far as nothing needs an argument. */
function selection(type: GraphQLOutputType, depth = 0): string {
  const named = getNamedType(type);
  if (!isObjectType(named) || depth > 1) return '';
  const fields = Object.values(named.getFields())
    .filter(({ args }) => args.length === 0)
    .map((field) => {
      if (isLeafType(getNamedType(field.type))) return field.name;
      const beneath = selection(field.type, depth + 1);
      return beneath && `${field.name} ${beneath}`;
    });
  return `{ ${fields.filter(Boolean).join(' ')} }`;
}
