import { randomUUID } from 'node:crypto';
import { MAX_SMALL_BODY_BYTES } from '@labroom/protocol/body-limit';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { ContractsCheck } from '#chain/contracts-check.ts';
import { readSchemaText } from '#contract/schema-text.ts';
import type { ServiceContext } from '#core/context/context.ts';
import type { Forward } from '../gateway/forward.ts';
import { receiptSigner } from '../gateway/open-seller.ts';
import { createPathExecutor } from '../graphql/path-executor.ts';
import { serviceSchema } from '../graphql/schema.ts';
import { thrownBody } from '../graphql/thrown-body.ts';
import { DiskStorage } from '../platform/storage/disk-storage.ts';
import { errorForLog } from '../platform/telemetry/error-for-log.ts';
import { logBase } from '../platform/telemetry/log-base.ts';
import { observeRequests } from '../platform/telemetry/observe-requests.ts';
import { credentialRoutes } from './credential-routes.ts';
import { describeService } from './discovery/describe-service.ts';
import { discoveryLinks, linkErrors } from './discovery/discovery-links.ts';
import { discoveryRoutes } from './discovery/discovery-routes.ts';
import { documentsOf } from './discovery/documents.ts';
import { packageRoutes, readPackages } from './discovery/packages.ts';
import { projectDocumentRoutes } from './discovery/project-documents.ts';
import { EVENTS_ROUTE, eventRoutes } from './event-routes.ts';
import { gatewayRoutes } from './gateway-routes.ts';
import { GracefulShutdown } from './graceful-shutdown.ts';
import { graphqlRoutes } from './graphql-routes.ts';
import { healthRoutes } from './health-routes.ts';
import { limitBodyTime } from './http/body-deadline.ts';
import { boundBodies } from './http/bounded-body.ts';
import { refusalOf } from './http/http-error.ts';
import { admitByCost } from './http/network-admission.ts';
import { enforceProtocolRules } from './http/protocol-rules.ts';
import { refuseConnection } from './http/refused-connection.ts';
import { responseHeaders } from './http/response-headers.ts';
import { SEE_ROOT } from './http/see-root.ts';
import { IMAGE_ROUTE, imageRoutes } from './image-routes.ts';
import { mailRoutes } from './mail-routes.ts';
import { mcpRoutes } from './mcp/mcp-routes.ts';
import { oauthRoutes } from './mcp/oauth-routes.ts';
import { pageRoutes } from './page-routes.ts';
import { createGateway } from './paid/create-gateway.ts';
import { PICTURE_ROUTE, pictureRoutes } from './picture-routes.ts';
import { publicDataRoutes } from './public-data/public-data-routes.ts';
import { storageRoutes } from './storage-routes.ts';

/** Uploads of files and pictures, which have limits of their own. */
const byteStreams = ['/storage/*', IMAGE_ROUTE];

/** Routes that compute nothing, or have bounds of their own. */
const withoutTurn = [...byteStreams, PICTURE_ROUTE, EVENTS_ROUTE, '/health', '/ready'];

interface ServerOptions {
  /** Destination of log lines; standard output by default. */
  logger?: FastifyServerOptions['loggerInstance'];
  /** Stops the server without losing responses. */
  shutdown?: GracefulShutdown;
  /** The comparison of the contracts by this start, for those who read about it. */
  contractsCheck?: ContractsCheck | null;
  /** Runs the mutations of paid calls. By default they run in this process. */
  forward?: Forward;
}

