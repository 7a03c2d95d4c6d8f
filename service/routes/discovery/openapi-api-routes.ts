import type { JsonSchema } from '@labroom/protocol/json-schema-dialect';
import type { PaidCallDescription } from '../paid/describe-paid-call.ts';
import type { PublicRoute } from '../public-data/describe-resource.ts';
import type { DocumentEntry } from './document-entry.ts';
import { camelCase, errors, json, linked, open, ref, security } from './openapi-components.ts';

export function documentRoute({ path, title, representations }: DocumentEntry) {
  return {
    tags: ['discovery'],
    summary: title,
    operationId: path === '/' ? 'start' : camelCase(`get ${path}`),
    security: open,
    responses: {
      200: {
        description: title,
        headers: { ETag: ref('headers', 'ETag'), ...linked },
        content: Object.fromEntries(
          representations.map(({ type }) => [
            type,
            { schema: /json/.test(type) ? { type: 'object' } : { type: 'string' } },
          ]),
        ),
      },
      304: { description: 'Not modified: the client has this ETag.' },
      ...errors(405),
    },
  };
}

export function publicRoute({ name, path, summary, parameters, body }: PublicRoute) {
  const answers = body
    ? {
        200: {
          description: 'Read at most 30 seconds ago.',
          headers: {
            ETag: ref('headers', 'ETag'),
            'Last-Modified': { schema: { type: 'string' } },
            'Cache-Control': { schema: { type: 'string' } },
          },
          content: json(body),
        },
        304: { description: 'Not modified: the client has this ETag.' },
      }
    : {
        302: {
          description: 'The bytes are at `Location`, for one hour.',
          headers: { Location: { schema: { type: 'string', format: 'uri' } } },
        },
        ...errors(403),
      };
  return {
    tags: ['public data'],
    operationId: name,
    summary,
    ...(path.includes('{path}') && { description: 'The slashes of `path` may be sent as they are.' }),
    security: open,
    // Commas separate the values of a list.
    parameters: parameters.map((parameter) =>
      parameter.schema.type === 'array' ? { ...parameter, style: 'form', explode: false } : parameter,
    ),
    responses: { ...answers, ...errors(400, 404, 405, 429, 503) },
  };
}

const answered = {
  200: {
    description: 'Executed. Fields may have failed: `errors`, and `error` of mutations.',
    headers: { 'Labroom-Service-Token': ref('headers', 'ServiceToken') },
    content: {
      ...json(ref('schemas', 'GraphQLResponse')),
      'application/graphql-response+json': { schema: ref('schemas', 'GraphQLResponse') },
    },
  },
};

const query = (
  name: string,
  description: string,
  required = false,
  schema: JsonSchema = { type: 'string' },
) => ({
  name,
  in: 'query',
  required,
  description,
  schema,
});

export const credentialRoutes = {
  get: {
    tags: ['credentials'],
    operationId: 'describeCredential',
    summary: 'What a wallet signs for a credential',
    security: open,
    responses: {
      200: { description: 'Typed data (EIP-712) and limits.', content: json({ type: 'object' }) },
    },
  },
  post: {
    tags: ['credentials'],
    operationId: 'issueCredential',
    summary: 'Issues a credential to the wallet that signed its terms',
    description: '`input` is a `ConsumerCredentialInput` of the GraphQL schema.',
    security: open,
    requestBody: {
      required: true,
      content: json({
        type: 'object',
        properties: { input: { type: 'object' }, signature: { type: 'string', pattern: '^0x' } },
        required: ['input', 'signature'],
      }),
    },
    responses: {
      201: {
        description: 'The credential. Only this answer has it.',
        content: json({
          type: 'object',
          properties: {
            credential: { type: 'string' },
            consumerId: { type: 'string' },
            expiresAt: { type: 'string', format: 'date-time' },
            message: { type: 'string' },
          },
          required: ['credential', 'consumerId', 'expiresAt'],
        }),
      },
      ...errors(400, 401, 409, 413, 415, 429, 503),
    },
  },
};

export const graphqlRoutes = {
  get: {
    tags: ['graphql'],
    operationId: 'query',
    summary: 'Executes a query',
    security,
    parameters: [
      query('query', 'The document.', true),
      query('variables', 'A JSON object.'),
      query('operationName', 'The operation, if the document has several.'),
    ],
    responses: { ...answered, ...errors(400, 401, 405, 429, 503) },
  },
  post: {
    tags: ['graphql'],
    operationId: 'execute',
    summary: 'Executes a query or mutation',
    security,
    parameters: [
      {
        name: 'Idempotency-Key',
        in: 'header',
        description:
          'Of mutations: the same request with the same key takes effect once, and gets the first answer for 24 hours. A quoted string, e.g. of a UUID.',
        schema: { type: 'string', pattern: '^"[!#-\\[\\]-~]{1,255}"$' },
      },
    ],
    requestBody: { required: true, content: json(ref('schemas', 'GraphQLRequest')) },
    responses: { ...answered, ...errors(400, 401, 409, 413, 415, 422, 429, 503) },
  },
};

