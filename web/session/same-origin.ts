import 'server-only';
import type { WebEnv } from '../config/env.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a request that changes something comes from a page of this app. Browsers send the origin with every POST and
 * DELETE. A request without an origin is rejected.
 */
export function isSameOrigin(headers: Headers, env: Pick<WebEnv, 'environment' | 'webUrl'>): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const origin = parse(headers.get('origin'));
  if (!origin) return false;
  if (origin.origin === new URL(env.webUrl).origin) return true;
  // In the local environment the app has several host names.
  return env.environment === 'local' && loopback.has(origin.hostname) && origin.host === headers.get('host');
}

function parse(origin: string | null): URL | null {
  return origin && URL.canParse(origin) ? new URL(origin) : null;
}
