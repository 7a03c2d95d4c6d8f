import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

const jar = new Map<string, { value: string }>();
vi.mock('next/headers', () => ({
  cookies: async () => ({
    get: (name: string) => jar.get(name),
    set: (name: string, value: string, options: object) => jar.set(name, { value, ...options }),
  }),
}));

const webUrl = 'https://labroom.example';
const wallet = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const claims = { sub: wallet, tid: 'token-1', exp: Math.floor(Date.now() / 1000) + 3600 };
const jwt = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;

const service = createServer((_request, response) => {
  const data = { generateServiceToken: { token: jwt, tokenId: 'token-1', error: null } };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data }));
});

let route: typeof import('./route.ts');
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('SERVICE_URL', `http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  vi.stubEnv('WEB_URL', webUrl);
  vi.stubEnv('LABROOM_ENVIRONMENT', 'production');
  vi.stubEnv('SERVICE_CREDENTIAL', 'credential');
  vi.stubEnv('PUBLIC_SERVICE_URL', 'https://api.example.org');
  vi.stubEnv('PUBLIC_RPC_URL', 'https://node.example.org');
  route = await import('./route.ts');
});
afterAll(() => {
  vi.unstubAllEnvs();
  service.close();
});
beforeEach(() => jar.clear());

it('over https the session cookie has a name that no other host can set', async () => {
  const body = JSON.stringify({ walletAddress: wallet, messageSignature: '0xab' });
  const headers = { origin: webUrl, 'content-type': 'application/json' };
  const response = await route.POST(new Request(`${webUrl}/api/session`, { method: 'POST', headers, body }));
  expect(response.status).toBe(200);
  expect([...jar.keys()]).toEqual(['__Host-labroom-session']);
  // Requirements of the `__Host-` prefix (RFC 6265bis, 4.1.3.2). Browsers drop a cookie that violates them.
  expect(jar.get('__Host-labroom-session')).toMatchObject({
    value: jwt,
    secure: true,
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
  });
  expect(jar.get('__Host-labroom-session')).not.toHaveProperty('domain');
  expect(await (await route.GET(new Request(`${webUrl}/api/session`))).json()).toMatchObject({
    walletAddress: wallet,
  });
});

it('ignores a session cookie that another host set under the plain name', async () => {
  jar.set('labroom-session', { value: jwt });
  expect(await (await route.GET(new Request(`${webUrl}/api/session`))).json()).toBeNull();
});
