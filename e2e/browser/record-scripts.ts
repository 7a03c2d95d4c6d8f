import type { Page } from '@playwright/test';

/** Records the scripts that a page loads. @returns reads all scripts so far */
export function recordScripts(page: Page): () => Promise<string[]> {
  const reading: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    // A script that is still loading when the test ends has no text.
    reading.push(response.text().catch(() => ''));
  });
  return () => Promise.all(reading);
}
