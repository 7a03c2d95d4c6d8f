import { expect, type Page } from '@playwright/test';

/** Drags a file over the data room, and returns what drops it. */
export async function dragFile(page: Page, name: string, into: string) {
  const dataTransfer = await page.evaluateHandle((named) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['measured'], named, { type: 'text/plain' }));
    return transfer;
  }, name);
  const target = page.getByText(`Drop files or folders into ${into}`);
  await expect(async () => {
    await page.dispatchEvent('main', 'dragenter', { dataTransfer });
    await page.dispatchEvent('main', 'dragover', { dataTransfer });
    await expect(target).toBeVisible({ timeout: 500 });
  }).toPass();
  return async () => {
    await target.dispatchEvent('drop', { dataTransfer });
    await expect(target).toBeHidden();
  };
}
