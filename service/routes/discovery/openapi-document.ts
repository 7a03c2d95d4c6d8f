import { JSON_SCHEMA_DIALECT, type JsonSchema } from '../../graphql/json-schema.ts';
import { type MailAction, mailActions } from '../../operations/mail/mail-links.ts';
import type { PublicRoute } from '../public-data/describe-resource.ts';
import type { PaidCallDescription, ServiceDescription } from './describe-service.ts';
import type { DocumentEntry } from './document-entry.ts';
import {
  commonHeaders,
  errorResponses,
  errors,
  json,
  linked,
  open,
  ref,
  schemas,
  security,
  securitySchemes,
} from './openapi-components.ts';

/** `/openapi.json`: every route of the service (OpenAPI 3.1). The operations of `/graphql` are in its own schema. */
export function openApiDocument(service: ServiceDescription, documents: readonly DocumentEntry[]): object {
  return {
    openapi: '3.1.0',
    info: { title: service.name, version: service.version, summary: service.summary, license },
    jsonSchemaDialect: JSON_SCHEMA_DIALECT,
    servers: [{ url: service.url, description: service.environment }],
    externalDocs: { url: service.guideUrl },
    tags: [
      { name: 'discovery', description: 'What the service tells about itself. Public and cacheable.' },
      { name: 'public data', description: 'What everyone may read, without a credential. Cacheable.' },
      { name: 'credentials', description: 'A consumer credential for the signature of a wallet.' },
      { name: 'graphql', description: 'All operations. Their schema is at /schema.graphql.' },
      { name: 'gateway', description: 'Single mutations, paid per call (x402).' },
      { name: 'bytes', description: 'Uploads and downloads, by URLs that operations return.' },
      { name: 'mail', description: 'Pages of the links in mails.' },
      { name: 'health', description: 'State of this process.' },
    ],
    paths: {
      ...Object.fromEntries(documents.map((entry) => [entry.path, { get: documentRoute(entry) }])),
      ...Object.fromEntries(service.publicData.map((route) => [route.path, { get: publicRoute(route) }])),
      '/credentials': credentialRoutes,
      '/graphql': graphqlRoutes,
      '/events': { get: eventsRoute },
      ...Object.fromEntries(service.paidCalls.map((call) => [call.path, { post: paidCallRoute(call) }])),
      ...Object.fromEntries(
        service.paidCalls.map((call) => [`${call.path}/foresee`, { post: foreseeRoute(call) }]),
      ),
      '/images/{name}': byteRoutes('an image of a lab', 'name', 'Image'),
      '/pictures/{name}': downloads(byteRoutes('the picture of a person', 'name', 'Picture')),
      ...(service.servesStorage && { '/storage/{key}': byteRoutes('a file', 'key', 'File') }),
      ...Object.fromEntries(mailActions.map((action) => [`/mail/${action}`, mailRoutes(action)])),
      '/health': { get: healthRoute },
      '/ready': { get: readyRoute },
    },
    components: { securitySchemes, schemas, headers: commonHeaders, responses: errorResponses },
  };
}

const license = { name: 'MIT', identifier: 'MIT' };

function documentRoute({ path, title, representations }: DocumentEntry) {
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

function publicRoute({ name, path, summary, parameters, body }: PublicRoute) {
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

const credentialRoutes = {
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

const graphqlRoutes = {
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

const eventsRoute = {
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

function foreseeRoute({ mutation, document, exampleVariables: variables, request }: PaidCallDescription) {
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
        description: 'Foreseen.',
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
          },
          required: ['runs', 'changeableBy', 'price', 'network', 'asset'],
        }),
      },
      ...errors(400, 405, 413, 415, 429, 503),
    },
  };
}

function paidCallRoute(call: PaidCallDescription) {
  const { document, exampleVariables: variables } = call;
  return {
    tags: ['gateway'],
    operationId: call.mutation,
    summary: call.summary,
    description: `${call.price} a call. Without a payment the response is 402 with the requirements. JSON Schemas: ${call.schemaPath}.`,
    security: call.needsServiceToken ? [{ ServiceToken: [] }] : open,
    parameters: [
      {
        name: 'Payment-Signature',
        in: 'header',
        description: 'The payment: Base64 of an x402 payload. `X-Payment` and `Payment` are the same.',
        schema: { type: 'string', contentEncoding: 'base64' },
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
      ...errors(400, ...(call.needsServiceToken ? ([401] as const) : []), 405, 413, 415, 429, 502, 503, 504),
    },
  };
}

function byteRoutes(what: string, name: string, operation: string) {
  const place = { name, in: 'path', required: true, schema: { type: 'string' } };
  const bytes = { '*/*': { schema: {} } };
  const rejected = {
    description: 'Rejected; `reason` says why.',
    content: json(ref('schemas', 'ByteError')),
  };
  return {
    parameters: [place],
    get: {
      tags: ['bytes'],
      operationId: `download${operation}`,
      summary: `Downloads ${what}`,
      description: 'Use the URL exactly as an operation returned it.',
      security: open,
      responses: {
        200: { description: 'The bytes.', headers: { ETag: ref('headers', 'ETag') }, content: bytes },
        304: { description: 'Not modified: the client has this ETag.' },
        default: rejected,
      },
    },
    put: {
      tags: ['bytes'],
      operationId: `upload${operation}`,
      summary: `Uploads ${what}`,
      description: 'Use URL and headers exactly as an operation returned them.',
      security: open,
      requestBody: { required: true, content: bytes },
      responses: { 200: { description: 'Stored.' }, default: rejected },
    },
  };
}

/** Of bytes that an operation stores. */
const downloads = ({ put: _, ...routes }: ReturnType<typeof byteRoutes>) => routes;

function mailRoutes(action: MailAction) {
  const page = { 'text/html': { schema: { type: 'string' } } };
  const responses = {
    200: { description: 'A page that says what happened, or asks first.', content: page },
    404: { description: 'The link is not valid.', content: page },
    410: { description: 'The link does not work any more.', content: page },
    429: {
      description: 'Too many requests.',
      headers: { 'Retry-After': ref('headers', 'RetryAfter') },
      content: page,
    },
  };
  const description = 'Use the link exactly as the mail has it. GET changes nothing.';
  const route = { tags: ['mail'], description, security: open, responses };
  return {
    get: {
      ...route,
      operationId: camelCase(`ask ${action} mail`),
      summary: `Shows a page with the button: ${action}`,
    },
    post: { ...route, operationId: camelCase(`${action} mail`), summary: `Does it: ${action}` },
  };
}

const healthRoute = {
  tags: ['health'],
  operationId: 'health',
  summary: 'Whether this process runs',
  security: open,
  responses: {
    200: {
      description: 'It runs.',
      content: json({
        type: 'object',
        properties: { status: { const: 'ok' }, version: { type: 'string' } },
        required: ['status', 'version'],
      }),
    },
  },
};

const readyRoute = {
  tags: ['health'],
  operationId: 'ready',
  summary: 'Whether this process can serve requests',
  security: open,
  responses: {
    200: { description: 'It can.', content: json(ref('schemas', 'Readiness')) },
    503: { description: 'It cannot, or is about to stop.', content: json(ref('schemas', 'Readiness')) },
  },
};

/** `get /schemas/createLab.json` is `getSchemasCreateLabJson`. */
function camelCase(text: string): string {
  return text.replace(/[^a-zA-Z0-9]+(.)/g, (_, first: string) => first.toUpperCase());
}
