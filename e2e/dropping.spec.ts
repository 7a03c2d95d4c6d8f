import { expect } from '@playwright/test';
import { untilHydrated } from './browser/hydrated.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { test } from './test.ts';

test('files dragged over the data room show a drop target, and dropping them opens the upload dialog', async ({
  page,
}) => {
  const room = new DataRoomPage(page);
  await room.open('thermostable-lipase-screen');
  await untilHydrated(room.uploadButton);
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['measured'], 'dropped.txt', { type: 'text/plain' }));
    return transfer;
  });
  const target = page.getByText('Drop files or folders into this lab');
  await expect(async () => {
    await page.dispatchEvent('main', 'dragenter', { dataTransfer });
    await page.dispatchEvent('main', 'dragover', { dataTransfer });
    await expect(target).toBeVisible({ timeout: 500 });
  }).toPass();
  await target.dispatchEvent('drop', { dataTransfer });
  await expect(page.getByRole('dialog')).toContainText('dropped.txt');
  await expect(target).toBeHidden();
});