/** Creates the HTTP server with all its routes, not yet listening. */
export async function createServer(
  context: ServiceContext,
  options: ServerOptions = {},
): Promise<FastifyInstance> {
  const { config } = context;
  const { timeouts } = config.http;
  const shutdown = options.shutdown ?? new GracefulShutdown();
  const setHeaders = responseHeaders(config.http.publicUrl);
  const app = Fastify({
    ...(options.logger
      ? { loggerInstance: options.logger }
      : { logger: { level: config.logLevel, base: logBase, serializers: logSerializers } }),
    // `observeRequests` writes one line for each.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_SMALL_BODY_BYTES,
    trustProxy: config.http.trustedProxies.length > 0 ? [...config.http.trustedProxies] : false,
    genReqId: () => randomUUID(),
    // As long as an upload token is valid, because a large file over a slow connection is legitimate.
    requestTimeout: 1_000 * config.limits.uploadTokenSeconds,
    connectionTimeout: timeouts.idleMs,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: Math.ceil(timeouts.headersMs / 4),
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    // While closing, requests on open connections are still served.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    clientErrorHandler: refuseConnection,
    // For a URL that cannot be routed. Hooks do not run.
    frameworkErrors(_error, request, routeless) {
      const reply = routeless as FastifyReply;
      setHeaders(request, reply);
      reply.code(400).send(thrownBody('VALIDATION_FAILED', 'The URL is malformed.', request.id));
    },
  });
  app.addHook('onClose', () => context.searchIndex.close());
  app.addHook('onClose', () => context.drawnTexts.close());
  app.addHook('onClose', () => context.similarDocuments?.close());
  observeRequests(app);
  app.addHook('onRequest', async (request, reply) => setHeaders(request, reply));
  enforceProtocolRules(app);
  shutdown.watch(app);
  limitBodyTime(app, { ms: timeouts.bodyMs, except: byteStreams });
  const { rateLimits } = config;
  admitByCost(app, { perMinuteMs: rateLimits?.processorMs ?? null, except: withoutTurn });
  boundBodies(app, { except: byteStreams });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { status, code, message, details } = refusalOf(error, request, reply);
    return reply.code(status).send(thrownBody(code, message, request.id, details));
  });
  const schema = serviceSchema();
  const receipts = receiptSigner(context.secrets.receiptKeys);
  const { signers } = receipts;
  const packages = await readPackages(config.http.packagesDir);
  const description = describeService({
    config,
    schema,
    sdl: readSchemaText(),
    signers,
    contractsCheck: options.contractsCheck,
    packages,
  });
  const links = discoveryLinks(description);
  linkErrors(app, links);
  const notFound = `Not found. The API is at POST /graphql; documentation is at ${description.guideUrl}. ${SEE_ROOT}`;
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send(thrownBody('NOT_FOUND', notFound, request.id)),
  );

  const { introspection, maxDepth } = config.http;
  const execute = createPathExecutor({ introspection, maxDepth });
  const documents = documentsOf(description);
  await app.register(async (scope) => discoveryRoutes(scope, documents, links));
  await app.register(async (scope) => projectDocumentRoutes(scope, description));
  await app.register(async (scope) => packageRoutes(scope, config.http.packagesDir, packages));
  await app.register(async (scope) => graphqlRoutes(scope, context, execute));
  await app.register(async (scope) => publicDataRoutes(scope, context, execute, description.publicData));
  await app.register(async (scope) => credentialRoutes(scope, context, execute));
  await app.register(async (scope) => eventRoutes(scope, context, execute, shutdown));
  const gateway = createGateway(context, { schema, execute, receipts, forward: options.forward });
  await app.register(async (scope) => gatewayRoutes(scope, context, gateway));
  await app.register(async (scope) => mailRoutes(scope, context));
  await app.register(async (scope) => pageRoutes(scope, context));
  await app.register(async (scope) => healthRoutes(scope, context, shutdown));
  const allowedOrigins = [...originsOf(config.http.webUrl), ...config.http.allowedOrigins];
  const mcp = { context, execute, gateway, description, documents, allowedOrigins };
  await app.register(async (scope) => mcpRoutes(scope, mcp));
  await app.register(async (scope) => oauthRoutes(scope, context));
  await app.register(async (scope) => imageRoutes(scope, context, { allowedOrigins }));
  await app.register(async (scope) => pictureRoutes(scope, context, { allowedOrigins }));
  if (context.storage instanceof DiskStorage) {
    const { storage } = context;
    await app.register(async (scope) => storageRoutes(scope, { storage, allowedOrigins }));
  }
  return app;
}

/** A page on this machine may be reached as localhost and as 127.0.0.1. */
function originsOf(webUrl: string): string[] {
  const { origin } = new URL(webUrl);
  return [origin, origin.replace('//127.0.0.1', '//localhost')];
}

/** Logs method, path and status only. Headers, query strings and parameters of statements contain secrets. */
export const logSerializers = {
  req: (request: { method: string; url: string }) => ({
    method: request.method,
    path: request.url.split('?')[0],
  }),
  res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
  err: errorForLog,
};
