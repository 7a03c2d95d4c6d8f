import type { AnyVariables } from '@urql/core';
import { type DocumentNode, type OperationDefinitionNode, valueFromASTUntyped, visit } from 'graphql';

interface Mutation {
  /** Name of the field, which is also its path at the gateway. */
  mutation: string;
  /** The field's arguments, with variables substituted. */
  args: Record<string, unknown>;
}

/**
 * Parses a document with exactly one mutation.
 * @throws Error for any other document
 */
export function readMutation(document: DocumentNode, variables: AnyVariables): Mutation {
  const [operation, another] = document.definitions.filter(
    (definition): definition is OperationDefinitionNode => definition.kind === 'OperationDefinition',
  );
  const [field, second] = operation?.selectionSet.selections ?? [];
  if (operation?.operation !== 'mutation' || another || field?.kind !== 'Field' || second)
    throw new Error('A paid call is one mutation with one field');
  const args = (field.arguments ?? []).map(
    ({ name, value }) => [name.value, valueFromASTUntyped(value, { ...variables })] as const,
  );
  return { mutation: field.name.value, args: Object.fromEntries(args) };
}

/** Like `readMutation`, with the arguments alone whose variables are all given. */
export function knownArguments(document: DocumentNode, variables: Record<string, unknown>): Mutation {
  const names = new Set<string>();
  visit(document, {
    Argument({ name, value }) {
      visit(value, {
        Variable: (variable) => {
          if (!(variable.name.value in variables)) names.add(name.value);
        },
      });
      return false;
    },
  });
  const { mutation, args } = readMutation(document, variables);
  return { mutation, args: Object.fromEntries(Object.entries(args).filter(([name]) => !names.has(name))) };
}
