import { defaultFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';

/** Fields of answers that hold the path of an entry of a data room, beside those that are named `path`. */
const others: Readonly<Record<string, readonly string[]>> = {
  DeleteDataRoomFileResult: ['filePath'],
  EntryChange: ['from', 'to'],
  FileColumns: ['paths'],
};

const isPath = (type: string, field: string) => field === 'path' || others[type]?.includes(field) === true;

/**
 * Lets a schema answer paths with a slash before them, as programs of other services with this interface compare them
 * (docs/specification/files.md#paths). Stored names have none.
 * @returns the fields that hold paths, as `Type.field`
 */
export function answerWithSlashes(schema: GraphQLSchema): string[] {
  const changed: string[] = [];
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (!isPath(type.name, field.name)) continue;
      const { resolve = defaultFieldResolver } = field;
      field.resolve = (...given) => withSlash(resolve(...given));
      changed.push(`${type.name}.${field.name}`);
    }
  }
  return changed.toSorted();
}

function withSlash(value: unknown): unknown {
  if (typeof value === 'string') return `/${value}`;
  if (Array.isArray(value)) return value.map(withSlash);
  return value instanceof Promise ? value.then(withSlash) : value;
}
