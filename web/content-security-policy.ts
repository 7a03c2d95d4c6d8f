import 'server-only';
import type { WebEnv } from './env.ts';

interface PolicyInput {
  /** Base64; a new one for each page. */
  nonce: string;
  env: Pick<WebEnv, 'rpcUrl' | 'publicServiceUrl' | 'storageUrl'>;
  /** React's own development tools evaluate code. */
  development: boolean;
}

/**
 * What a page may do. Scripts run only where the server wrote this page's nonce on them, or where such a script loaded
 * them; the page connects to its own server, the chain, the service (for payments and stored bytes) and the storage if it is
 * elsewhere; its pictures are its own, the service's, or in memory. Styles may stand inline: positions of menus and progress
 * are set so.
 */
export function contentSecurityPolicy({ nonce, env, development }: PolicyInput): string {
  const addresses = [env.rpcUrl, env.publicServiceUrl, env.storageUrl];
  const hosts = [...new Set(addresses.map((address) => new URL(address).origin))];
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${new URL(env.publicServiceUrl).origin}`,
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self' ${hosts.join(' ')}${development ? ' ws:' : ''}`,
    "worker-src 'self' blob:",
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
