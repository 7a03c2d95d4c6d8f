import {
  buildSchema,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  print,
  TokenKind,
} from 'graphql';
import { type Arguments, exampleArguments, invented } from '#lib/developers/example-arguments.ts';
import type { CatalogueCode, Input, Need, Operation } from '#lib/developers/operation.ts';
import { type ErrorCode, ServiceError } from '#service/platform/errors.ts';
import { exampleQuery } from './example-query.ts';
import { findDocument } from './find-document.ts';

export interface ApiReference {
  /** What the schema says before anything else, by paragraph. */
  conventions: string[];
  operations: Operation[];
  errorCodes: CatalogueCode[];
}

/** Everything the page for developers says of the API: from the schema, and the documents that the web app uses. */
export function describeApi(sdl: string, documents: readonly DocumentNode[]): ApiReference {
  const schema = buildSchema(sdl);
  const kinds = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
  ] as const;
  return {
    conventions: paragraphs(schema.description ?? ''),
    operations: kinds.flatMap(([kind, type]) => (type ? operationsOf(schema, kind, type, documents) : [])),
    errorCodes: errorCodes(schema),
  };
}

function operationsOf(
  schema: GraphQLSchema,
  kind: Operation['kind'],
  type: GraphQLObjectType,
  documents: readonly DocumentNode[],
): Operation[] {
  const examples: Record<string, Arguments> = exampleArguments(invented);
  let group = '';
  return Object.values(type.getFields()).map((field) => {
    group = headingBefore(field) ?? group;
    const [description = '', errors = null] = oneLine(field.description ?? '').split(/ ?\bErrors: /);
    return {
      name: field.name,
      kind,
      group,
      description,
      errors,
      needs: needsOf(field, errors),
      arguments: field.args.map(describeInput),
      returns: String(field.type),
      deprecated: field.deprecationReason ?? null,
      query: print(exampleQuery(schema, kind, field, Object.keys(examples[field.name] ?? {}))),
      document: findDocument(documents, field.name),
    };
  });
}

/** The schema's parts are told apart by comments such as `# --- Reads ----`, each before its first field. */
function headingBefore({ astNode }: GraphQLField<unknown, unknown>): string | undefined {
  const previous = astNode?.loc?.startToken.prev;
  if (previous?.kind !== TokenKind.COMMENT) return undefined;
  return /^ -+ (.+?) -+$/.exec(previous.value)?.[1];
}

function needsOf({ description, args }: GraphQLField<unknown, unknown>, errors: string | null): Need {
  const role = /Needs (OWNER|CONTRIBUTOR or OWNER)\./.exec(oneLine(description ?? ''))?.[1];
  if (role) return role as Need;
  // Where a signature is an argument, it is what proves the wallet.
  const isSigned = args.some(({ name }) => name === 'messageSignature');
  return errors?.includes('UNAUTHENTICATED') && !isSigned ? 'wallet' : 'credential';
}

function describeInput(input: GraphQLArgument | GraphQLInputField): Input {
  const type = getNamedType(input.type);
  return {
    name: input.name,
    type: String(input.type),
    isRequired: isNonNullType(input.type) && input.defaultValue === undefined,
    description: oneLine(input.description ?? ''),
    defaultValue: input.astNode?.defaultValue ? print(input.astNode.defaultValue) : null,
    fields: isInputObjectType(type) ? Object.values(type.getFields()).map(describeInput) : [],
    values: isEnumType(type) ? type.getValues().map(({ name }) => name) : [],
  };
}

/** The codes as `ApiError` lists them, a line for each meaning, and what the service's own table says of each. */
function errorCodes(schema: GraphQLSchema): CatalogueCode[] {
  const lines = schema.getType('ApiError')?.description?.matchAll(/^((?:`[A-Z_]+`(?:, )?)+): (.+)$/gm) ?? [];
  return [...lines].flatMap(([, codes = '', meaning = '']) =>
    (codes.match(/[A-Z_]+/g) ?? []).map((code) => {
      const { retryable } = new ServiceError(code as ErrorCode, '');
      return { code, meaning: meaning[0]?.toUpperCase() + meaning.slice(1), retryable };
    }),
  );
}

const paragraphs = (text: string) => text.split(/\n{2,}/).map(oneLine);

const oneLine = (text: string) => text.replaceAll('\n', ' ').trim();
