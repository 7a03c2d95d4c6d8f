import { type OperationContract, readContract } from '@labroom/service/graphql/contract.ts';
import { exampleQuery } from '@labroom/service/graphql/example-query.ts';
import {
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  print,
} from 'graphql';
import { exampleArguments, invented } from '../../lib/developers/example-arguments.ts';
import type { CatalogueCode, CatalogueReason, Input, Operation } from '../../lib/developers/operation.ts';
import { findDocument } from './find-document.ts';

export interface ApiReference {
  /** Paragraphs at the start of the schema. */
  conventions: string[];
  operations: Operation[];
  errorCodes: CatalogueCode[];
  reasons: CatalogueReason[];
}

/** The API reference for developers, from the schema and the documents of the client. */
export function describeApi(schema: GraphQLSchema, documents: readonly DocumentNode[]): ApiReference {
  const contract = readContract(schema);
  return {
    conventions: paragraphs(schema.description ?? ''),
    operations: contract.operations.map((operation) => describeOperation(schema, operation, documents)),
    errorCodes: contract.errorCodes,
    reasons: contract.reasons,
  };
}

function describeOperation(
  schema: GraphQLSchema,
  { name, kind, group, access, errors }: OperationContract,
  documents: readonly DocumentNode[],
): Operation {
  const type = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  const field = type?.getFields()[name];
  if (!field) throw new Error(`The schema has no ${kind} ${name}`);
  const inputs = field.args.map(describeInput);
  const example = exampleArguments({ name, arguments: inputs }, invented);
  return {
    name,
    kind,
    group,
    description: oneLine(field.description ?? ''),
    access,
    errors,
    arguments: inputs,
    returns: String(field.type),
    deprecated: field.deprecationReason ?? null,
    query: print(exampleQuery(schema, kind, field, Object.keys(example))),
    document: findDocument(documents, name),
  };
}

function describeInput(input: GraphQLArgument | GraphQLInputField): Input {
  const type = getNamedType(input.type);
  return {
    name: input.name,
    type: String(input.type),
    isRequired: isNonNullType(input.type) && input.defaultValue === undefined,
    description: oneLine(input.description ?? ''),
    defaultValue: input.astNode?.defaultValue ? print(input.astNode.defaultValue) : null,
    fields: isInputObjectType(type) ? Object.values(type.getFields()).map(describeInput) : [],
    values: isEnumType(type) ? type.getValues().map(({ name }) => name) : [],
  };
}

const paragraphs = (text: string) => text.split(/\n{2,}/).map(oneLine);

const oneLine = (text: string) => text.replaceAll('\n', ' ').trim();
