import { type DocumentNode, Kind, type OperationDefinitionNode, type ValueNode } from 'graphql';
import type { TypedDocument } from '../../lib/developers/operation.ts';

/**
 * The document with only this root field: the one of the same name, else the one with most arguments as variables; `null`
 * without one.
 */
export function findDocument(documents: readonly DocumentNode[], field: string): TypedDocument | null {
  const [best] = documents
    .flatMap(({ definitions }) => definitions)
    .flatMap((definition) => candidate(definition as OperationDefinitionNode, field))
    .sort((a, b) => Number(b.isNamesake) - Number(a.isNamesake) || b.choices - a.choices);
  return best?.document ?? null;
}

function candidate(definition: OperationDefinitionNode, field: string) {
  const [root, another] = definition.selectionSet.selections;
  if (definition.kind !== Kind.OPERATION_DEFINITION || another || root?.kind !== Kind.FIELD) return [];
  if (root.name.value !== field || root.alias) return [];
  const name = definition.name?.value ?? '';
  const variables = Object.fromEntries(
    (root.arguments ?? []).flatMap((argument) => placesOf(argument.value, [argument.name.value])),
  );
  const isNamesake = name.toLowerCase() === field.toLowerCase();
  const document = { constant: `${name}Document`, variables };
  return [{ document, isNamesake, choices: Object.keys(variables).length }];
}

/** Paths of variables within a value. */
function placesOf(value: ValueNode, path: string[]): [string, string[]][] {
  if (value.kind === Kind.VARIABLE) return [[value.name.value, path]];
  if (value.kind !== Kind.OBJECT) return [];
  return value.fields.flatMap((field) => placesOf(field.value, [...path, field.name.value]));
}
