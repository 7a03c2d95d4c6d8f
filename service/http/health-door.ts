import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../context.ts';

/** `/health`: the process lives. `/ready`: it can serve, as its database answers; the chain may be away, reads go on. */
export function healthDoor(app: FastifyInstance, { db }: ServiceContext): void {
  app.get('/health', { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/ready', { logLevel: 'warn' }, async (_request, reply) => {
    const answered = await db.execute(sql`select 1`).then(
      () => true,
      () => false,
    );
    return reply
      .code(answered ? 200 : 503)
      .send({ status: answered ? 'ready' : 'unavailable', database: answered });
  });
}
