import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';

const env = {
  rpcUrl: 'https://rpc.example/key',
  publicServiceUrl: 'https://api.example/v1',
  storageUrl: 'https://bytes.example/storage',
};
const policy = contentSecurityPolicy({ nonce: 'bm9uY2U=', env, development: false });
const directive = (name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `));

test('scripts need the nonce of the page: none inline, none evaluated, none from elsewhere', () => {
  expect(directive('script-src')).toBe("script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic'");
});

test('pictures come from the page itself and the service: no host learns by one who reads what', () => {
  expect(directive('img-src')).toBe("img-src 'self' data: blob: https://api.example");
});

test('a page connects to its server, the chain, the service and the stored bytes, without their paths', () => {
  expect(directive('connect-src')).toBe(
    "connect-src 'self' https://rpc.example https://api.example https://bytes.example",
  );
});
