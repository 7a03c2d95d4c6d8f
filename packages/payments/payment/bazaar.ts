import { JSON_SCHEMA_DIALECT, type JsonSchema } from '@labroom/protocol/json-schema-dialect';

/** A request that is sold. */
interface DescribedRequest {
  /** An example. */
  body: object;
  request: JsonSchema;
  response: JsonSchema;
  /** Where it is sent, with the stage. */
  path: string;
}

/** Characters of the extension in a header. With the rest of the 402, proxies take it, and also the payment that repeats it. */
const MAX_TERSE = 2_800;

/**
 * The x402 extension `bazaar`, by which facilitators and crawlers index a resource. `info` is an example request, `schema` the JSON
 * Schema that it meets. `routeTemplate` is the path with the stage, which `resource.url` of a challenge lacks.
 * @param form `terse` for the header of a 402: without the texts for people, and without the schema of a response that does not fit
 */
export function bazaarExtension(described: DescribedRequest, form: 'whole' | 'terse') {
  if (form === 'whole') return extensionOf(described);
  const request = withoutTexts(described.request);
  const whole = extensionOf({ ...described, request, response: withoutTexts(described.response) });
  if (JSON.stringify(whole).length <= MAX_TERSE) return whole;
  return extensionOf({ ...described, request, response: { type: 'object' } });
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
