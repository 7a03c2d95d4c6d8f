import * as documents from '@labroom/client/documents';
import { readSchemaText } from '@labroom/service/contract/schema-text.ts';
import { buildSchema, type GraphQLSchema, getVariableValues, Kind, parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { errorCodes, operations } from '#lib/developers/api-reference.generated.ts';
import { exampleArguments, invented } from '#lib/developers/example-arguments.ts';
import type { Operation } from '#lib/developers/operation.ts';
import { curlExample, typescriptExample } from './operation-examples.ts';

const schema = buildSchema(readSchemaText());
const graphqlUrl = 'http://127.0.0.1:4000/graphql';

it('every root field has an entry', () => {
  const fields = (type: ReturnType<GraphQLSchema['getQueryType']>) => Object.keys(type?.getFields() ?? {});
  const names = [...fields(schema.getQueryType()), ...fields(schema.getMutationType())];
  expect(operations.map(({ name }) => name)).toEqual(names);
  expect(operations.filter(({ group }) => !group)).toEqual([]);
});

it.each(operations.map((operation) => [operation.name, operation] as const))(
  'the curl command of %s is valid against the schema',
  (_, operation) => {
    const body =
      /<<'JSON'\n(.*)\nJSON$/s.exec(
        curlExample(operation, exampleArguments(operation, invented), graphqlUrl),
      )?.[1] ?? '';
    const { query, variables = {} } = JSON.parse(body);
    expect(validate(schema, parse(query))).toEqual([]);
    const [definition] = parse(query).definitions;
    if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error('It is no operation');
    expect(getVariableValues(schema, definition.variableDefinitions ?? [], variables).errors).toBeUndefined();
  },
);

it.each(operations.map((operation): [string, Operation] => [operation.name, operation]))(
  'the TypeScript program of %s uses an existing document and sets every argument',
  (name, operation) => {
    const given = exampleArguments(operation, invented);
    const program = typescriptExample(operation, given);
    if (operation.document) expect(documents).toHaveProperty(operation.document.constant);
    const missing = Object.keys(given).filter((argument) => !program.includes(`${argument}: `));
    expect(missing).toEqual(name === 'createLab' ? ['input'] : []);
  },
);

it('every code of the catalogue has one meaning', () => {
  const codes: string[] = errorCodes.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes).toEqual(expect.arrayContaining(['UNAUTHENTICATED', 'INVALID_METADATA', 'INTERNAL_ERROR']));
});
