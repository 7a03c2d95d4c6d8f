import type { FastifyReply } from 'fastify';
import type { Counted, CountedBucket } from '#auth/rate-limits/limit-rate.ts';
import { ServiceError } from '#platform/errors/errors.ts';

/** Names of the response headers, for `access-control-expose-headers`. */
export const rateHeaders = 'ratelimit, ratelimit-policy';

/** A request can be counted twice, before and after its body is read. */
const counts = new WeakMap<FastifyReply, Map<CountedBucket['policy'], CountedBucket>>();

/**
 * Tells the caller in `RateLimit` and `RateLimit-Policy` what its buckets hold (draft-ietf-httpapi-ratelimit-headers).
 * @returns seconds after which the request may be retried, 0 if it may proceed
 */
export function reportRate(reply: FastifyReply, { wait, buckets }: Counted): number {
  const known = counts.get(reply) ?? new Map<CountedBucket['policy'], CountedBucket>();
  counts.set(reply, known);
  for (const bucket of buckets) known.set(bucket.policy, bucket);
  if (known.size === 0) return wait;
  const all = [...known.values()];
  reply.headers({
    ratelimit: all.map((bucket) => `"${bucket.policy}";r=${bucket.left};t=${resetsIn(bucket)}`).join(', '),
    'ratelimit-policy': all
      .map(({ policy, perMinute }) => `"${policy}";q=${Math.floor(perMinute)};w=60`)
      .join(', '),
  });
  return wait;
}

/** An empty bucket is worth another try with its next token, as `Retry-After` says; another one is full again. */
function resetsIn({ wait, left, fullIn, perMinute }: CountedBucket): number {
  const nextToken = fullIn - 60 + 60 / perMinute;
  return Math.max(0, Math.ceil(wait || (left === 0 ? nextToken : fullIn)));
}

/** The error of a request that must wait, with the wait in words, in `retryAfterSeconds` and in `Retry-After`. */
export function tooManyRequests(wait: number): ServiceError {
  const seconds = Math.max(1, Math.ceil(wait));
  const message = `Too many requests. Retry after ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return new ServiceError('RATE_LIMITED', message, { retryAfterSeconds: seconds });
}
