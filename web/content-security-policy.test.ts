import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';

const env = {
  rpcUrl: 'https://rpc.example/key',
  publicServiceUrl: 'https://api.example/v1',
  storageUrl: 'https://bytes.example/storage',
  walletConnect: undefined,
};
const policy = contentSecurityPolicy({ nonce: 'bm9uY2U=', env, development: false });
const directive = (name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `));

test("scripts need the page's nonce: no inline scripts, no eval, no other hosts", () => {
  expect(directive('script-src')).toBe("script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic'");
});

test("images load only from the page's origin, the service and the storage, so no other host learns who reads what", () => {
  expect(directive('img-src')).toBe("img-src 'self' data: blob: https://api.example https://bytes.example");
});

test('a page may connect to its server, the chain, the service and the storage, by origin without path', () => {
  expect(directive('connect-src')).toBe(
    "connect-src 'self' https://rpc.example https://api.example https://bytes.example",
  );
});

test('the relay of WalletConnect and its proof of origin are allowed only where that is configured', () => {
  const walletConnect = { projectId: 'a'.repeat(32), relayUrl: 'wss://relay.example/v1' };
  const open = contentSecurityPolicy({
    nonce: 'bm9uY2U=',
    env: { ...env, walletConnect },
    development: false,
  });
  expect(open).toContain('https://bytes.example wss://relay.example;');
  expect(open).toContain("frame-src 'self' blob: https://verify.walletconnect.org;");
  expect(policy).not.toContain('walletconnect');
});
