import { buildSchema, getOperationAST, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { readSchemaText } from '#contract/schema-text.ts';
import { costOf, refuseByCost, refuseByForm } from '../../graphql/complexity.ts';
import { cutBelow } from '../../graphql/query-depth.ts';
import { describeResource } from './describe-resource.ts';
import { resources } from './resources.ts';

const schema = buildSchema(readSchemaText());

test.each(resources)('$name is one valid query, within all limits with the longest page', ({ document }) => {
  const parsed = parse(document);
  const operation = getOperationAST(parsed);
  if (!operation) throw new Error('The document has no operation');
  expect(validate(schema, parsed)).toEqual([]);
  expect(operation.operation).toBe('query');
  expect(refuseByForm(parsed)).toBeNull();
  expect(refuseByCost(costOf(schema, parsed, operation))).toBeNull();
  expect(cutBelow(parsed, operation, 10)).toBeNull();
});

test.each(resources)('$name has a described parameter for each variable, and nothing secret', (resource) => {
  const { path, parameters } = describeResource(schema, resource);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  expect(parameters.filter(({ required }) => required).map(({ name }) => name)).toEqual(inPath);
  for (const { description } of parameters) expect(description).not.toBe('');
  // Anyone with the hash of a plaintext can test guesses at it. Signed URLs would outlive a change of access in caches.
  expect(resource.document).not.toMatch(/encryptionMetadata \{[^}]*contentHash|downloadUrl(?!: __typename)/);
});
