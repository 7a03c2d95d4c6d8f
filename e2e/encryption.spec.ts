import { expect } from '@playwright/test';
import { test } from './test.ts';

test('the known-answer vector is decrypted by this browser’s encryption worker', async ({ page }) => {
  await page.goto('/verify/encryption');
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    'This browser encrypts and decrypts correctly.',
  );
  expect(page.workers()).not.toHaveLength(0);
});
