import type { JsonSchema } from '@labroom/protocol/json-schema-dialect';
import {
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLSchema,
  isNonNullType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { argumentSchema, responseSchema } from '../../graphql/json-schema.ts';
import type { PublicResource } from './resources.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description: string;
  schema: JsonSchema;
}

/** A route of public data as documents describe it. */
export interface PublicRoute {
  name: string;
  /** With parameters in braces. */
  path: string;
  summary: string;
  parameters: readonly Parameter[];
  /** Schema of the JSON body; `null`: a redirect to bytes. */
  body: JsonSchema | null;
}

const DOWNLOAD_LINK = {
  type: ['string', 'null'],
  format: 'uri',
  description:
    'Link to the bytes, which does not expire. `null` for an encrypted file or version: `decryptDataKey` returns a URL with the key.',
};

/** Parameters and body of a resource follow from its document and the schema. */
export function describeResource(
  schema: GraphQLSchema,
  { name, path, summary, document: text }: PublicResource,
): PublicRoute {
  const document = parse(text, { noLocation: true });
  const { properties } = responseSchema(schema, document);
  return {
    name,
    path,
    summary,
    parameters: parametersOf(schema, document, path),
    body: withLinks(innermost((properties as { data: JsonSchema }).data)),
  };
}

/** A parameter for each variable, described as the argument that gets it. */
function parametersOf(schema: GraphQLSchema, document: DocumentNode, path: string): Parameter[] {
  const parameters: Parameter[] = [];
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      VariableDefinition: () => false,
      Variable({ name: { value: name } }) {
        const argument = types.getArgument();
        if (!argument) throw new Error(`The variable ${name} is no argument`);
        parameters.push(parameterOf(name, argument, path));
      },
    }),
  );
  return parameters;
}

function parameterOf(name: string, argument: GraphQLArgument, path: string): Parameter {
  const { description = '', ...schema } = argumentSchema(argument);
  const isInPath = path.includes(`{${name}}`);
  return {
    name,
    in: isInPath ? 'path' : 'query',
    // Numbers of pages have a default in the document where the argument has none.
    required: isInPath || (isNonNullType(argument.type) && schema.type === 'string'),
    description: String(description),
    schema,
  };
}

/** The first object with several fields: the ones around it hold nothing else. */
function innermost(schema: JsonSchema): JsonSchema {
  const [first, second] = Object.values((schema.properties ?? {}) as Record<string, JsonSchema>);
  if (first !== undefined && second === undefined) return innermost(first);
  const { description: _, ...inner } = schema;
  // A document that finds nothing is answered with 404.
  return { ...inner, type: 'object' };
}

/** Describes the links that are put into an answer. */
function withLinks(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) => (key === 'downloadUrl' ? DOWNLOAD_LINK : value));
}
