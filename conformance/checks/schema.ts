import assert from 'node:assert/strict';
import { readSchemaText } from '@labroom/service/contract/schema-text.ts';
import {
  buildClientSchema,
  buildSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { check } from '../check/check.ts';

export const schemaChecks = [
  check(
    'schema.same',
    {
      rule: 'The schema that is served is the one that is published; operations say besides who may call them and how they fail.',
      section: 'docs/specification/wire.md#versioning',
      only: ['local', 'staging'],
    },
    async ({ service }) => {
      const served = buildClientSchema(
        await service.ask(
          getIntrospectionQuery({
            schemaDescription: true,
            specifiedByUrl: true,
            inputValueDeprecation: true,
            directiveIsRepeatable: true,
          }),
        ),
      );
      const published = buildSchema(readSchemaText());
      for (const [name, field] of Object.entries(rootFields(served))) {
        const { description } = rootFields(published)[name] ?? {};
        assert.ok(field.description?.startsWith(`${description}\n\nRequires: `), name);
        field.description = description;
      }
      const print = (schema: typeof served) => printSchema(lexicographicSortSchema(schema));
      assert.equal(print(served), print(published));
    },
  ),

  check(
    'schema.described',
    {
      rule: 'Every type, field, argument and value of the schema says what it is.',
      section: 'docs/specification/wire.md#versioning',
      only: ['local', 'staging'],
    },
    async ({ service }) => {
      const { __schema } = await service.ask(getIntrospectionQuery());
      assert.deepEqual(undescribed(__schema), []);
    },
  ),
];

const rootFields = (schema: GraphQLSchema) => ({
  ...schema.getQueryType()?.getFields(),
  ...schema.getMutationType()?.getFields(),
});

interface Described {
  name: string;
  description: string | null;
  fields?: (Described & { args: Described[] })[] | null;
  inputFields?: Described[] | null;
  enumValues?: Described[] | null;
}

/** What has no description, by its path. GraphQL's own types, and what the two roots are, need none. */
function undescribed({ types }: { types: Described[] }): string[] {
  const own = types.filter(({ name }) => !/^(__.*|String|Int|Float|Boolean|ID)$/.test(name));
  const all = own.flatMap(({ name, description, fields, inputFields, enumValues }) => [
    { path: name, description: ['Query', 'Mutation'].includes(name) ? name : description },
    ...[...(inputFields ?? []), ...(enumValues ?? []), ...(fields ?? [])].map((part) => ({
      path: `${name}.${part.name}`,
      description: part.description,
    })),
    ...(fields ?? []).flatMap(({ name: field, args }) =>
      args.map((part) => ({ path: `${name}.${field}(${part.name})`, description: part.description })),
    ),
  ]);
  return all.filter(({ description }) => !description).map(({ path }) => path);
}
