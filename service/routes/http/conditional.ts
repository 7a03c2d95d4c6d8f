import type { FastifyRequest } from 'fastify';

/** Entity tags that the client has (RFC 9110, 13.1.2), without quotes. */
export function knownTags(request: FastifyRequest): string[] {
  const tags = request.headers['if-none-match']?.split(',') ?? [];
  return tags.map((tag) => tag.trim().replace(/^(?:W\/)?"(.*)"$/, '$1'));
}

export function takesGzip(request: FastifyRequest): boolean {
  const encodings = String(request.headers['accept-encoding'] ?? '').split(',');
  return encodings.some((encoding) => encoding.trim().toLowerCase() === 'gzip');
}
