import { readSchemaText } from '@labroom/service/contract/schema-text.ts';
import { readContract } from '@labroom/service/graphql/contract.ts';
import type { ErrorCode, Reason } from '@labroom/service/platform/errors/errors.ts';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isLeafType,
  isObjectType,
} from 'graphql';

const schema = buildSchema(readSchemaText());

export const contract = readContract(schema);

export type OperationField = GraphQLField<unknown, unknown>;

/** Every operation that the contract has, in its order. */
export const mutationFields: OperationField[] = Object.values(schema.getMutationType()?.getFields() ?? {});
export const queryFields: OperationField[] = Object.values(schema.getQueryType()?.getFields() ?? {});

export function operationField(name: string): OperationField {
  const field = [...queryFields, ...mutationFields].find((candidate) => candidate.name === name);
  if (!field) throw new Error(`The schema has no operation ${name}`);
  return field;
}

/** The declared errors of an operation, and those of every operation. */
export function declaredErrors(name: string): { code: ErrorCode; reason: Reason | undefined }[] {
  const own = contract.operations.find((operation) => operation.name === name)?.errors ?? [];
  const common = contract.reasons.filter(({ group }) => group === 'Credentials' || group === 'Overload');
  return [
    ...own.flatMap(({ code, reasons }) => [undefined, ...reasons].map((reason) => ({ code, reason }))),
    ...common.flatMap(({ reason, codes }) => codes.map((code) => ({ code, reason }))),
  ];
}

/** A document that calls one operation with all arguments as variables, and selects its whole result. */
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
    })
    .filter(Boolean);
  return fields.length > 0 ? `{ ${fields.join(' ')} }` : '';
}