export const eventsRoute = {
  tags: ['graphql'],
  operationId: 'streamEvents',
  summary: 'The event log as server-sent events',
  security: [{ ConsumerCredential: [] }, { UserToken: [] }],
  parameters: [
    query('after', 'Position to continue from; without it, the end of the log.'),
    query('oclId', 'Only the events of this lab.'),
    query('filter', 'Only events of this kind.', false, { type: 'string', enum: ['FILE', 'ANNOUNCEMENT'] }),
    {
      name: 'Last-Event-ID',
      in: 'header',
      description: 'As `after`, and before it.',
      schema: { type: 'string' },
    },
  ],
  responses: {
    200: {
      description: '`id` is the position, `data` a `LabEvent` of the GraphQL schema as JSON.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    ...errors(400, 401, 429),
  },
};

export function foreseeRoute({
  mutation,
  document,
  exampleVariables: variables,
  request,
}: PaidCallDescription) {
  const payerAddress = `0x${'11'.repeat(20)}`;
  return {
    tags: ['gateway'],
    operationId: camelCase(`foresee ${mutation}`),
    summary: `Whether ${mutation} would run for the wallet in payerAddress`,
    description: 'Free. 400 as for the call itself. `Foresight` of the GraphQL schema describes the answer.',
    security: open,
    requestBody: {
      required: true,
      content: json(request, { example: { query: document, variables, payerAddress } }),
    },
    responses: {
      200: {
        description: 'Foreseen. `payment-required` is the header that the 402 of the call has.',
        headers: { 'payment-required': { schema: { type: 'string' } } },
        content: json({
          type: 'object',
          properties: {
            runs: { type: 'boolean' },
            code: { type: 'string' },
            reason: { type: 'string' },
            message: { type: 'string' },
            predicates: { type: 'array' },
            changeableBy: { type: 'array' },
            price: { type: 'string' },
            network: { type: 'string' },
            asset: { type: 'string' },
            requiresIntent: { type: 'boolean' },
          },
          required: ['runs', 'changeableBy', 'price', 'network', 'asset', 'requiresIntent'],
        }),
      },
      ...errors(400, 405, 413, 415, 429, 503),
    },
  };
}

export function paidCallRoute(call: PaidCallDescription) {
  const { document, exampleVariables: variables } = call;
  return {
    tags: ['gateway'],
    operationId: call.mutation,
    summary: call.summary,
    description: `${call.price} a call. Without a payment the response is 402 with the requirements. JSON Schemas: ${call.schemaPath}.`,
    security: [...open, { ServiceToken: [] }],
    parameters: [
      {
        name: 'Payment-Signature',
        in: 'header',
        description: 'The payment: Base64 of an x402 payload. `X-Payment` and `Payment` are the same.',
        schema: { type: 'string', contentEncoding: 'base64' },
      },
      {
        name: 'Payment-Salt',
        in: 'header',
        description: `The salt of a payment whose nonce is keccak256(resource ‖ sha256(body) ‖ salt), with \`resource.url\` of the 402 as resource. It proves that the payer wants this call.${call.needsIntent ? ' This call needs it, or a service token of the payer.' : ''}`,
        schema: { type: 'string', pattern: '^0x[0-9a-fA-F]{64}$' },
      },
      {
        name: 'Payment-Proof',
        in: 'header',
        description:
          'Asks again for an answer that was lost and can hold a secret, for ten minutes: a time and the signature of the typed data `PaidAnswer` by the payer, with a space between. Needs Payment-Salt, or an id in the payment. Beside a voucher of a payment channel both are sent with the first request too.',
        schema: { type: 'string' },
      },
      {
        name: 'Payment-Journey',
        in: 'header',
        description: 'Instead of a payment: the secret of a journey, a space, and the number of the call.',
        schema: { type: 'string', pattern: '^0x[0-9a-f]{64} [0-9]{1,4}$' },
      },
    ],
    requestBody: {
      required: true,
      content: json(call.request, { example: { query: document, variables } }),
    },
    responses: {
      200: {
        description: 'Executed and paid. `error` of the result may be set all the same.',
        headers: {
          'Payment-Response': { schema: { type: 'string' }, description: 'Base64 of the settlement.' },
        },
        content: json(call.response),
      },
      402: {
        description: 'The payment is missing, malformed, used, or does not match.',
        headers: {
          ...linked,
          'Payment-Required': {
            schema: { type: 'string' },
            description: 'Base64 of the x402 requirements, which are in /.well-known/x402.json too.',
          },
        },
        content: json(ref('schemas', 'PaymentRequired')),
      },
      ...errors(400, 401, 403, 404, 405, 409, 413, 415, 429, 502, 503, 504),
    },
  };
}
