import type { JsonSchema } from '@labroom/protocol/json-schema-dialect';
import {
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNullableType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { isWrittenByOthers, writtenByOthers } from './written-by-others.ts';

const scalars: Readonly<Record<string, JsonSchema>> = {
  String: { type: 'string' },
  ID: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  Float: { type: 'number' },
  DateTime: { type: 'string', format: 'date-time' },
  AWSJSON: { type: 'string', contentMediaType: 'application/json' },
  JSON: {},
};

/** The value of an argument that is given: one of `null` counts as not given. */
export function argumentSchema(argument: GraphQLArgument): JsonSchema {
  return described(nonNullInputSchema(getNullableType(argument.type)), argument);
}

/** The variables of a document that has one variable per argument of the field, with the argument's name. */
export function variablesSchema({ args }: Pick<GraphQLField<unknown, unknown>, 'args'>): JsonSchema {
  return objectSchema(
    args.map((arg) => [arg.name, described(inputSchema(arg.type), arg), isRequired(arg)] as const),
  );
}

/**
 * The body that a successful request of this document gets. Its one operation selects fields and inline fragments.
 * @throws Error for a document with named fragments
 */
export function responseSchema(schema: GraphQLSchema, document: DocumentNode): JsonSchema {
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('The document has no operation');
  const root = schema.getRootType(operation.operation);
  if (!root) throw new Error(`The schema has no ${operation.operation}`);
  const data = selectedSchema(schema, root, operation.selectionSet);
  return { type: 'object', properties: { data }, required: ['data'] };
}

function inputSchema(type: GraphQLInputType): JsonSchema {
  if (isNonNullType(type)) return nonNullInputSchema(type.ofType);
  return nullable(nonNullInputSchema(type));
}

function nonNullInputSchema(type: GraphQLNullableType & GraphQLInputType): JsonSchema {
  if (isListType(type)) return { type: 'array', items: inputSchema(type.ofType) };
  if (!isInputObjectType(type)) return leafSchema(type);
  const fields = Object.values(type.getFields());
  return objectSchema(
    fields.map((field) => [field.name, described(inputSchema(field.type), field), isRequired(field)]),
  );
}

function outputSchema(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  selection: SelectionSetNode | undefined,
): JsonSchema {
  if (isNonNullType(type)) return nonNullOutputSchema(schema, type.ofType, selection);
  return nullable(nonNullOutputSchema(schema, type, selection));
}

function nonNullOutputSchema(
  schema: GraphQLSchema,
  type: GraphQLNullableType & GraphQLOutputType,
  selection: SelectionSetNode | undefined,
): JsonSchema {
  if (isListType(type)) return { type: 'array', items: outputSchema(schema, type.ofType, selection) };
  if (!selection) return leafSchema(type);
  if (!isAbstractType(type)) return selectedSchema(schema, type, selection);
  return {
    anyOf: schema.getPossibleTypes(type).map((part) => selectedSchema(schema, part, selection)),
  };
}

/** An object of the type with the fields that the selection, and its fragments on the type, name. */
function selectedSchema(schema: GraphQLSchema, type: unknown, { selections }: SelectionSetNode): JsonSchema {
  if (!isObjectType(type)) throw new Error(`${type} is not an object type`);
  const fields = type.getFields();
  const entries = selections.flatMap((node): Entry[] => {
    if (node.kind === Kind.FRAGMENT_SPREAD) throw new Error('Named fragments are not supported');
    if (node.kind === Kind.INLINE_FRAGMENT) {
      if (node.typeCondition && node.typeCondition.name.value !== type.name) return [];
      const { properties } = selectedSchema(schema, type, node.selectionSet);
      return Object.entries(properties as Record<string, JsonSchema>).map((entry) => [...entry, true]);
    }
    const key = node.alias?.value ?? node.name.value;
    if (node.name.value === '__typename') return [[key, { const: type.name }, true]];
    const field = fields[node.name.value];
    if (!field) throw new Error(`${type.name} has no field ${node.name.value}`);
    const value = described(outputSchema(schema, field.type, node.selectionSet), field);
    return [[key, isWrittenByOthers(type.name, field.name) ? { ...value, ...writtenByOthers } : value, true]];
  });
  return objectSchema(entries);
}

type Entry = readonly [name: string, schema: JsonSchema, isRequired: boolean];

function objectSchema(entries: readonly Entry[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, schema]) => [name, schema])),
    required: entries.filter(([, , required]) => required).map(([name]) => name),
    additionalProperties: false,
  };
}

function leafSchema(type: GraphQLInputType | GraphQLOutputType): JsonSchema {
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  const { name } = getNamedType(type);
  const scalar = scalars[name];
  if (!scalar) throw new Error(`The scalar ${name} has no JSON Schema`);
  return scalar;
}

function nullable(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  if (schema.type === undefined) return schema;
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
  };
}

function described(
  schema: JsonSchema,
  { description, defaultValue }: { description?: string | null | undefined; defaultValue?: unknown },
): JsonSchema {
  return {
    ...schema,
    ...(description && { description: description.replaceAll('\n', ' ').trim() }),
    ...(defaultValue !== undefined && { default: defaultValue }),
  };
}

function isRequired({ type, defaultValue }: Pick<GraphQLInputField, 'type' | 'defaultValue'>): boolean {
  return isNonNullType(type) && defaultValue === undefined;
}
