import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import { filePath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from '../browser/accessible.ts';
import { choose, press, write } from '../browser/pointer-actions.ts';
import { DataRoomPage } from '../pages/data-room-page.ts';
import { SearchPage } from '../pages/search-page.ts';
import { VerifyPage } from '../pages/verify-page.ts';
import { journey } from './journey.ts';

const lab = 'Thermostable Lipase Screen';

journey(
  'a visitor finds, reads, cites and verifies a file, and is told what is locked',
  async ({ newPerson, scene }) => {
    const { page } = await newPerson();
    const main = page.getByRole('main');
    const room = new DataRoomPage(page);
    const { preview } = room.file;
    const search = new SearchPage(page);
    const hit = search.hit('results/round-3/plate-07.csv');
    const place = (name: string) => page.getByRole('navigation', { name }).getByRole('link');
    let bytes: Buffer = Buffer.alloc(0);

    await scene('The labs', page, async () => {
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'A data room for research', level: 1 })).toBeVisible();
    });

    await scene('A lab says what it is', page, async () => {
      await press(page.getByRole('article').getByRole('link', { name: lab }));
      await expect(page.getByRole('heading', { name: lab, level: 1 })).toBeVisible();
      await expect(main.getByText('Directed evolution of a fungal lipase')).toBeVisible();
    });

    await scene('Its data room', page, async () => {
      await press(place('Lab').filter({ hasText: 'Files' }));
      await expect(room.row('README.md')).toBeVisible();
    });

    await scene('A public file, without a wallet', page, async () => {
      await room.openFile('README.md');
      await expect(preview.getByRole('heading', { name: 'Thermostable lipase screen' })).toBeVisible();
      await expectAccessible(page);
    });

    await scene('A locked file, and for whom it opens', page, async () => {
      await press(room.file.closeButton);
      await room.openFolder('team');
      await room.openFile('ranked-hits.csv');
      await expect(preview.getByText('Encrypted', { exact: true })).toBeVisible();
      await expect(preview).toContainText('It opens for');
      await expect(preview).toContainText('Members of Thermostable Lipase Screen');
      await press(page.getByRole('tab', { name: 'About' }));
      await expect(preview).toContainText('Who can open it');
      await expectAccessible(page);
    });

    await scene('Search over all labs', page, async () => {
      await press(page.getByRole('link', { name: 'Labroom' }));
      await press(place('Main').filter({ hasText: 'Search' }));
      await write(search.words, 'absorbance');
      await page.keyboard.press('Enter');
      await expect(hit.locator('mark')).toHaveText(['absorbance']);
    });

    await scene('The hit is previewed as a table', page, async () => {
      await press(hit.getByRole('link', { name: /plate-07/ }));
      await expect(page).toHaveURL(filePath('thermostable-lipase-screen', 'results/round-3/plate-07.csv'));
      await expect(preview.getByRole('cell', { name: 'L3-0145' })).toBeVisible();
    });

    await scene('Its hash is checked here', page, async () => {
      await press(page.getByRole('tab', { name: 'About' }));
      await press(preview.getByRole('button', { name: 'Check in this browser' }));
      await expect(preview).toContainText('The stored file matches this hash');
    });

    await scene('It is cited by version and hash', page, async () => {
      await press(page.getByRole('tab', { name: 'Cite' }));
      await choose(preview.getByLabel('Format'), 'BibTeX');
      await expect(preview).toContainText('@misc');
      bytes = await room.file.download();
      await expect(preview).toContainText(createHash('sha256').update(bytes).digest('hex'));
    });

    await scene('The downloaded copy is verified', page, async () => {
      const verify = new VerifyPage(page);
      await press(page.getByRole('contentinfo').getByRole('link', { name: 'Verify' }));
      await verify.give({ name: 'plate-07 (1).csv', mimeType: 'text/csv', buffer: bytes });
      const result = verify.result('plate-07 (1).csv');
      await expect(result).toContainText(`Version 1, the newest, in ${lab}`);
      await expect(result).toContainText('identical to this file');
    });
  },
);
