import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import type { ServiceContext } from '#core/context/context.ts';
import { answerGrant, GRANT_TYPES } from '../../operations/authorizations/answer-grant.ts';
import { clientIdOf, parseClient } from '../../operations/authorizations/client-id.ts';
import { OAuthError } from '../../operations/authorizations/oauth-error.ts';
import { REGISTER_PATH, TOKEN_PATH } from '../discovery/oauth-documents.ts';
import { createAddressLimit } from '../http/address-limit.ts';
import { refusalOf } from '../http/http-error.ts';
import { requireUtf8 } from '../http/protocol-rules.ts';
import { rateHeaders } from '../http/rate-headers.ts';

/** A code with the id of a program, or its metadata. */
const bodyLimit = 32_768;

/**
 * `/oauth/register` and `/oauth/token`, for programs that a wallet lets read at `/mcp`. The page of consent is of the web app. Pages of all
 * origins may use them, because nothing here depends on a cookie (docs/specification/mcp.md#authorization).
 */
export function oauthRoutes(app: FastifyInstance, context: ServiceContext): void {
  const takeFromAddress = createAddressLimit(context);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, text, done) => done(null, text),
  );
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': `retry-after, x-request-id, ${rateHeaders}`,
      'cache-control': 'no-store',
    });
    if (request.method !== 'OPTIONS') await takeFromAddress(request, reply);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { status, message } = refusalOf(error, request, reply);
    const isTemporary = status === 429 || status >= 500;
    return reply.code(status).send({
      error: isTemporary ? 'temporarily_unavailable' : 'invalid_request',
      error_description: message,
    });
  });

  for (const path of [REGISTER_PATH, TOKEN_PATH])
    app.options(path, async (_, reply) =>
      reply
        .code(204)
        .headers({
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'content-type, mcp-protocol-version',
          'access-control-max-age': '86400',
        })
        .send(),
    );

  app.post(REGISTER_PATH, { bodyLimit, preParsing: [requireUtf8] }, (request, reply) =>
    answer(reply, async () => {
      const client = parseClient(request.body);
      reply.code(201);
      return {
        client_id: await clientIdOf(context.secrets.authorizationKeys, client),
        client_name: client.name,
        redirect_uris: client.redirectUris,
        grant_types: GRANT_TYPES,
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      };
    }),
  );

  app.post(TOKEN_PATH, { bodyLimit, preParsing: [requireUtf8] }, (request, reply) =>
    answer(reply, () => answerGrant(context, formOf(request.body))),
  );
}

/** The parameters of a form. One that comes twice counts as missing (RFC 6749, 3.2). */
function formOf(body: unknown): Record<string, string> {
  const form = [...new URLSearchParams(typeof body === 'string' ? body : '')];
  return Object.fromEntries(form.filter(([name]) => form.filter(([other]) => other === name).length === 1));
}

async function answer(reply: FastifyReply, run: () => Promise<object>): Promise<FastifyReply> {
  try {
    return reply.send(await run());
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return reply.code(400).send({ error: error.error, error_description: error.message });
  }
}
