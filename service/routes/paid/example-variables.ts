import {
  type GraphQLArgument,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';

const wallet = `0x${'11'.repeat(20)}`;

/** Values that pass the checks of the arguments with these names. */
const byName: Readonly<Record<string, unknown>> = {
  oclId: `0x0101${'00'.repeat(9)}01${'22'.repeat(20)}`,
  contentType: 'text/csv',
  contentLength: 1024,
  uploadToken: '<uploadToken of initiateCreateOrUpdateFile>',
  path: 'results/assay.csv',
  filePath: 'results/assay.csv',
  accessLevel: 'PUBLIC',
  changeBy: wallet,
  headline: 'New results',
  body: 'The second plate confirms the first.',
};

/** Optional arguments without which a call is incomplete. */
const included = ['path', 'filePath'];

/** Example variables of a document that has one variable per argument, with the argument's name. */
export function exampleVariables(args: readonly GraphQLArgument[]): Record<string, unknown> {
  const shown = args.filter(({ name, type }) => isNonNullType(type) || included.includes(name));
  return Object.fromEntries(shown.map(({ name, type }) => [name, byName[name] ?? exampleOf(type)]));
}

function exampleOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return exampleOf(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    return Object.fromEntries(
      required.map((field) => [field.name, byName[field.name] ?? exampleOf(field.type)]),
    );
  }
  const scalars: Record<string, unknown> = {
    Int: 1,
    Float: 1,
    Boolean: true,
    AWSJSON: '{}',
    DateTime: '2026-01-01T00:00:00.000Z',
  };
  return scalars[type.name] ?? `<${type.name}>`;
}
