import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../context.ts';
import type { GracefulShutdown } from './graceful-shutdown.ts';

/**
 * `/health`: the process lives. `/ready`: it can serve, as its database answers and it is not about to stop; the chain may
 * be away, reads go on.
 */
export function healthDoor(
  app: FastifyInstance,
  { db }: ServiceContext,
  shutdown: Pick<GracefulShutdown, 'hasBegun'>,
): void {
  app.get('/health', { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/ready', { logLevel: 'warn' }, async (_request, reply) => {
    const answered = await db.execute(sql`select 1`).then(
      () => true,
      () => false,
    );
    if (shutdown.hasBegun) return reply.code(503).send({ status: 'stopping', database: answered });
    return reply
      .code(answered ? 200 : 503)
      .send({ status: answered ? 'ready' : 'unavailable', database: answered });
  });
}
