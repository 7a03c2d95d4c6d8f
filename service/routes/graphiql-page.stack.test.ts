import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { startTestService } from '@labroom/testing/test-service.ts';
import { afterAll, describe, expect, test } from 'vitest';

const environments = ['local', 'staging', 'production'] as const;
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const [local, staging, production] = await Promise.all(
  environments.map((environment) => startTestService({ environment })),
);
if (!local || !staging || !production) throw new Error('Not all services started');
const services = { local, staging, production };
afterAll(() => Promise.all(Object.values(services).map((service) => service.stop())));

/** Unlike `fetch`, does not decompress the response. */
function get(url: string, headers: Record<string, string>) {
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      request(url, { headers }, async (response) => {
        const body = Buffer.concat(await response.toArray());
        resolve({ status: response.statusCode, headers: response.headers, body });
      })
        .on('error', reject)
        .end();
    },
  );
}

describe.each(['local', 'staging'] as const)('on %s a browser', (environment) => {
  test('gets one HTML document that may run its own script only', async () => {
    const page = await get(`${services[environment].url}/graphql`, { accept: browser });
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-request-id': expect.any(String),
      vary: 'accept, accept-encoding',
    });
    const html = page.body.toString();
    const [head = ''] = html.split('<style>', 1);
    expect(head).toContain('<title>Labroom API</title>');
    // Compared as booleans, because a failure would print nine megabytes.
    const script = html.slice(html.indexOf('<script>') + 8, html.lastIndexOf('</script>'));
    expect(/src=|href="(?!data:)/.test(html.replace(script, ''))).toBe(false);
    expect(html.includes(services[environment].credential)).toBe(false);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    for (const rule of [
      "default-src 'none'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ])
      expect(policy).toContain(rule);
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|strict-dynamic/);
  });

  test('that accepts gzip gets it compressed', async () => {
    const url = `${services[environment].url}/graphql`;
    const [packed, refused, plain] = await Promise.all(
      ['gzip, deflate, br', 'gzip;q=0, br', 'identity'].map((encoding) =>
        get(url, { accept: browser, 'accept-encoding': encoding }),
      ),
    );
    expect(packed?.headers['content-encoding']).toBe('gzip');
    expect(packed && gunzipSync(packed.body).equals(plain?.body ?? Buffer.alloc(0))).toBe(true);
    expect(refused?.headers['content-encoding']).toBeUndefined();
    expect(refused?.body.length).toBe(plain?.body.length);
  });

  test.each([
    ['GET', 'application/json', 401],
    ['GET', '*/*', 401],
    ['GET', 'text/html-like', 401],
    ['HEAD', browser, 405],
    ['PUT', browser, 405],
    ['DELETE', browser, 405],
  ])('gets no page with %s and %s: %i', async (method, accept, status) => {
    const response = await fetch(`${services[environment].url}/graphql`, { method, headers: { accept } });
    expect(response.status).toBe(status);
    if (status === 405) expect(response.headers.get('allow')).toBe('GET, POST');
    expect(response.headers.get('content-security-policy')).not.toContain('script-src');
  });
});

test.each([
  ['GET', 401],
  ['HEAD', 405],
  ['PUT', 405],
])('in production %s gives %i for browsers too', async (method, status) => {
  const response = await fetch(`${services.production.url}/graphql`, {
    method,
    headers: { accept: browser },
  });
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).not.toContain('html');
});
