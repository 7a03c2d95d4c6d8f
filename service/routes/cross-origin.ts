import type { FastifyReply, FastifyRequest } from 'fastify';

interface CrossOrigin {
  /** Origins whose pages may ask, e.g. `https://tools.example.org`. */
  allowedOrigins: readonly string[];
  /** Response headers that such a page may read. */
  exposed: string;
}

/** Lets pages of named origins read the answer, and those of no other. False: this request comes from none of them. */
export function allowPages(
  { headers: { origin } }: FastifyRequest,
  reply: FastifyReply,
  { allowedOrigins, exposed }: CrossOrigin,
): boolean {
  reply.header('Vary', 'Origin');
  if (origin === undefined || !allowedOrigins.includes(origin)) return false;
  reply.headers({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed });
  return true;
}
