import { ActivityGroupsDocument, CreateAnnouncementDocument } from '@labroom/client/documents';
import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { operator } from './stack/operator.ts';
import { test } from './test.ts';

test('what the operator hides is found by nobody, and its members read why; a visitor reports', async ({
  newPerson,
  page,
  stack,
}) => {
  const { serviceUrl: url, consumerCredential: credential, rpcUrl } = stack;
  const owner = await newPerson();
  const { client, oclId, shortname } = await registerLab(
    { url, credential },
    localChain(rpcUrl, owner.account),
  );
  const body = new TextEncoder().encode('a,b\n1,2\n');
  for (const path of ['kept.csv', 'advertisement.csv'])
    await client.upload({ oclId, target: { path }, body, access: 'PUBLIC' });
  await client.call(CreateAnnouncementDocument, { oclId, headline: 'Buy this', body: 'Now.' });
  const room = new DataRoomPage(page);
  const reports = page.getByRole('button', { name: 'Report…' });
  const dialog = page.getByRole('dialog');
  const robots = page.locator('meta[name="robots"][content*="noindex"]');

  await test.step('a visitor reports the lab, the file and the announcement', async () => {
    await page.goto(labPath(shortname));
    await untilHydrated(reports.last());
    await reports.last().click();
    await expect(dialog).toContainText('It does not name you.');
    await expectAccessible(page);
    await dialog.getByLabel('What is wrong').selectOption('Something else');
    await expect(dialog.getByRole('button', { name: 'Send report' })).toBeDisabled();
    await dialog.getByLabel('Tell the operator what is wrong').fill('It sells something.');
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByText('The operator has your report.')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await page.goto(labPath(shortname, 'activity'));
    await page.getByRole('link', { name: 'Buy this' }).click();
    await expect(page).toHaveURL(/\/activity\/[0-9a-f-]{36}$/);
    await untilHydrated(reports);
    await reports.click();
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect(dialog).toHaveCount(0);
    await page.goto(filePath(shortname, 'advertisement.csv'));
    const ofFile = page.getByRole('complementary').getByRole('button', { name: 'Report…' });
    await untilHydrated(ofFile);
    await ofFile.click();
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect(dialog).toHaveCount(0);
    const lines = (await operator('reports')).split('\n').filter((line) => line.includes(oclId));
    expect(lines).toHaveLength(3);
    expect(lines.at(-1)).toMatch(/\tOTHER\tvisitor\tIt sells something\.$/);
  });

  await test.step('a hidden file and announcement are listed for members, with the reason', async () => {
    await operator('hide', '--lab', shortname, '--file', 'advertisement.csv', '--reason', 'An advertisement');
    const feed = await client.call(ActivityGroupsDocument, { oclId, page: 0 });
    const id = feed.activityGroups.nodes
      .flatMap(({ entries }) => entries)
      .flatMap((entry) => ('announcement' in entry ? [entry.announcement.id] : []))[0];
    await operator('hide', '--lab', shortname, '--announcement', id ?? '', '--reason', 'It sells');
    await room.open(shortname);
    await expect(room.row('kept.csv')).toBeVisible();
    await expect(room.row('advertisement.csv')).toHaveCount(0);
    await page.goto(labPath(shortname, 'activity'));
    await expect(page.getByText('kept.csv').first()).toBeVisible();
    await expect(page.getByText('Buy this')).toHaveCount(0);
    await page.goto(filePath(shortname, 'advertisement.csv'));
    await expect(page.getByRole('complementary')).toContainText('advertisement.csv');
    await expect(robots).toHaveCount(1);
    await expect(page.getByText('Reason:')).toHaveCount(0);

    await owner.page.goto(labPath(shortname, 'activity'));
    await new SiteHeader(owner.page).connectAndSignIn();
    await owner.page.reload();
    await expect(owner.page.getByText('This announcement is hidden by the operator')).toBeVisible();
    await expect(owner.page.getByText('Reason: It sells')).toBeVisible();
    await owner.page.goto(labPath(shortname, 'files'));
    await expect(new DataRoomPage(owner.page).row('advertisement.csv')).toBeVisible();
    await owner.page.goto(filePath(shortname, 'advertisement.csv'));
    await expect(owner.page.getByText('Reason: An advertisement')).toBeVisible();
    await expectAccessible(owner.page);
  });

  await test.step('a hidden lab opens by its link, and its owner finds it and reads why', async () => {
    await operator('hide', '--lab', oclId, '--reason', 'Nothing but advertising');
    await page.goto('/labs?sort=newest');
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await expect(page.locator(`a[href="${labPath(shortname)}"]`)).toHaveCount(0);
    await page.goto(labPath(shortname));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(robots).toHaveCount(1);
    await expect(page.getByText('Reason:')).toHaveCount(0);
    await owner.page.goto('/labs?role=owner');
    await expect(owner.page.locator(`a[href="${labPath(shortname)}"]`).first()).toBeVisible();
    await owner.page.goto(labPath(shortname));
    await expect(owner.page.getByText('Reason: Nothing but advertising')).toBeVisible();
    await operator('unhide', '--lab', oclId);
    await owner.page.reload();
    await expect(owner.page.getByText('Nothing but advertising')).toHaveCount(0);
    await page.reload();
    await expect(robots).toHaveCount(0);
  });
});
