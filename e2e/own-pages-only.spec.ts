import { GenerateDataEncryptionKeyDocument, LabsDocument } from '@labroom/client/documents';
import { localAccount } from '@labroom/contracts/local-accounts';
import { type APIRequestContext, expect } from '@playwright/test';
import { stringifyDocument } from '@urql/core';
import { privateKeyToAccount } from 'viem/accounts';
import { signInToWeb } from './stack/web-session.ts';
import { test } from './test.ts';

const issue = { query: stringifyDocument(GenerateDataEncryptionKeyDocument) };
const labs = { query: stringifyDocument(LabsDocument), variables: { page: 0, perPage: 1 } };

/** Headers that give no access to the API. `same-origin.test.ts` has more; the internal ones of Next need its server. */
const foreign: [name: string, headers: Record<string, string>][] = [
  ['another site', { origin: 'https://evil.example' }],
  ['an internal header of Next', { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' }],
  [
    'other internal headers of Next',
    { 'x-middleware-subrequest': 'middleware', rsc: '1', 'next-router-prefetch': '1' },
  ],
];

for (const [name, headers] of foreign) {
  test(`an API call with ${name} is rejected, even with a session`, async ({ request, stack }) => {
    const { name: cookieName, value } = await signInToWeb(
      stack,
      privateKeyToAccount(localAccount('owner').privateKey),
    );
    const sent = { ...headers, cookie: `${cookieName}=${value}` };
    for (const path of ['/api/graphql', '/api/session']) {
      const response = await request.post(path, { headers: sent, data: labs });
      expect(response.status(), path).toBe(403);
      expect(await response.text()).not.toContain('totalCount');
    }
    expect((await request.delete('/api/session', { headers: sent })).status()).toBe(403);
    // The session still exists: nobody was signed out.
    expect(await whoIs(request, `${cookieName}=${value}`)).toBe(localAccount('owner').address.toLowerCase());
  });
}

test('a page of this site may call the API, by POST alone', async ({ request, stack }) => {
  const headers = { origin: stack.webUrl, 'sec-fetch-site': 'same-origin' };
  const response = await request.post('/api/graphql', { headers, data: labs });
  expect((await response.json()).data.labs.totalCount).toBeGreaterThan(0);
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
    expect((await request.fetch('/api/graphql', { method, headers })).status()).toBe(405);
});

test('only the session determines the user, not request headers', async ({ request, stack }) => {
  const { address } = localAccount('owner');
  const claimed = {
    origin: stack.webUrl,
    'x-wallet-address': address,
    'x-service-token': 'forged',
    authorization: stack.consumerCredential,
    cookie: 'labroom-session=eyJhbGciOiJub25lIn0.eyJzdWIiOiIweDAifQ.',
  };
  const response = await request.post('/api/graphql', { headers: claimed, data: issue });
  expect(await response.text()).toMatch(/UNAUTHENTICATED/);
  expect(await whoIs(request, claimed.cookie)).toBeUndefined();
});

test('a page has its Content Security Policy and security headers, whatever a request claims to be', async ({
  request,
}) => {
  for (const headers of [
    {},
    { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
    {
      'x-middleware-subrequest': 'src/middleware:src/middleware:src/middleware:src/middleware:src/middleware',
    },
    { purpose: 'prefetch' },
  ]) {
    const page = await request.get('/account', { headers: headers as Record<string, string> });
    expect(page.headers()).toMatchObject({
      'content-security-policy': expect.stringContaining("'strict-dynamic'"),
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-dns-prefetch-control': 'off',
    });
    expect(page.headers()).not.toHaveProperty('x-powered-by');
  }
});

test('responses that are not pages have a policy that allows nothing to run', async ({
  request,
  page,
  stack,
}) => {
  const headers = { origin: stack.webUrl, 'sec-fetch-site': 'same-origin' };
  await page.goto('/');
  const script = await page.locator('script[src^="/_next/"]').first().getAttribute('src');
  const answers = [
    await request.post('/api/graphql', { headers, data: labs }),
    await request.post('/api/graphql', { data: labs }),
    await request.get('/api/session'),
    await request.get('/api/nothing'),
    await request.get('/_next/nothing'),
    await request.get(script ?? ''),
  ];
  expect(answers.map((answer) => answer.status())).toEqual([200, 403, 200, 404, 404, 200]);
  for (const answer of answers) {
    const policy = answer.headers()['content-security-policy'] ?? '';
    expect(policy, answer.url()).toMatch(/^default-src 'none';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(answer.headers()['x-content-type-options']).toBe('nosniff');
  }
});

async function whoIs(request: APIRequestContext, cookie: string): Promise<string | undefined> {
  const session = await (await request.get('/api/session', { headers: { cookie } })).json();
  return session?.walletAddress.toLowerCase();
}
