import type { FastifyInstance } from 'fastify';

export class SlowBodyError extends Error {
  readonly statusCode = 408;
  constructor() {
    super('The body took too long to arrive.');
    this.name = 'SlowBodyError';
  }
}

interface BodyDeadlineOptions {
  /** Counted from the end of the headers. */
  ms: number;
  /** Routes with large bodies, which have no such limit. */
  except: readonly string[];
}

/**
 * Ends requests whose bodies arrive too slowly: with 408 if a handler waits for the body, and by closing the connection
 * if the answer was sent before the body was read. Node's own request timeout cannot distinguish an upload from a
 * query.
 */
export function limitBodyTime(app: FastifyInstance, { ms, except }: BodyDeadlineOptions): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (!except.includes(request.routeOptions.url ?? '')) {
      const timer = setTimeout(() => {
        if (raw.complete) return;
        const isAwaited = !reply.sent && raw.listenerCount('error') > 0;
        // Destroying the request with the error would close the connection before the answer is sent.
        if (isAwaited) raw.emit('error', new SlowBodyError());
        else raw.destroy();
      }, ms);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}
