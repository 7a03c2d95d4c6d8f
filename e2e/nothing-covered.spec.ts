import { TrashEntryDocument } from '@labroom/client/documents';
import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { depth } from '@labroom/testing/depth.ts';
import { expect } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectNothingCovered } from './browser/covered.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

const csv = (name: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(`dose,${name}\n`) });

for (const [where, viewport] of [
  ['on a wide screen', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const)
  test(`messages and uploads cover no control ${where}, whatever is done`, async ({ newPerson, stack }) => {
    const { page, account } = await newPerson();
    // What is not there fails, and does not wait for the end of the test.
    page.setDefaultTimeout(60_000);
    await page.setViewportSize(viewport);
    const lab = await registerLab(
      { url: stack.serviceUrl, credential: stack.consumerCredential },
      localChain(stack.rpcUrl, account),
    );
    const { oclId, shortname } = lab;
    for (let n = 0; n < 24; n += 1)
      await lab.client.upload({
        oclId,
        target: { path: `${n < 6 ? 'raw/' : ''}plate-${n}.csv` },
        body: `dose,${n}`,
        access: 'PUBLIC',
      });
    const room = new DataRoomPage(page);
    const message = (text: string) => page.locator('[data-message]').filter({ hasText: text });
    const covers = (after: string) => expectNothingCovered(page, after);
    const rename = async (from: string, to: string) => {
      await page.getByRole('button', { name: `Actions for ${from}.csv` }).click();
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      await expect(page.getByRole('textbox', { name: /^New name of/ })).toBeFocused();
      await page.keyboard.type(to);
      await page.keyboard.press('Enter');
      await expect(message(`Renamed to ${to}.csv`)).toBeVisible();
    };

    await room.open(shortname);
    await new SiteHeader(page).connectAndSignIn();
    await room.untilChangesAreOffered();
    test.setTimeout(depth.workMinutes * 60_000 + 600_000);
    const end = Date.now() + depth.workMinutes * 60_000;
    for (let round = 0; round === 0 || Date.now() < end; round += 1) {
      await rename('plate-7', 'other');
      await covers('a file is renamed');
      await message('Renamed').getByRole('button', { name: 'Undo' }).click();
      await expect(room.row('plate-7.csv')).toBeVisible();
      await covers('the name is back');

      await room.row('plate-8.csv').getByRole('checkbox').check();
      await room.row('plate-9.csv').getByRole('checkbox').check();
      await expect(page.getByRole('searchbox')).toBeVisible();
      await covers('two rows are selected');
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(message('2 entries moved to the trash')).toBeVisible();
      await covers('they are deleted');
      await message('moved to the trash').getByRole('button', { name: 'Undo' }).click();
      await expect(room.row('plate-8.csv')).toBeVisible();

      await page.mouse.wheel(0, 10_000);
      await rename('plate-23', 'last');
      await covers('a row at the end is renamed');
      await message('Renamed').getByRole('button', { name: 'Undo' }).click();
      await expect(room.row('plate-23.csv')).toBeVisible();
      await page.mouse.wheel(0, -10_000);

      await page.getByRole('button', { name: 'Actions for plate-10.csv' }).click();
      await page.getByRole('menuitem', { name: 'Follow' }).click();
      await expect(message('You follow this file.')).toBeVisible();
      await covers('a file is followed');
      await page.getByRole('button', { name: 'Actions for plate-10.csv' }).click();
      await page.getByRole('menuitem', { name: 'Unfollow' }).click();

      await room.give(csv(`new-${round}.csv`), csv(`more-${round}.csv`));
      await room.chooseAccess('Everyone');
      await room.uploadDialog.getByRole('button', { name: 'Upload for everyone' }).click();
      await expect(room.queue).toBeVisible();
      await covers('an upload has begun');
      await page.getByRole('navigation', { name: 'Lab' }).getByRole('link', { name: 'Members' }).click();
      await expect(page.getByRole('button', { name: 'Grant a role' })).toBeVisible();
      await covers('another page is open');
      await expect(room.queue).toHaveCount(0);
      await covers('the uploads have closed themselves');
      // So that every round finds the list as the first did.
      const paths = [`new-${round}.csv`, `more-${round}.csv`];
      await lab.client.call(TrashEntryDocument, { oclId, paths });

      await page.goto(labPath(shortname, 'settings'));
      const save = page.getByRole('button', { name: 'Save', exact: true }).first();
      await untilHydrated(save);
      await save.click();
      await expect(message('No changes to save.')).toBeVisible();
      await covers('settings are saved');

      await room.open(shortname);
      await room.untilChangesAreOffered();
      await room.openFile('plate-11.csv');
      await covers('a file is open');
      await room.file.delete();
      await expect(message('plate-11.csv')).toBeVisible();
      await covers('the open file is deleted');
      await message('plate-11.csv').getByRole('button', { name: 'Undo' }).click();
      await expect(room.row('plate-11.csv')).toBeVisible();

      await page.context().setOffline(true);
      await expect(page.locator('html')).toHaveAttribute('data-offline', '');
      await covers('the network is gone');
      await page.context().setOffline(false);
      await expect(page.locator('html')).not.toHaveAttribute('data-offline', '');
    }
  });
