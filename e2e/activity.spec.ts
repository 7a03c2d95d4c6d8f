import { localAccount } from '@labroom/contracts/local-accounts';
import { expect } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { test } from './test.ts';

const lab = 'thermostable-lipase-screen';
const agent = localAccount('agent').address.toLowerCase();

for (const javaScriptEnabled of [true, false]) {
  test.describe(`activity, ${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled });

    test('of all labs is grouped by day, names the labs, and can be filtered', async ({ page }) => {
      await page.goto('/');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' }).click();
      await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/\d{4}$/);
      const main = page.getByRole('main');
      for (const name of ['Thermostable Lipase Screen', 'Alpine Soil Microbiome', 'Low-field MRI Coil'])
        await expect(main.getByRole('link', { name }).first()).toBeVisible();

      await page.getByRole('link', { name: 'Announcements' }).click();
      await expect(page).toHaveURL('/activity?show=announcements');
      const announcement = main.getByRole('listitem').filter({ hasText: 'Round three is on the plates' });
      await expect(announcement.locator('strong')).toHaveText('more than half');
      await expect(main.getByText('bill-of-materials.csv')).toHaveCount(0);
    });

    test('of a lab onchain is grouped by transaction, with readable arguments', async ({ page }) => {
      await page.goto(labPath(lab, 'activity'));
      await page.getByRole('link', { name: 'Onchain' }).click();
      await expect(page).toHaveURL(`${labPath(lab, 'activity')}?show=onchain`);
      const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Transaction' });
      await expect(rows.filter({ hasText: 'Lab minted' })).toHaveCount(1);

      const grant = rows.filter({ has: page.locator(`[title="${agent}"]`) });
      await expect(grant).toContainText('Role granted');
      await expect(grant).toContainText(/RoleContributor\s*Until\d+ \w+ \d{4}\s*AgentYes/);
      await grant.getByText('RoleGranted at Access resolver').click();
      await expect(grant.getByRole('link', { name: '#1', exact: true })).toBeVisible();
    });

    test('of a wallet is found by its address', async ({ page }) => {
      await page.goto('/activity?show=onchain');
      await expect(page.getByText('Enter an address')).toBeVisible();
      await page.getByLabel('Wallet or contract address').fill(agent);
      await page.getByRole('button', { name: 'Look up' }).click();
      await expect(page).toHaveURL(`/activity?show=onchain&wallet=${agent}`);
      await expect(page.getByRole('main')).toContainText('Role granted');
      await page.getByRole('main').getByRole('link', { name: '#1', exact: true }).first().click();
      await expect(page.getByRole('heading', { name: 'Thermostable Lipase Screen', level: 1 })).toBeVisible();
    });
  });
}
