import { expect } from '@playwright/test';
import { test } from './test.ts';

test('a script that the server did not write on the page does not run', async ({ page }) => {
  const response = await page.goto('/');
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/=]{24}' 'strict-dynamic';/);
  expect((await page.request.get('/')).headers()['content-security-policy']).not.toBe(policy);

  const blocked = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (violation) =>
          resolve(`${violation.effectiveDirective} ${violation.blockedURI}`),
        );
        const script = document.createElement('script');
        script.textContent = 'document.title = "owned"';
        document.body.append(script);
      }),
  );
  expect(blocked).toBe('script-src-elem inline');
  expect(await page.title()).not.toBe('owned');
});
