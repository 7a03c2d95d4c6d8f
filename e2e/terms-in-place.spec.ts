import { expect } from '@playwright/test';
import { glossary } from '#components/ui/glossary.ts';
import { test } from './test.ts';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a word explains itself on Enter and on a click, and closes on Escape', async ({ page }) => {
    await page.goto('/verify');
    const word = page.getByRole('button', { name: 'fingerprint' });
    const meaning = page.getByText(glossary.fingerprint.meaning);
    await expect(meaning).toBeHidden();
    await word.press('Enter');
    await expect(meaning).toBeVisible();
    await word.press('Escape');
    await expect(meaning).toBeHidden();
    await word.click();
    await expect(meaning).toBeInViewport({ ratio: 1 });
  });
});

test('every explanation that leads to more leads to a section of its page', async ({ page }) => {
  const links = Object.values(glossary).flatMap((entry) => ('more' in entry ? [entry.more.href] : []));
  await page.goto('/how-it-works');
  for (const href of new Set(links)) {
    const [path, id] = href.split('#');
    expect(path).toBe('/how-it-works');
    await expect(page.locator(`#${id}`)).toBeVisible();
  }
});

test('an explanation stays within a narrow window', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/verify');
  await page.getByRole('button', { name: 'fingerprint' }).click();
  await expect(page.getByText(glossary.fingerprint.meaning)).toBeInViewport({ ratio: 1 });
});
