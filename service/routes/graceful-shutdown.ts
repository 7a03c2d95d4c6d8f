import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Shutdown } from '../platform/config/config.ts';

/**
 * Stops without losing a response. First `/ready` returns 503 while requests are still served, so that load balancers
 * switch; then no new requests are accepted and running ones end. After `boundMs` the remaining connections are closed.
 */
export class GracefulShutdown {
  readonly #underWay = new Set<Promise<void>>();
  #hasBegun = false;

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Tracks every request of a server. Call before it listens. */
  watch(app: FastifyInstance): void {
    app.addHook('onRequest', (_request, reply, done) => {
      // Closes the connection after the response, so that the client connects to another process.
      if (this.#hasBegun) reply.header('connection', 'close');
      const ended = new Promise<void>((resolve) => reply.raw.once('close', resolve));
      this.#underWay.add(ended);
      ended.then(() => this.#underWay.delete(ended));
      done();
    });
  }

  /** Resolves when the server is closed. */
  async run(app: FastifyInstance, { delayMs, boundMs }: Shutdown): Promise<void> {
    this.#hasBegun = true;
    // The open server keeps the process alive, so the timers need not.
    const isOver = pause(boundMs, undefined, { ref: false });
    const delay = pause(delayMs, undefined, { ref: false });
    await Promise.race([Promise.all([delay, ...this.#underWay]), isOver]);
    const closed = app.close();
    await Promise.race([Promise.all(this.#underWay), isOver]);
    // Also those that browsers open ahead: the server would wait a minute for their first request.
    app.server.closeAllConnections();
    await closed;
  }
}
