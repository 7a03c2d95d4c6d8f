import { readdirSync } from 'node:fs';
import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { baseFiles, mutationFiles, queryFiles, subjectFiles } from './schema-order.ts';
import { mergeSchema, readSchemaText } from './schema-text.ts';

const type = 'type File { id: ID! }';

describe('the schema', () => {
  it('is all files of its folder, each once', () => {
    const names = readdirSync(new URL('../schema/', import.meta.url)).sort();
    expect([...baseFiles, ...subjectFiles].map((name) => `${name}.graphql`).sort()).toEqual(names);
  });

  it('has its queries and mutations in the order of the files that are listed for them', () => {
    const { definitions } = parse(readSchemaText());
    const parts = (name: string) => definitions.filter((part) => 'name' in part && part.name?.value === name);
    expect(parts('Query')).toHaveLength(queryFiles.length);
    expect(parts('Mutation')).toHaveLength(mutationFiles.length);
    expect(definitions[0]?.kind).toBe('SchemaDefinition');
  });

  it('is a schema when it is merged', () => {
    const merged = mergeSchema([
      ['root', 'scalar DateTime'],
      ['moderation', `${type} extend type Mutation { hide: File }`],
      ['webhooks', 'extend type Query { webhooks: File } extend type Mutation { call: File }'],
      ['labs', 'type Query { labs: File }'],
      ['lab-registration', 'type Mutation { createLab: File }'],
    ]);
    const schema = buildSchema(merged);
    expect(Object.keys(schema.getQueryType()?.getFields() ?? {})).toEqual(['labs', 'webhooks']);
    expect(Object.keys(schema.getMutationType()?.getFields() ?? {})).toEqual(['createLab', 'call', 'hide']);
  });

  it('refuses a query in a file that has no place among the queries', () => {
    expect(() => mergeSchema([['moderation', 'extend type Query { reports: Int }']])).toThrow(
      'service/schema/moderation.graphql has a part of Query: add it to schema-order.ts',
    );
  });
});
