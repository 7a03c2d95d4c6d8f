import { LabsDocument } from '@labroom/client/documents';
import { expect } from '@playwright/test';
import { stringifyDocument } from '@urql/core';
import { type LimitedWeb, startLimitedWeb } from './stack/limited-web.ts';
import { test } from './test.ts';

const PER_VISITOR = 30;
const limits = { RATE_LIMIT_PER_VISITOR: String(PER_VISITOR), RATE_LIMIT_PER_CONSUMER: '1' };
const body = JSON.stringify({ query: stringifyDocument(LabsDocument), variables: { perPage: 1 } });

/** Sends three times as many calls as allowed. Returns how many were served, and the maximum allowed in that time. */
async function rush(
  web: LimitedWeb,
  localAddress: string,
  headersOf: (index: number) => Record<string, string>,
) {
  const started = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 3 * PER_VISITOR }, (_, index) =>
      web.from(localAddress, { path: '/api/graphql', body, headers: headersOf(index) }),
    ),
  );
  const minutes = (performance.now() - started) / 60_000;
  const served = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(({ status }) => status === 429);
  expect(served + refused.length).toBe(answers.length);
  return { served, refused, allowed: PER_VISITOR + Math.ceil(minutes * PER_VISITOR) };
}

test.describe('without a proxy', () => {
  let web: LimitedWeb;
  test.beforeAll(async () => {
    web = await startLimitedWeb(limits);
  });
  test.afterAll(() => web.stop());

  test('a visitor over the limit is rejected, whatever address the request claims, and other visitors are not', async () => {
    const { served, refused, allowed } = await rush(web, '127.0.0.7', (index) => ({
      'x-forwarded-for': `198.51.100.${index}`,
      'x-visitor-address': `203.0.113.${index}`,
      'x-real-ip': `203.0.113.${index}`,
      forwarded: `for=203.0.113.${index}`,
    }));
    expect(served).toBeGreaterThan(0);
    expect(served).toBeLessThanOrEqual(allowed);
    for (const { retryAfter, text } of refused) {
      expect(retryAfter).toMatch(/^[1-9]$/);
      expect(JSON.parse(text).errors).toMatchObject([{ errorType: 'RATE_LIMITED' }]);
    }
    expect((await web.from('127.0.0.8', { path: '/api/graphql', body })).status).toBe(200);
    expect((await web.from('127.0.0.9', { path: '/' })).text).toContain('thermostable-lipase-screen');
  });

  test('pages explain the limit to that visitor, and can be reloaded', async ({ page }) => {
    const claims = (index: number) => ({ 'x-forwarded-for': `198.51.100.${index}` });
    const pages = await Promise.all(
      Array.from({ length: 3 * PER_VISITOR }, (_, index) =>
        // Each is another page, because visitors of one page share a render.
        web.from('127.0.0.1', { path: `/activity?visit=${index}`, headers: claims(index) }),
      ),
    );
    expect(pages.filter(({ text }) => text.includes('Try again in')).length).toBeGreaterThan(0);
    expect((await web.from('127.0.0.10', { path: '/activity' })).text).not.toContain('Try again in');

    const alert = page.getByRole('alert').filter({ hasText: 'The activity could not be loaded.' });
    // On a slow machine the bucket may refill before the page is served.
    await expect(async () => {
      await rush(web, '127.0.0.1', claims);
      await page.goto(`${web.url}/activity`);
      await expect(alert).toContainText(/Too many requests\. Try again in (1 second|\d seconds)\./, {
        timeout: 1_000,
      });
    }).toPass();
    await expect(async () => {
      await alert.getByRole('button', { name: 'Try again' }).click({ timeout: 1_000 });
      await expect(alert).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
  });
});

test.describe('behind a trusted proxy', () => {
  let web: LimitedWeb;
  test.beforeAll(async () => {
    web = await startLimitedWeb(limits, () => ({ TRUSTED_PROXIES: '127.0.0.1 10.0.0.0/8' }));
  });
  test.afterAll(() => web.stop());

  const behind = (forwarded: string) => ({ 'x-forwarded-for': forwarded });

  test('visitors are identified by the proxy, not by their own headers', async () => {
    const visitor = '192.0.2.44';
    const { served, allowed } = await rush(web, '127.0.0.1', (index) =>
      behind(`198.51.100.${index}, ${visitor}, 10.1.2.3`),
    );
    expect(served).toBeGreaterThan(0);
    expect(served).toBeLessThanOrEqual(allowed);
    const other = await web.from('127.0.0.1', { path: '/api/graphql', body, headers: behind('192.0.2.45') });
    expect(other.status).toBe(200);
  });

  test('headers of requests that bypass the proxy are ignored', async () => {
    const { served, allowed } = await rush(web, '127.0.0.7', (index) => behind(`192.0.2.${index}`));
    expect(served).toBeLessThanOrEqual(allowed);
  });
});
