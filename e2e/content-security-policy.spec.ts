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
