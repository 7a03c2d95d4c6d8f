import { GRANT_TYPES } from '../../operations/authorizations/answer-grant.ts';
import type { MailAction } from '../../operations/mail/mail-links.ts';
import { REGISTER_PATH, TOKEN_PATH } from './oauth-documents.ts';
import { camelCase, errors, json, open, ref } from './openapi-components.ts';

export function byteRoutes(what: string, name: string, operation: string) {
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
export const downloads = ({ put: _, ...routes }: ReturnType<typeof byteRoutes>) => routes;

export function mailRoutes(action: MailAction) {
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

export const healthRoute = {
  tags: ['health'],
  operationId: 'health',
  summary: 'Whether this process runs',
  security: open,
  responses: {
    200: {
      description: 'It runs.',
      content: json({
        type: 'object',
        properties: {
          status: { const: 'ok' },
          version: { type: 'string' },
          commit: { type: 'string', description: 'The commit of this build, or `unknown`.' },
        },
        required: ['status', 'version', 'commit'],
      }),
    },
  },
};

export const readyRoute = {
  tags: ['health'],
  operationId: 'ready',
  summary: 'Whether this process can serve requests',
  security: open,
  responses: {
    200: { description: 'It can.', content: json(ref('schemas', 'Readiness')) },
    503: { description: 'It cannot, or is about to stop.', content: json(ref('schemas', 'Readiness')) },
  },
};

export const pageVersionRoute = {
  tags: ['pages'],
  operationId: 'pageVersion',
  summary: 'Whether what a page shows is still as it was',
  description: 'Equal versions: nothing was changed between them. Another version can have the same content.',
  parameters: [
    {
      name: 'lab',
      in: 'query',
      description: 'The lab whose page it is, by oclId or shortname. Without it: pages of anything.',
      schema: { type: 'string' },
    },
    {
      name: 'known',
      in: 'query',
      description: 'A version from before, which is answered again if it still holds.',
      schema: { type: 'string' },
    },
  ],
  responses: {
    200: {
      description: 'The version; `null` for a lab that is not registered.',
      content: json({
        type: 'object',
        properties: { version: { type: ['string', 'null'] } },
        required: ['version'],
      }),
    },
    ...errors(400, 401),
  },
};

/** A document of the project, or a package, by its name. */
function fileRoute(summary: string, operationId: string, type: string, ...names: string[]) {
  return {
    parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    get: {
      tags: ['discovery'],
      operationId,
      summary,
      security: open,
      responses: {
        200: {
          description: 'The file.',
          headers: { ETag: ref('headers', 'ETag') },
          content: { [type]: { schema: {} } },
        },
        304: { description: 'Not modified: the client has this ETag.' },
        ...errors(404),
      },
    },
  };
}

const aDocument = 'A document of the project, in Markdown';
const aPackage = 'A package, as npm install takes it';

export const fileRoutes = {
  '/docs/{file}': fileRoute(aDocument, 'readDocument', 'text/markdown', 'file'),
  '/docs/{folder}/{file}': fileRoute(aDocument, 'readDocumentOfFolder', 'text/markdown', 'folder', 'file'),
  '/packages/{file}': fileRoute(aPackage, 'downloadPackage', 'application/gzip', 'file'),
};

export const mcpRoute = {
  tags: ['mcp'],
  operationId: 'mcp',
  summary: 'Model Context Protocol over Streamable HTTP, revisions 2026-07-28 and 2025-11-25',
  description: 'One JSON-RPC message. There are no sessions and no streams.',
  security: open,
  requestBody: {
    required: true,
    content: json({
      type: 'object',
      properties: {
        jsonrpc: { type: 'string', const: '2.0' },
        id: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        method: { type: 'string' },
        params: { type: 'object' },
      },
      required: ['jsonrpc', 'method'],
    }),
  },
  responses: {
    200: { description: 'The JSON-RPC response.', content: json({ type: 'object' }) },
    202: { description: 'A notification was taken.' },
    ...errors(400, 401, 403, 405, 413, 415, 429),
  },
};

const refused = {
  description: 'Refused (RFC 6749, 5.2).',
  content: json({
    type: 'object',
    properties: { error: { type: 'string' }, error_description: { type: 'string' } },
    required: ['error', 'error_description'],
  }),
};
const textOf = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
const redirectUris = { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 8 };

export const oauthRoutes = {
  [REGISTER_PATH]: {
    post: {
      tags: ['mcp'],
      operationId: 'registerProgram',
      summary: 'Gives a program the id that it names in authorization requests (RFC 7591)',
      security: open,
      requestBody: {
        required: true,
        content: json({
          type: 'object',
          properties: { ...textOf('client_name'), redirect_uris: redirectUris },
          required: ['redirect_uris'],
        }),
      },
      responses: {
        201: {
          description: 'The id. Nothing is stored.',
          content: json({
            type: 'object',
            properties: { ...textOf('client_id', 'client_name'), redirect_uris: redirectUris },
            required: ['client_id', 'client_name', 'redirect_uris'],
          }),
        },
        400: refused,
        ...errors(413, 415),
        429: refused,
      },
    },
  },
  [TOKEN_PATH]: {
    post: {
      tags: ['mcp'],
      operationId: 'redeemCode',
      summary:
        'Exchanges the code of an authorization, or a refresh token, for a service token (RFC 6749, 4.1.3 and 6)',
      security: open,
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {
            schema: {
              type: 'object',
              properties: {
                grant_type: { type: 'string', enum: GRANT_TYPES },
                ...textOf('code', 'client_id', 'redirect_uri', 'code_verifier', 'refresh_token', 'resource'),
              },
              required: ['grant_type', 'client_id'],
            },
          },
        },
      },
      responses: {
        200: {
          description: 'The token. Only this answer has it.',
          content: json({
            type: 'object',
            properties: {
              ...textOf('access_token', 'token_type', 'refresh_token', 'scope'),
              expires_in: { type: 'integer' },
            },
            required: ['access_token', 'token_type', 'refresh_token', 'scope', 'expires_in'],
          }),
        },
        400: refused,
        ...errors(413, 415),
        429: refused,
      },
    },
  },
};
