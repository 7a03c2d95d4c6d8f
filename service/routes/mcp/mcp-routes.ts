import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '#platform/errors/errors.ts';
import { toServiceError } from '#platform/failures/to-service-error.ts';
import type { WalletProof } from '../../auth/caller.ts';
import { requireLiveToken } from '../../auth/confirm-signer.ts';
import { ENDED_TOKEN_HEADER, endedTokenIn } from '../../auth/ended-token.ts';
import type { Counted } from '../../auth/rate-limits/limit-rate.ts';
import { verifyServiceToken } from '../../auth/service-token.ts';
import { thrownBody } from '../../graphql/thrown-body.ts';
import { SCOPE } from '../../operations/authorizations/token-answer.ts';
import { RESOURCE_METADATA_PATH } from '../discovery/oauth-documents.ts';
import { createAddressLimit } from '../http/address-limit.ts';
import { requireUtf8 } from '../http/protocol-rules.ts';
import { rateHeaders, reportRate } from '../http/rate-headers.ts';
import type { McpAnswers, McpOptions } from './mcp-answers.ts';
import { needsWallet } from './wallet-tools.ts';

const MCP_PATH = '/mcp';

const METHODS = 'POST, OPTIONS';

const STREAM = 'text/event-stream';

/** Whether a client takes JSON: it names it, everything, or nothing. */
const acceptsJson = (accept: string | undefined) =>
  accept === undefined || /(?:^|,)\s*(?:\*\/\*|application\/(?:json|\*))\s*(?:[;,]|$)/i.test(accept);

/** The message of a stream of events that has exactly one; `null` otherwise. */
function onlyMessage(stream: string): string | null {
  const [message, ...others] = stream.split('\n').filter((line) => line.startsWith('data: '));
  return message === undefined || others.length > 0 ? null : message.slice('data: '.length);
}

/**
 * `/mcp`: the Model Context Protocol over Streamable HTTP, without sessions, for the revisions 2026-07-28 and 2025-11-25. It needs
 * no credential; with a service token it reads for its wallet (docs/specification/mcp.md).
 */
export function mcpRoutes(app: FastifyInstance, options: McpOptions): void {
  const { context, description } = options;
  const takeFromAddress = createAddressLimit(context);
  /** Parameters of `WWW-Authenticate`: where a person can authorize the program. */
  const authorizable = `resource_metadata="${description.url}${RESOURCE_METADATA_PATH}", scope="${SCOPE}"`;
  let loading: Promise<McpAnswers> | undefined;
  const loaded = () => {
    loading ??= import('./mcp-answers.ts').then(({ openMcp }) => openMcp(options));
    return loading;
  };
  app.addHook('onClose', async () => (await loading)?.close());

  app.all(
    MCP_PATH,
    {
      onRequest: [requireOrigin, onlyPost, async (request, reply) => takeFromAddress(request, reply)],
      preParsing: [requireUtf8],
    },
    async (request, reply) => {
      const headers = new Headers();
      for (const [header, value] of Object.entries(request.headers))
        if (typeof value === 'string') headers.set(header, value);
      // The library wants both types.
      const { accept } = request.headers;
      const wantsJson = !accept?.includes(STREAM);
      if (wantsJson && acceptsJson(accept)) headers.set('accept', `application/json, ${STREAM}`);
      const asked = new Request(description.url + MCP_PATH, { method: 'POST', headers });
      const report = (counted: Counted) => reportRate(reply, counted);
      const wallet = await readBearer(request, reply);
      if (!wallet) return reply;
      if (wallet.kind === 'none' && needsWallet(request.body)) {
        const message =
          'Only a wallet may read this. Ask the person to authorize you, or send a service token.';
        return unauthenticated(
          request,
          reply,
          `Bearer ${authorizable}`,
          new ServiceError('UNAUTHENTICATED', message, { reason: 'NO_AUTH' }),
        );
      }
      const scope = { requestId: request.id, address: request.ip, log: request.log, wallet, report };
      const mcp = await loaded();
      const answer = await mcp.answer(asked, scope, request.body);
      reply.code(answer.status).headers(Object.fromEntries(answer.headers));
      const body = Buffer.from(await answer.arrayBuffer());
      const isStream = answer.headers.get('content-type')?.startsWith(STREAM) === true;
      const message = wantsJson && isStream ? onlyMessage(body.toString()) : null;
      return message === null ? reply.send(body) : reply.type('application/json').send(Buffer.from(message));
    },
  );

  /** The wallet that a service token proves. A token that is not valid is refused, and never ignored. */
  async function readBearer(request: FastifyRequest, reply: FastifyReply): Promise<WalletProof | null> {
    const { authorization } = request.headers;
    if (authorization === undefined) return { kind: 'none' };
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
    const { db, secrets, config } = context;
    try {
      const bearer = await verifyServiceToken(db, secrets.serviceTokenKeys, config.environment, token);
      // Nothing here writes for the wallet or gives a key to it.
      await requireLiveToken(context, bearer, 'recent');
      return { kind: 'service-token', ...bearer };
    } catch (error) {
      const refused = toServiceError(error);
      if (refused.code !== 'UNAUTHENTICATED') throw error;
      const ended = endedTokenIn(refused);
      if (ended) reply.header(ENDED_TOKEN_HEADER, ended.toLowerCase());
      unauthenticated(request, reply, `Bearer error="invalid_token", ${authorizable}`, refused);
      return null;
    }
  }

  function unauthenticated(
    { id }: FastifyRequest,
    reply: FastifyReply,
    challenge: string,
    { code, message, details }: ServiceError,
  ): FastifyReply {
    return reply
      .code(401)
      .header('www-authenticate', challenge)
      .send(thrownBody(code, message, id, details));
  }

  /**
   * Pages of every origin may ask, because no cookie has an effect here. A page must not reach a service on somebody's own machine by a
   * name that it rebound, so the request of a page of another origin names this service.
   */
  async function requireOrigin(request: FastifyRequest, reply: FastifyReply) {
    const { origin, host } = request.headers;
    reply.header('vary', 'Origin');
    if (!(await loaded()).isAllowed(origin, host))
      return reply
        .code(403)
        .send(
          thrownBody(
            'UNAUTHORIZED',
            `Pages of this origin may use /mcp at ${description.url} only.`,
            request.id,
          ),
        );
    if (origin !== undefined)
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': `mcp-protocol-version, retry-after, www-authenticate, x-request-id, ${ENDED_TOKEN_HEADER}, ${rateHeaders}`,
      });
    return undefined;
  }

  async function onlyPost(request: FastifyRequest, reply: FastifyReply) {
    if (request.method === 'POST') return undefined;
    reply.header('allow', METHODS);
    if (request.method === 'OPTIONS')
      return reply
        .code(204)
        .headers({
          'access-control-allow-methods': METHODS,
          'access-control-allow-headers':
            'authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id, traceparent',
          'access-control-max-age': '86400',
        })
        .send();
    const message = `${request.method} is not supported: there are no sessions. Use POST.`;
    return reply.code(405).send(thrownBody('VALIDATION_FAILED', message, request.id));
  }
}
