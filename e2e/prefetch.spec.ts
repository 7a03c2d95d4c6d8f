import { expect, type Page, type Request } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { test } from './test.ts';

const lab = 'thermostable-lipase-screen';

const isOfPage = (request: Request) => new URL(request.url()).searchParams.has('_rsc');
/** Next asks first which page it is. */
const hasContent = (request: Request) => isOfPage(request) && !('next-router-prefetch' in request.headers());
const isOfFile = (request: Request) => (request.postData() ?? '').includes('query DataRoomFile(');

/** Requests of a kind from now on. */
function record(page: Page, isOfKind: (request: Request) => boolean): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (isOfKind(request)) urls.push(request.url());
  });
  return urls;
}

test('a page of a lab is asked for when the pointer rests on its link, and not again when the link is followed', async ({
  page,
}) => {
  const unasked = record(page, isOfPage);
  await page.goto(labPath(lab), { waitUntil: 'networkidle' });
  const files = page.getByRole('navigation', { name: 'Lab' }).getByRole('link', { name: 'Files' });
  await untilHydrated(files);
  expect(unasked).toEqual([]);
  // Next reads the content to its end, and then aborts the request.
  const arrived = Promise.race([
    page.waitForEvent('requestfinished', hasContent),
    page.waitForEvent('requestfailed', hasContent),
  ]);
  await files.hover();
  await arrived;
  const reads = record(page, isOfPage);
  await files.click();
  await expect(new DataRoomPage(page).row('README.md')).toBeVisible();
  expect(reads).toEqual([]);
});

test('a file is asked for when the pointer rests on its row, and not again when it is opened', async ({
  page,
}) => {
  await page.goto(labPath(lab, 'files', ['protocols']), { waitUntil: 'networkidle' });
  const file = page.getByRole('grid', { name: 'Files' }).getByRole('link').last();
  await untilHydrated(file);
  const arrived = page.waitForEvent('requestfinished', isOfFile);
  await file.hover();
  await arrived;
  const reads = record(page, (request) => isOfPage(request) || isOfFile(request));
  await file.click();
  await expect(page.getByText('The hash matches')).toBeVisible();
  expect(reads).toEqual([]);
});
