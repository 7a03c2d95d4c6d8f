import { readFileSync } from 'node:fs';
import { type DefinitionNode, parse } from 'graphql';
import { baseFiles, mutationFiles, queryFiles, subjectFiles } from './schema-order.ts';

const folder = new URL('../schema/', import.meta.url);

let schemaText: string | undefined;

/**
 * The schema as it is published, in one text: the files of `service/schema/` in the order of `schema-order.ts`, with all queries
 * and all mutations before the types of the subjects. The first part of `Query` and of `Mutation` declares the type, the others extend it.
 */
export function readSchemaText(): string {
  schemaText ??= mergeSchema([...baseFiles, ...subjectFiles].map((name) => [name, readFile(name)]));
  return schemaText;
}

const readFile = (name: string) => readFileSync(new URL(`${name}.graphql`, folder), 'utf8');

/**
 * Merges the files of a schema.
 *
 * @param files names and texts
 * @throws Error when a file has queries or mutations, and no place among them
 */
export function mergeSchema(files: readonly (readonly [name: string, text: string])[]): string {
  const parts = files.flatMap(([name, text]) =>
    parse(text).definitions.map((definition) => ({
      place: placeOf(name, definition),
      text: text.slice(definition.loc?.start, definition.loc?.end),
    })),
  );
  parts.sort((one, other) => one.place - other.place);
  return `${parts.map(({ text }) => text).join('\n\n')}\n`;
}

/** Definitions of the same place stay in the order of their files. */
function placeOf(file: string, definition: DefinitionNode): number {
  if (baseFiles.some((name) => name === file)) return 0;
  const type = 'name' in definition ? definition.name?.value : undefined;
  if (type === 'Query') return 1 + placeIn(queryFiles, file, type);
  if (type === 'Mutation') return 1 + queryFiles.length + placeIn(mutationFiles, file, type);
  return 1 + queryFiles.length + mutationFiles.length;
}

function placeIn(files: readonly string[], file: string, type: string): number {
  const place = files.indexOf(file);
  if (place < 0)
    throw new Error(`service/schema/${file}.graphql has a part of ${type}: add it to schema-order.ts`);
  return place;
}
