import { newWallet, signIn } from '@labroom/testing/actors.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { describe, expect, test } from 'vitest';
import { createConsumerCredential } from '#auth/consumer-credential.ts';

const service = await openTestService();
/** A minute of processor time is a hundredth of a second, which a few requests use up. */
const limited = await service.startPeer({
  RATE_LIMIT_PROCESSOR_MS: '10',
  RATE_LIMIT_PER_ADDRESS: '100000',
  TRUSTED_PROXIES: '127.0.0.1',
});
/** As on `local`: no limits, but turns. */
const unlimited = await service.startPeer({ TRUSTED_PROXIES: '127.0.0.1' });

const json = { 'content-type': 'application/json' };
const LABS = JSON.stringify({ query: '{ labs { totalCount } }' });
const wallet = newWallet();
const { token } = await signIn(service, wallet);
const issued = await createConsumerCredential(service.context.db, 'local', 'issued', {
  wallet: wallet.address.toLowerCase(),
  signedAt: new Date(),
});
const operated = await createConsumerCredential(service.context.db, 'local', 'operated');
const webApp = await createConsumerCredential(service.context.db, 'local', 'web app', {
  namesVisitors: true,
});

let addresses = 0;
const newNetwork = () => {
  addresses += 1;
  return `203.0.113.${addresses}`;
};

interface Route {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const send = async (
  path: string,
  from: string,
  { method = 'POST', headers, body }: Route,
  url = limited.url,
) => {
  const response = await fetch(url + path, {
    method,
    headers: { ...(body !== undefined && json), 'x-forwarded-for': from, ...headers },
    ...(body !== undefined && { body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const guestRoutes: [path: string, Route][] = [
  ['/local/x402/labs/createLab', { body: '{}' }],
  ['/local/x402/labs/createLab/foresee', { body: '{}' }],
  ['/local/x402/journeys', { body: '{}' }],
  [
    '/mcp',
    {
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      headers: { accept: 'application/json, text/event-stream' },
    },
  ],
  ['/credentials', { body: '{}' }],
  ['/credentials', { method: 'GET' }],
  ['/oauth/register', { body: '{}' }],
  ['/v1/labs', { method: 'GET' }],
  ['/openapi.json', { method: 'GET' }],
  ['/nothing', { method: 'GET' }],
  ['/graphql', { body: LABS, headers: { authorization: issued.credential } }],
];

describe('the processor time of a network', () => {
  test.each(guestRoutes)(
    'is used up by requests to %s, and refused in the form of the channel',
    async (path, route) => {
      const from = newNetwork();
      const answers = [];
      for (let time = 0; time < 5_000 && answers.at(-1)?.status !== 429; time += 1)
        answers.push(await send(path, from, route));
      const refused = answers.at(-1);
      expect(refused?.status).toBe(429);
      expect(refused?.headers.get('ratelimit-policy')).toContain('"processor";q=10;w=60');
      const seconds = Number(refused?.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(refused?.text).toContain(`Retry after ${seconds} second`);
      // It is one for all routes, and the bucket of others is full.
      expect((await send('/llms.txt', from, { method: 'GET' })).status).toBe(429);
      expect((await send(path, newNetwork(), route)).status).not.toBe(429);
      if (path.includes('x402')) {
        expect(JSON.parse(refused?.text ?? '')).toMatchObject({
          isSuccess: false,
          errors: [{ errorType: 'RATE_LIMITED', errorInfo: { retryAfterSeconds: seconds } }],
        });
        expect(refused?.headers.get('access-control-allow-origin')).toBe('*');
      }
    },
  );

  test('is not that of sessions, of programs of the operator, and of visitors that a web app names', async () => {
    const from = newNetwork();
    const guest = { authorization: issued.credential };
    for (let time = 0; time < 5_000; time += 1)
      if ((await send('/graphql', from, { body: LABS, headers: guest })).status === 429) break;
    expect((await send('/graphql', from, { body: LABS, headers: guest })).status).toBe(429);
    const others: Record<string, string>[] = [
      { ...guest, 'x-service-token': token },
      { authorization: operated.credential },
      { authorization: webApp.credential, 'x-visitor-address': from },
    ];
    for (const headers of others) {
      const answer = await send('/graphql', from, { body: LABS, headers });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('ratelimit-policy')).not.toContain('processor');
    }
    for (const path of ['/health', '/ready'])
      expect((await send(path, from, { method: 'GET' })).status).not.toBe(429);
  });

  test('is not told in answers that caches keep', async () => {
    for (const path of ['/openapi.json', '/credentials', '/v1/labs']) {
      const { status, headers } = await send(path, newNetwork(), { method: 'GET' });
      expect([path, status, headers.get('ratelimit')]).toEqual([path, 200, null]);
    }
  });

  test('is that of the /64 of an IPv6 address', async () => {
    const route = { method: 'GET' };
    for (let time = 0; time < 5_000; time += 1)
      if ((await send('/openapi.json', `2001:db8:5:6::${time + 1}`, route)).status === 429) break;
    expect((await send('/openapi.json', '2001:db8:5:6:7:8:9:a', route)).status).toBe(429);
    expect((await send('/openapi.json', '2001:db8:5:7::1', route)).status).toBe(200);
  });

  test('is not limited on local', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => send('/openapi.json', '192.0.2.1', { method: 'GET' }, unlimited.url)),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(answers[0]?.headers.get('ratelimit-policy')).toBeNull();
  });
});

test('the requests of one network that wait are bounded, in every environment', async () => {
  const many = Array.from({ length: 320 }, () =>
    send('/local/x402/labs/createLab', '192.0.2.2', { body: '{}' }, unlimited.url),
  );
  const statuses = (await Promise.all(many)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 400).length).toBeGreaterThan(200);
  expect(statuses.every((status) => status === 400 || status === 429)).toBe(true);
});
