import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import {
  buildClientSchema,
  buildSchema,
  getIntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { check } from '../check.ts';

const file = new URL('../../service/schema.graphql', import.meta.url);

/** The schema as documentation. */
export const schemaChecks = [
  check(
    'schema.same',
    {
      rule: 'The schema that is served is the one that is published, word for word.',
      section: 'service.md, Versioning',
      covers: ['versioning.schema'],
      only: ['local', 'staging'],
    },
    async ({ service }) => {
      const served = buildClientSchema(
        await service.ask(
          getIntrospectionQuery({
            schemaDescription: true,
            specifiedByUrl: true,
            inputValueDeprecation: true,
          }),
        ),
      );
      const published = buildSchema(await readFile(file, 'utf8'));
      const print = (schema: typeof served) => printSchema(lexicographicSortSchema(schema));
      assert.equal(print(served), print(published));
    },
  ),
];
