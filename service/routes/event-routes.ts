import { finished, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { networkOf } from '@labroom/protocol/network-of';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ServiceContext } from '#core/context/context.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { authenticate } from '../auth/authenticate.ts';
import { addressOf, type Caller } from '../auth/caller.ts';
import { createRateLimit } from '../auth/rate-limits/limit-rate.ts';
import { answerGraphQL } from '../graphql/answer.ts';
import type { Executor } from '../graphql/execute.ts';
import { EVENTS } from '../graphql/read-events.ts';
import { thrownBody } from '../graphql/thrown-body.ts';
import { EventTail } from './event-tail.ts';
import type { GracefulShutdown } from './graceful-shutdown.ts';
import { requireSingleHeaders } from './http/protocol-rules.ts';
import { reportRate } from './http/rate-headers.ts';
import { rejectUnauthenticated } from './http/reject-unauthenticated.ts';
import { StreamPlaces } from './http/stream-places.ts';

export const EVENTS_ROUTE = '/events';

const END = '{ activities(perPage: 1) { endCursor } }';

/** How soon an idle stream notices that the process is to stop. */
const shutdownCheckMs = 1_000;

interface Page {
  endCursor: string;
  pageInfo: { hasNextPage: boolean };
  events: { cursor: string }[];
}

const querySchema = z.object({
  after: z.string().optional(),
  oclId: z.string().optional(),
  filter: z.enum(['FILE', 'ANNOUNCEMENT']).optional(),
});
type Filters = Omit<z.infer<typeof querySchema>, 'after'>;

/** What keeps a stream from starting or going on. */
class StreamError extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, body: object) {
    super(`The log could not be read: ${status}`);
    this.status = status;
    this.body = body;
  }
}

/**
 * `GET /events`: the event log as server-sent events, each with its position as id. `Last-Event-ID`, else `after`, says
 * where to begin; without both, at the end of the log. A stream ends after some minutes, and the client continues with a
 * new request, so a revoked credential does not outlive it.
 */
export function eventRoutes(
  app: FastifyInstance,
  context: ServiceContext,
  execute: Executor,
  shutdown: Pick<GracefulShutdown, 'hasBegun'>,
): void {
  const { perAddress, total, heartbeatMs, lifetimeMs, pollMs } = context.config.http.streams;
  const limitRate = createRateLimit(context);
  const tail = new EventTail(context.db, pollMs);
  const places = new StreamPlaces({ perAddress, total });
  /** Streams at one position share the query that reads on from there. */
  const pages = new Map<string, Promise<Page>>();

  const streams = new Set<AbortController>();
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.abort();
  });

  app.get(EVENTS_ROUTE, { onRequest: [requireSingleHeaders] }, async (request, reply) => {
    const caller = await authenticate(context, {
      authorization: request.headers.authorization,
      serviceToken: undefined,
      apiKey: undefined,
      walletAddress: undefined,
    });
    if (caller instanceof ServiceError) return rejectUnauthenticated(request, reply, caller);
    const wait = reportRate(reply, await limitRate(caller, addressOf(caller, request.ip, undefined)));
    if (wait > 0) return tooMany(request, reply, Math.ceil(wait), 'Too many requests.');
    const query = querySchema.safeParse(request.query);
    if (!query.success) {
      const message = 'after, oclId and filter (FILE or ANNOUNCEMENT) can be sent, each once.';
      return reply.code(400).send(thrownBody('VALIDATION_FAILED', message, request.id));
    }
    const release = places.take(networkOf(request.ip));
    if (!release)
      return tooMany(request, reply, 30, 'Too many streams are open. Close one, or use one without oclId.');
    const ended = new AbortController();
    streams.add(ended);
    // Also calls back if the client has left by now, and no event would tell.
    finished(reply.raw, () => {
      release();
      ended.abort();
      streams.delete(ended);
    });
    try {
      const stream = await open(request, caller, query.data);
      // A client that reads nothing keeps the stream from noticing that its time is over.
      pause(lifetimeMs + 2 * heartbeatMs, undefined, { signal: ended.signal }).then(
        () => reply.raw.destroy(),
        () => undefined,
      );
      return reply
        .headers({
          'content-type': 'text/event-stream',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
          // Otherwise a server that stops would wait for the connection of an ended stream.
          connection: 'close',
        })
        .send(Readable.from(stream(ended.signal), { objectMode: false }));
    } catch (error) {
      release();
      if (!(error instanceof StreamError)) throw error;
      return reply.code(error.status).send(error.body);
    }
  });

  /** Reads the first page, so that a bad position is an HTTP error; the rest is streamed. */
  async function open(
    request: FastifyRequest,
    caller: Caller,
    { after, ...filters }: z.infer<typeof querySchema>,
  ) {
    const lastId = request.headers['last-event-id'];
    const start = (Array.isArray(lastId) ? lastId[0] : lastId) ?? after;
    const ask = <Data>(document: string, variables: Record<string, unknown>) =>
      run<Data>(request, caller, document, variables);
    const cursor = start ?? (await ask<{ endCursor: string }>(END, {})).endCursor;
    const read = (from: string) =>
      sharedPage(from, filters, () => ask<Page>(EVENTS, { after: from, ...filters }));
    let seen = tail.end;
    let page = await read(cursor);
    const over = Date.now() + lifetimeMs;
    let nextHeartbeat = Date.now() + heartbeatMs;
    return async function* (signal: AbortSignal): AsyncGenerator<string> {
      yield 'retry: 2000\n\n';
      for (;;) {
        for (const event of page.events) yield `id: ${event.cursor}\ndata: ${JSON.stringify(event)}\n\n`;
        if (!page.pageInfo.hasNextPage) {
          await tail.changed(seen, Math.min(heartbeatMs, shutdownCheckMs), signal);
          if (tail.end === seen && Date.now() >= nextHeartbeat) {
            nextHeartbeat = Date.now() + heartbeatMs;
            yield ': \n\n';
          }
        }
        if (signal.aborted || shutdown.hasBegun || Date.now() >= over) return;
        seen = tail.end;
        page = await read(page.endCursor);
      }
    };
  }

  function sharedPage(from: string, { oclId, filter }: Filters, read: () => Promise<Page>): Promise<Page> {
    const key = JSON.stringify([from, oclId, filter]);
    const known = pages.get(key);
    if (known) return known;
    const page = read();
    pages.set(key, page);
    const forget = () => pages.get(key) === page && pages.delete(key);
    page.then(forget, forget);
    return page;
  }

  async function run<Data>(
    request: FastifyRequest,
    caller: Caller,
    query: string,
    variables: Record<string, unknown>,
  ): Promise<Data> {
    const { status, body } = await answerGraphQL(
      execute,
      { query, variables, queriesOnly: true },
      {
        ...context,
        caller,
        visitor: undefined,
        requestId: request.id,
        startedAt: new Date(),
        log: request.log,
      },
    );
    const { data } = body as { data?: { activities: Data } | null };
    if (status !== 200 || !data) throw new StreamError(status === 200 ? 400 : status, body);
    return data.activities;
  }
}

function tooMany(request: FastifyRequest, reply: FastifyReply, seconds: number, message: string) {
  return reply
    .code(429)
    .header('retry-after', seconds)
    .send(thrownBody('RATE_LIMITED', message, request.id, { retryAfterSeconds: seconds }));
}
