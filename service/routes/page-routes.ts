import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ServiceContext } from '#core/context/context.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { authenticate } from '../auth/authenticate.ts';
import { thrownBody } from '../graphql/thrown-body.ts';
import { pageVersion } from '../operations/pages/page-version.ts';
import { admitAs } from './http/network-admission.ts';
import { requireSingleHeaders } from './http/protocol-rules.ts';
import { rejectUnauthenticated } from './http/reject-unauthenticated.ts';

const querySchema = z.object({
  lab: z.string().min(1).max(100).optional(),
  known: z.string().max(100).optional(),
});

/**
 * `GET /pages/version`: whether what a page shows is still as it was, for a web app that keeps pages. It is asked before each page, so it takes one
 * statement, and does not count as a request. Programs with a credential of the operator wait for no turn.
 */
export function pageRoutes(app: FastifyInstance, context: ServiceContext): void {
  app.get(
    '/pages/version',
    { onRequest: [requireSingleHeaders], logLevel: 'warn' },
    async (request, reply) => {
      const caller = await authenticate(context, {
        authorization: request.headers.authorization,
        serviceToken: undefined,
        apiKey: undefined,
        walletAddress: undefined,
      });
      if (caller instanceof ServiceError) return rejectUnauthenticated(request, reply, caller);
      if (caller.consumer.issuedTo === null) admitAs(request, { consumer: caller.consumer.id });
      const query = querySchema.safeParse(request.query);
      if (!query.success) {
        const message = 'lab (an oclId or a shortname) and known (a version) can be sent, each once.';
        return reply.code(400).send(thrownBody('VALIDATION_FAILED', message, request.id));
      }
      const { lab, known } = query.data;
      const version = await pageVersion(context.db, lab ?? null, known ?? null);
      return reply.header('cache-control', 'no-store').send({ version });
    },
  );
}
