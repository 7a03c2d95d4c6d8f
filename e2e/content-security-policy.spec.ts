import { expect } from '@playwright/test';
import { test } from './test.ts';

test('markup injected into a page runs no script', async ({ page }) => {
  const response = await page.goto('/');
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/=]{24}' 'strict-dynamic';/);
  expect((await page.request.get('/')).headers()['content-security-policy']).not.toBe(policy);

  const blocked = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
          resolve(`${effectiveDirective} ${blockedURI}`),
        );
        document.body.insertAdjacentHTML(
          'beforeend',
          '<img alt="" src="data:," onerror="document.title = 1">',
        );
      }),
  );
  expect(blocked).toBe('script-src-attr inline');
  expect(await page.title()).toContain('Labroom');
});

test('every answer in HTML has a policy, and no address fails because it cannot be decoded', async ({
  stack,
}) => {
  const answers = [
    '/',
    '/nowhere',
    '/api/none',
    '/api',
    '/_next/none',
    '/_next/image?url=x',
    '/_next/%ff',
    '/api/%ff',
  ]
    .concat([
      '/marks/none',
      '/_error',
      '/404',
      '/500',
      '/_next/static/none',
      '/.well-known/none',
      '/labs/none',
      '/labs?search=%ff',
    ])
    .concat([
      '/%ff',
      '/labs/%ff',
      '/labs/a%2',
      '/labs/%c0%af',
      '/labs/%ff/files',
      '/labs/a/files/%ff',
      '/labs/%ff/releases/1',
    ])
    .concat([
      '/labs/%ff/members/%ff',
      '/labs/%ff/activity/atom.xml',
      '/agreements/%ff',
      '/cards/labs/%ff',
      '/metadata/%ff',
    ])
    .concat([
      '/marks/1/person/%ff.svg',
      '/developers/%ff',
      '/developers/%ff.md',
      '/invite/%ff',
      '/verify?lab=%ff',
    ])
    .map(async (path) => {
      const response = await fetch(stack.webUrl + path, { redirect: 'manual' });
      const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false;
      const hasPolicy = response.headers.has('content-security-policy');
      return { path, isSafe: response.status < 500 && (!isHtml || hasPolicy) };
    });
  expect((await Promise.all(answers)).filter(({ isSafe }) => !isSafe)).toEqual([]);
});
