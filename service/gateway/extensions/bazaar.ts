import { stripIgnoredCharacters } from 'graphql';
import { JSON_SCHEMA_DIALECT, type JsonSchema } from '#contract/json-schema-dialect.ts';

/** A call with an example. The schemas are those of the document. */
interface Described {
  document: string;
  exampleVariables: Readonly<Record<string, unknown>>;
  request: JsonSchema;
  response: JsonSchema;
  /** Where it is called, with the stage. */
  path: string;
}

/**
 * The x402 extension `bazaar`, by which facilitators and crawlers index a resource. `info` is an example request, `schema` the JSON
 * Schema that it meets. `routeTemplate` is the path with the stage, which `resource.url` of a challenge lacks.
 */
export function bazaarExtension({ document, exampleVariables, ...call }: Described) {
  return extensionOf({ ...call, body: { query: document, variables: exampleVariables } });
}

interface DescribedRequest extends Pick<Described, 'request' | 'response' | 'path'> {
  /** An example. */
  body: object;
}

function extensionOf({ body, request, response, path }: DescribedRequest) {
  return {
    info: {
      input: {
        type: 'http',
        method: 'POST',
        bodyType: 'json',
        body,
      },
      output: { type: 'json' },
    },
    schema: {
      $schema: JSON_SCHEMA_DIALECT,
      type: 'object',
      properties: {
        input: {
          type: 'object',
          properties: {
            type: { type: 'string', const: 'http' },
            method: { type: 'string', enum: ['POST'] },
            bodyType: { type: 'string', enum: ['json'] },
            body: request,
          },
          required: ['type', 'method', 'bodyType', 'body'],
          additionalProperties: false,
        },
        output: {
          type: 'object',
          properties: { type: { type: 'string' }, example: response },
          required: ['type'],
        },
      },
      required: ['input'],
    },
    routeTemplate: path,
  };
}

/** Characters of the extension in a header. With the rest of the 402, proxies take it, and also the payment that repeats it. */
const MAX_TERSE = 2_800;

/**
 * The same for the header of a 402, without the texts for people, and without the schema of a response that does not fit.
 * `/.well-known/x402.json` has all of it.
 */
export function terseBazaarExtension({ document, request, response, ...call }: Described) {
  const withResponse = (shown: JsonSchema) =>
    bazaarExtension({
      ...call,
      document: stripIgnoredCharacters(document),
      request: withoutTexts(request),
      response: shown,
    });
  const whole = withResponse(withoutTexts(response));
  return JSON.stringify(whole).length <= MAX_TERSE ? whole : withResponse({ type: 'object' });
}

/** For the header of a 402: a request of another form than a document, without the texts for people. */
export const terseRequestExtension = ({ body, request, response, path }: DescribedRequest) =>
  extensionOf({ body, request: withoutTexts(request), response: withoutTexts(response), path });

const texts = new Set(['description', 'examples']);

/** Keeps properties that have the names of texts. */
function withoutTexts(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !texts.has(key))
      .map(([key, value]) => [key, key === 'properties' ? eachWithoutTexts(value) : partWithoutTexts(value)]),
  );
}

const eachWithoutTexts = (properties: unknown) =>
  Object.fromEntries(
    Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => [
      name,
      withoutTexts(schema),
    ]),
  );

function partWithoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(partWithoutTexts);
  return typeof value === 'object' && value !== null ? withoutTexts(value as JsonSchema) : value;
}
