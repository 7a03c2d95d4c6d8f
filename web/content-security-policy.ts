import 'server-only';
import type { WebEnv } from './config/env.ts';

interface PolicyInput {
  /** Base64; new for each page. */
  nonce: string;
  env: Pick<WebEnv, 'rpcUrl' | 'publicServiceUrl' | 'storageUrl' | 'walletConnect'>;
  /** React's development tools use eval. */
  development: boolean;
}

/**
 * Content Security Policy of a page. Scripts run only with this page's nonce, or if such a script loaded them. The page
 * connects to its own server, the chain, the service (for payments and stored bytes) and, if it has another origin, the
 * storage, and the relay of WalletConnect if that is configured. Images come from the page's origin, the service, the storage, or memory. Inline styles are allowed, because positions of
 * menus and progress bars use them.
 */
export function contentSecurityPolicy({ nonce, env, development }: PolicyInput): string {
  const { walletConnect } = env;
  const hosts = originsOf([
    env.rpcUrl,
    env.publicServiceUrl,
    env.storageUrl,
    ...(walletConnect ? [walletConnect.relayUrl] : []),
  ]);
  const pictureHosts = originsOf([env.publicServiceUrl, env.storageUrl]);
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${pictureHosts.join(' ')}`,
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self' ${hosts.join(' ')}${development ? ' ws:' : ''}`,
    "worker-src 'self' blob:",
    // WalletConnect proves this page's origin to the wallet by a frame.
    `frame-src 'self' blob:${walletConnect ? ' https://verify.walletconnect.org' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const originsOf = (addresses: readonly string[]) => [
  ...new Set(addresses.map((address) => new URL(address).origin)),
];
