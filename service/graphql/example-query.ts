import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  parse,
} from 'graphql';

/** Maximum number of scalar fields per depth: all of a result, fewer of nested objects. */
const leavesByDepth = [Infinity, 4, 3];

/** One operation with these arguments as variables, and the most useful fields of its result. */
export function exampleQuery(
  schema: GraphQLSchema,
  kind: 'query' | 'mutation',
  field: GraphQLField<unknown, unknown>,
  argumentNames: readonly string[],
): DocumentNode {
  const args = field.args.filter(({ name }) => argumentNames.includes(name));
  const declared = args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const given = args.map(({ name }) => `${name}: $${name}`).join(', ');
  const head = declared && `(${declared})`;
  const call = given && `(${given})`;
  const selection = selectionOf(schema, field.type, 0);
  return parse(`${kind} ${field.name}${head} { ${field.name}${call} ${selection} }`, { noLocation: true });
}

function selectionOf(schema: GraphQLSchema, of: GraphQLOutputType, depth: number): string {
  const type = getNamedType(of);
  if (isLeafType(type)) return '';
  if (isAbstractType(type)) {
    const parts = schema
      .getPossibleTypes(type)
      .map((part) => [part.name, fieldsOf(schema, part, depth)])
      .filter(([, selection]) => selection)
      .map(([name, selection]) => `... on ${name} ${selection}`);
    return `{ __typename ${parts.join(' ')} }`;
  }
  return fieldsOf(schema, type, depth);
}

function fieldsOf(schema: GraphQLSchema, type: GraphQLOutputType, depth: number): string {
  if (!isObjectType(type)) return '';
  if (type.name === 'ApiError') return '{ code message requestId }';
  if (type.name === 'PageInfo') return '{ currentPage totalPages }';
  const fields = Object.values(type.getFields()).filter(({ deprecationReason }) => !deprecationReason);
  const leaves = fields
    .filter((field) => isLeafType(getNamedType(field.type)))
    .slice(0, leavesByDepth[depth] ?? 0)
    .map(({ name }) => name);
  const branches = fields
    .filter((field) => !isLeafType(getNamedType(field.type)))
    .map((field) => [
      field.name,
      depth < leavesByDepth.length - 1 ? selectionOf(schema, field.type, depth + 1) : '',
    ])
    .filter(([, selection]) => selection)
    .map(([name, selection]) => `${name} ${selection}`);
  const all = [...leaves, ...branches];
  return all.length > 0 ? `{ ${all.join(' ')} }` : '';
}
