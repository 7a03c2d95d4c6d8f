import type { FastifyInstance } from 'fastify';

/** The body of a request did not arrive in time. */
export class SlowBodyError extends Error {
  readonly statusCode = 408;
  constructor() {
    super('The body took too long to arrive.');
    this.name = 'SlowBodyError';
  }
}

interface BodyDeadlineOptions {
  /** From the headers on. */
  ms: number;
  /** Routes whose bodies may take their time. */
  except: readonly string[];
}

/**
 * Ends requests whose bodies drip in: 408 while the body is waited for, and a cut connection where the answer, a refusal,
 * was sent before the body was read. Node's own request timeout cannot tell a file from a query.
 */
export function limitBodyTime(app: FastifyInstance, { ms, except }: BodyDeadlineOptions): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (!except.includes(request.routeOptions.url ?? '')) {
      const timer = setTimeout(() => {
        if (raw.complete) return;
        const isAwaited = !reply.sent && raw.listenerCount('error') > 0;
        // Not destroyed with the error: that would take the connection away from the answer.
        if (isAwaited) raw.emit('error', new SlowBodyError());
        else raw.destroy();
      }, ms);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}
