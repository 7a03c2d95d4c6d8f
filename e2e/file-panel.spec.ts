import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { filePath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { test } from './test.ts';

test('the panel of a file takes the width that its reader gives it, or a page of its own', async ({
  newPerson,
  page,
  stack,
}) => {
  const owner = await newPerson();
  const endpoint = { url: stack.serviceUrl, credential: stack.consumerCredential };
  const { client, oclId, shortname } = await registerLab(endpoint, localChain(stack.rpcUrl, owner.account));
  for (const path of ['a.txt', 'b.txt'])
    await client.upload({ oclId, target: { path }, body: new TextEncoder().encode(path), access: 'PUBLIC' });
  const room = new DataRoomPage(page);
  const divider = page.getByRole('separator', { name: 'Width of the file' });
  const heading = (name: string) => page.getByRole('heading', { name });
  const widthOfPanel = async () => (await page.getByRole('complementary').boundingBox())?.width ?? 0;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(filePath(shortname, 'a.txt'));
  await untilHydrated(divider);
  const usual = await widthOfPanel();

  await test.step('by keyboard and by mouse, and it is remembered', async () => {
    await divider.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(divider).toHaveAttribute('aria-valuenow', '56');
    expect(await widthOfPanel()).toBeGreaterThan(usual);
    const box = await divider.boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, 400];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 300, y, { steps: 5 });
    await page.mouse.up();
    await expect.poll(widthOfPanel).toBeLessThan(usual - 150);
    const narrow = await widthOfPanel();
    await expectAccessible(page);
    await page.reload();
    await untilHydrated(divider);
    expect(Math.abs((await widthOfPanel()) - narrow)).toBeLessThan(2);
    await divider.dblclick();
    await expect(divider).toHaveAttribute('aria-valuenow', '54');
  });

  await test.step('without the list, which the next file is opened without, too', async () => {
    await page.getByRole('button', { name: 'Open on a page of its own' }).click();
    await expect(room.list).toBeHidden();
    await expect(divider).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Next file' }).click();
    await expect(heading('b.txt')).toBeVisible();
    await expect(room.list).toBeHidden();
    await page.reload();
    await expect(heading('b.txt')).toBeVisible();
    await expect(room.list).toBeHidden();
    await untilHydrated(page.getByRole('button', { name: 'Show the list beside the file' }));
    await page.getByRole('button', { name: 'Show the list beside the file' }).click();
    await expect(room.list).toBeVisible();
    await room.file.closeButton.click();
    await expect(page.getByRole('complementary')).toHaveCount(0);
  });
});
