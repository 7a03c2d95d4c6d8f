import { type DocumentNode, Kind, type OperationDefinitionNode, type ValueNode } from 'graphql';
import type { TypedDocument } from '#lib/developers/operation.ts';

/**
 * The document that asks for this one field of the root and nothing else: the one of the same name, else the one that
 * lets most arguments be chosen. `null` where there is none.
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

/** Where variables stand in a value, by the names that lead there. */
function placesOf(value: ValueNode, path: string[]): [string, string[]][] {
  if (value.kind === Kind.VARIABLE) return [[value.name.value, path]];
  if (value.kind !== Kind.OBJECT) return [];
  return value.fields.flatMap((field) => placesOf(field.value, [...path, field.name.value]));
}
