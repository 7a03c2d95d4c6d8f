import { expect } from '@playwright/test';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { SearchPage } from './pages/search-page.ts';
import { test } from './test.ts';

const lab = 'thermostable-lipase-screen';

for (const javaScriptEnabled of [true, false]) {
  test.describe(`search, ${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled });

    test('finds files and announcements, highlights the words, and links to the results', async ({
      page,
    }) => {
      const search = new SearchPage(page);
      await page.goto('/');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).click();
      await expect(page.getByText('Enter a search term')).toBeVisible();
      await search.words.fill('replicats');
      await search.words.press('Enter');

      const announcement = search.hit('Round three is on the plates');
      await expect(announcement.locator('mark')).toHaveText(['Replicates']);
      await announcement.getByRole('link', { name: 'Round three' }).click();
      await expect(page.getByRole('main').locator('strong')).toHaveText('more than half');

      await page.goto('/search?q=absorbance');
      const file = search.hit('results/round-3/plate-07.csv');
      await expect(file.locator('mark')).toHaveText(['absorbance']);
      await file.getByRole('link', { name: 'results/round-3/plate-07.csv' }).click();
      await expect(page).toHaveURL(filePath(lab, 'results/round-3/plate-07.csv'));
    });

    test('filters are in the URL, removable one by one, and shown for a shared link', async ({ page }) => {
      const search = new SearchPage(page);
      await page.goto(`/search?q=round&kind=file&tag=round-3&access=team&lab=${lab}`);
      await expect(search.hits).toHaveCount(1);
      await expect(search.hit('team/ranked-hits.csv').getByText('Team', { exact: true })).toBeVisible();
      await search.without('Team').click();
      await expect(search.hits).toHaveCount(2);
      await expect(page).toHaveURL(`/search?q=round&lab=${lab}&tag=round-3&kind=file`);

      await search.openFilters();
      await search.panel.getByLabel('Lab, by its short name').fill('no-such-lab');
      await search.panel.getByRole('button', { name: 'Apply' }).click();
      await expect(search.without('no-such-lab (no such lab)')).toBeVisible();
      await expect(search.hits).toHaveCount(2);
      await page.getByRole('link', { name: 'Clear filters' }).click();
      await expect(page).toHaveURL('/search?q=round');
    });

    test('says that nothing was found, and what to do', async ({ page }) => {
      await page.goto('/search?q=zebrafish');
      await expect(page.getByText('No results.')).toBeVisible();
      await page.goto('/search?q=melting&kind=announcement');
      await page.getByRole('link', { name: 'Clear filters' }).click();
      await expect(new SearchPage(page).hit('results/round-3/melting.json')).toBeVisible();
    });
  });
}

test('a checkbox takes effect at once, and the back button reverts it', async ({ page }) => {
  const search = new SearchPage(page);
  await page.goto('/search?q=round');
  await untilHydrated(search.words);
  await search.openFilters();
  const announcements = search.panel.getByLabel('Announcements');
  await announcements.check();
  await expect(page).toHaveURL('/search?q=round&kind=announcement');
  await expect(search.hits).toHaveCount(1);
  await expect(announcements).toBeFocused();

  await page.goBack();
  await expect(page).toHaveURL('/search?q=round');
  await expect(announcements).not.toBeChecked();
});

test('the tag of a result finds other files with that tag', async ({ page }) => {
  const search = new SearchPage(page);
  await page.goto('/search?q=plate');
  await search
    .hit('results/round-3/plate-07.csv')
    .getByRole('link', { name: 'round-3', exact: true })
    .click();
  await expect(search.hit('team/ranked-hits.csv')).toBeVisible();
  await expect(search.without('round-3')).toBeVisible();
  await page.getByRole('link', { name: 'Thermostable Lipase Screen' }).first().click();
  await expect(page).toHaveURL(labPath(lab));
});

test('the symbol of a token finds its lab, and what is found is announced', async ({ page }) => {
  await page.goto('/search?q=%24salt');
  const exact = page.getByRole('list', { name: 'Exact matches' }).getByRole('listitem');
  await expect(exact).toContainText(['Has a token with this symbol']);
  await exact.getByRole('link').click();
  await expect(page).toHaveURL(/\/labs\/[^/]*\/tokenize$/);

  await page.goto('/search?q=lipase');
  const { words } = new SearchPage(page);
  await untilHydrated(words);
  const status = page.getByRole('main').getByRole('status');
  await expect(status.filter({ hasText: /^Found 1 lab, / })).toHaveCount(1);
  await words.fill('no-such-word-anywhere');
  await words.press('Enter');
  await expect(status.filter({ hasText: 'Found nothing.' })).toHaveCount(1);
  await expect(words).toBeFocused();
});
