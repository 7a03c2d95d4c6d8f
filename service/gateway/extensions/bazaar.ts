import { stripIgnoredCharacters } from 'graphql';
import type { JsonSchema } from '../../graphql/json-schema.ts';
import { JSON_SCHEMA_DIALECT } from '../../graphql/json-schema-dialect.ts';
import { journeyExample, journeyRequest, journeyResponse } from '../journeys/describe-journey.ts';
import type { PaidCallDescription } from './describe-paid-call.ts';

type Described = Pick<PaidCallDescription, 'document' | 'exampleVariables' | 'request' | 'response' | 'path'>;

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

/** For the header of a 402 that quotes a journey. */
export const journeyBazaarExtension = (path: string) =>
  extensionOf({
    body: journeyExample,
    request: withoutTexts(journeyRequest),
    response: withoutTexts(journeyResponse),
    path,
  });

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
