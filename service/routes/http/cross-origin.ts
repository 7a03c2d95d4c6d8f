import type { FastifyReply, FastifyRequest } from 'fastify';

interface CrossOrigin {
  /** Origins whose pages may send requests, e.g. `https://tools.example.org`. */
  allowedOrigins: readonly string[];
  /** Response headers that these pages may read. */
  exposed: string;
}

/** Lets pages of allowed origins read the response. Returns false if the request is from another origin or none. */
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
