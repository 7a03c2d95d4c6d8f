import type { JsonSchema } from '@labroom/protocol/json-schema-dialect';
import { byteReasons } from '../../platform/storage/byte-reasons.ts';

export const ref = (kind: 'schemas' | 'headers' | 'responses', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});
export const json = (schema: JsonSchema, more: object = {}) => ({ 'application/json': { schema, ...more } });
export const errors = (...statuses: (keyof typeof errorResponses)[]) =>
  Object.fromEntries(statuses.map((status) => [status, ref('responses', String(status))]));

export const securitySchemes = {
  ConsumerCredential: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The consumer credential, without `Bearer`.',
  },
  UserToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A token of the identity provider, with one of its wallets in `X-Wallet-Address`. If its audience is registered to no consumer, the credential comes in `X-Api-Key`.',
  },
  ServiceToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-Token',
    description: 'A service token of `generateServiceToken`. It proves a wallet.',
  },
};

/** Any one of them. A service token comes beside the credential. */
export const security = [
  { ConsumerCredential: [] },
  { ConsumerCredential: [], ServiceToken: [] },
  { UserToken: [] },
];
export const open: never[] = [];

export const schemas = {
  GraphQLRequest: {
    type: 'object',
    properties: {
      query: { type: 'string' },
      variables: { type: ['object', 'null'] },
      operationName: { type: ['string', 'null'] },
    },
    required: ['query'],
  },
  GraphQLResponse: {
    type: 'object',
    properties: {
      data: { type: ['object', 'null'] },
      errors: { type: 'array', items: { $ref: '#/components/schemas/Error' } },
      extensions: { type: 'object' },
    },
  },
  Errors: {
    type: 'object',
    properties: { errors: { type: 'array', items: { $ref: '#/components/schemas/Error' } } },
    required: ['errors'],
  },
  Error: {
    type: 'object',
    properties: {
      message: { type: 'string' },
      errorType: { type: 'string', description: 'A value of `ErrorCode` in the GraphQL schema.' },
      errorInfo: {
        type: 'object',
        properties: {
          requestId: { type: 'string' },
          retryable: { type: 'boolean', description: 'Whether the same request may go better later.' },
          details: {
            type: 'object',
            properties: {
              reason: { type: 'string', description: 'A value of `Reason` in the GraphQL schema.' },
              field: { type: 'string', description: 'Path of the argument that is wrong.' },
              retryAfterSeconds: { type: 'integer', description: 'As `Retry-After`.' },
            },
          },
        },
        required: ['requestId', 'retryable', 'details'],
      },
      extensions: { type: 'object', description: '`errorInfo` once more, and `errorType` as `code`.' },
    },
    required: ['message'],
  },
  PaymentRequired: {
    type: 'object',
    properties: {
      isSuccess: { const: false },
      message: { type: 'string' },
      error: { type: 'string', description: 'As in `Payment-Required`.' },
      hint: { type: 'string', description: 'What to do, for some refusals.' },
      x402Version: { const: 2 },
      accepts: { type: 'array', description: 'For clients of x402 version 1: that it is not supported.' },
    },
    required: ['isSuccess', 'message', 'error', 'x402Version', 'accepts'],
  },
  ByteError: {
    type: 'object',
    properties: {
      reason: { type: 'string', enum: Object.keys(byteReasons) },
      message: { type: 'string' },
    },
    required: ['reason', 'message'],
  },
  Readiness: {
    type: 'object',
    properties: {
      status: { type: 'string', enum: ['ready', 'unavailable', 'stopping'] },
      database: { type: 'boolean' },
      search: { type: 'boolean', description: 'Whether the search index is loaded.' },
      chain: { type: 'boolean' },
      storage: { type: 'boolean' },
    },
    required: ['status', 'database', 'search', 'chain', 'storage'],
  },
};

export const commonHeaders = {
  RetryAfter: {
    schema: { type: 'integer' },
    description: 'Seconds after which the request may be repeated.',
  },
  Link: { schema: { type: 'string' }, description: 'Links to the documents of discovery (RFC 8288).' },
  RateLimit: {
    schema: { type: 'string' },
    description: 'By bucket, `r` requests are left, and it is full after `t` seconds.',
  },
  RateLimitPolicy: { schema: { type: 'string' }, description: 'By bucket, `q` requests in `w` seconds.' },
  ETag: { schema: { type: 'string' } },
  ServiceToken: {
    schema: { type: 'string', enum: ['revoked', 'expired', 'invalid'] },
    description:
      'Only where the service token that was sent does not hold: what is public was answered. `extensions.serviceToken` says it too.',
  },
};

const failure = (description: string, headers: object = {}) => ({
  description,
  headers,
  content: json(ref('schemas', 'Errors')),
});
export const linked = { Link: ref('headers', 'Link') };
/** Of limited routes. */
const rates = {
  RateLimit: ref('headers', 'RateLimit'),
  'RateLimit-Policy': ref('headers', 'RateLimitPolicy'),
};
const later = { 'Retry-After': ref('headers', 'RetryAfter') };
export const errorResponses = {
  400: failure('The request is malformed or invalid. It was not executed.'),
  401: failure('The credential or the signature is missing or invalid.', {
    ...linked,
    'WWW-Authenticate': { schema: { type: 'string' } },
  }),
  403: failure(
    'The version is encrypted, the origin of the page may not ask, or the payer may not make this call.',
  ),
  404: failure('Nothing has this id or path.', linked),
  405: failure('The method is not supported.', { ...linked, Allow: { schema: { type: 'string' } } }),
  409: failure('In conflict with what is there or running; `errorInfo.reason` says with what.', later),
  413: failure('The body is larger than the route takes: 2 MiB, 64 KiB or 32 KiB.'),
  415: failure('The body is not JSON in UTF-8.'),
  422: failure('The `Idempotency-Key` was sent with another request before.'),
  429: failure('Too many requests.', { ...later, ...rates }),
  502: failure('The facilitator or the chain cannot be reached. The call is not charged.'),
  503: failure('Overloaded or unavailable.', later),
  504: failure('The mutation took too long. The call is not charged.'),
};

/** `get /schemas/createLab.json` is `getSchemasCreateLabJson`. */
export function camelCase(text: string): string {
  return text.replace(/(?<![^a-zA-Z0-9])[^a-zA-Z0-9]+([a-zA-Z0-9])/g, (_, first: string) =>
    first.toUpperCase(),
  );
}
