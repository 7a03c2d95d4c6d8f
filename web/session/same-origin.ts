import 'server-only';
import type { WebEnv } from '../env.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a request that changes something was made by one of our own pages. Browsers say where every POST and DELETE
 * comes from; a request that does not say is refused.
 */
export function isSameOrigin(headers: Headers, env: Pick<WebEnv, 'environment' | 'webUrl'>): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const origin = parse(headers.get('origin'));
  if (!origin) return false;
  if (origin.origin === new URL(env.webUrl).origin) return true;
  // At home the app answers to every name of this machine.
  return env.environment === 'local' && loopback.has(origin.hostname) && origin.host === headers.get('host');
}

function parse(origin: string | null): URL | null {
  return origin && URL.canParse(origin) ? new URL(origin) : null;
}
