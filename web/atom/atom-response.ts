import 'server-only';
import { createHash } from 'node:crypto';
import type { LabroomError } from '@labroom/client/api-failure';
import type { Outcome } from '#lib/api/outcome.ts';
import { type AtomFeed, atomDocument, updatedOf } from './atom-document.ts';

/** Readers on other sites may read it. Nothing in it depends on who asks. */
const common = { 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' };

/** Answers a request for a feed: 200, 304 for a reader that has it, 404 for `null`, and 503 while the service is away. */
export function atomResponse(request: Request, feed: Outcome<AtomFeed | null>): Response {
  if (!feed.ok) return failed(feed.failure);
  if (!feed.data) return plain(404, 'Not found.');
  const body = atomDocument(feed.data);
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const modified = new Date(updatedOf(feed.data)).toUTCString();
  const headers = { ...common, 'cache-control': 'public, max-age=60', etag, 'last-modified': modified };
  if (isKnown(request.headers, etag)) return new Response(null, { status: 304, headers });
  return new Response(body, {
    headers: { ...headers, 'content-type': 'application/atom+xml; charset=utf-8' },
  });
}

export function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { ...common, 'cache-control': 'no-store', ...headers },
  });
}

function failed({ code, retryAfterSeconds }: LabroomError): Response {
  const wait = { 'retry-after': String(Math.ceil(retryAfterSeconds ?? 10)) };
  if (code === 'RATE_LIMITED') return plain(429, 'Too many requests.', wait);
  return plain(503, 'The service is unavailable. Try again in a moment.', wait);
}

/**
 * Only the entity tag decides. A date has whole seconds, in which several entries can appear, and a deleted text changes
 * the document but not its date.
 */
function isKnown(headers: Headers, etag: string): boolean {
  const tags = headers.get('if-none-match')?.split(',') ?? [];
  return tags.some((tag) => [etag, '*'].includes(tag.trim().replace(/^W\//, '')));
}
