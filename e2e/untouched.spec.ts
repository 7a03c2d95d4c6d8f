import { expect, type Locator, type Page } from '@playwright/test';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { test } from './test.ts';

// Nothing here gives a page any input before it is complete.
const lipase = 'thermostable-lipase-screen';
const battery = 'sodium-battery-cycling';

const widths = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

/** Files whose preview needs a viewer, with what only the viewer shows. */
const viewers: readonly { path: string; shows: (preview: Locator) => Locator }[] = [
  { path: 'structure/active-site.pdb', shows: (preview) => preview.locator('canvas') },
  { path: 'structure/nitrophenol.mol', shows: (preview) => preview.getByRole('img', { name: /C6H5NO3/ }) },
  { path: 'sequences/pLR26.gb', shows: (preview) => preview.getByRole('img', { name: /pLR26/ }) },
  { path: 'reports/third-round.pdf', shows: (preview) => preview.locator('iframe') },
  { path: 'protocols/purification.docx', shows: (preview) => preview.getByText('Thaw the pellet on ice') },
  { path: 'analysis/melting.ipynb', shows: (preview) => preview.getByText('In [1]') },
];

for (const [device, viewport] of Object.entries(widths)) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport, hasTouch: device === 'phone' });

    for (const { path, shows } of viewers) {
      test(`a shared link to ${path} shows the file in its viewer`, async ({ page }) => {
        const folder = path.slice(0, path.lastIndexOf('/'));
        await page.goto(
          `${labPath(lipase, 'files', folder.split('/'))}?${new URLSearchParams({ file: path })}`,
        );
        const { preview } = new DataRoomPage(page).file;
        await expect(shows(preview)).toBeVisible();
        await expect(page.getByText(/^The hash matches/)).toBeVisible();
      });
    }

    test('a shared link to a file of holders names the token and the amount', async ({ page }) => {
      await page.goto(filePath(battery, 'holders/scale-up.md'));
      const { preview } = new DataRoomPage(page).file;
      await untilHydrated(page.getByRole('tab').first());
      await expect(preview.getByText('Holders of at least 100 SALT')).toBeVisible();
      await expect(preview.getByText('0000000')).toHaveCount(0);
    });

    test('a data room sorts, selects and filters', async ({ page }) => {
      const room = new DataRoomPage(page);
      await page.goto(labPath(lipase, 'files'));
      await untilHydrated(room.row('README.md').getByRole('checkbox'));
      await page.getByRole('button', { name: 'Filter' }).click();
      await expect(page.getByRole('combobox', { name: 'Access' })).toBeEnabled();
      await room.row('README.md').getByRole('checkbox').check();
      await expect(page.getByRole('status').filter({ hasText: '1 file' })).toBeVisible();
    });
  });
}

test.describe('a browser that runs no scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('reads from the server who can open a file of holders', async ({ page }) => {
    await page.goto(filePath(battery, 'holders/scale-up.md'));
    await expect(page.getByText('Holders of at least 100 SALT').first()).toBeVisible();
  });
});

test('text that is typed before a data room is hydrated is searched for', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto(labPath(lipase, 'files'), { waitUntil: 'commit' });
  await page.getByRole('searchbox', { name: 'Search the files of this lab' }).pressSequentially('readme');
  release();
  await expect(page).toHaveURL(/q=readme/);
  await expect(new DataRoomPage(page).list.getByRole('row')).toHaveCount(2);
});

/** Holds the scripts of pages. Returns a function that lets them through. */
async function holdScripts(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route('**/_next/static/chunks/**', async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}
