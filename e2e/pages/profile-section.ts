import type { Page } from '@playwright/test';

/** The profile on the account page, which has other forms with the same labels. */
export const profileOf = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Profile', exact: true }) });
