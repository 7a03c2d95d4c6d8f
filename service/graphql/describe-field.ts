import type { GraphQLField, GraphQLSchema } from 'graphql';
import type { OperationContract } from './contract.ts';

/** @throws Error if the schema has no such operation */
export function fieldOf(
  schema: GraphQLSchema,
  kind: OperationContract['kind'],
  name: string,
): GraphQLField<unknown, unknown> {
  const type = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  const field = type?.getFields()[name];
  if (!field) throw new Error(`The schema has no ${kind} ${name}`);
  return field;
}

/** The first paragraph of a doc comment, on one line. */
export function firstParagraph(text: string | null | undefined): string {
  return (text ?? '').split(/\n\n/, 1)[0]?.replaceAll('\n', ' ').trim() ?? '';
}
