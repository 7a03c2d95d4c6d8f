import { parseAtom } from '@labroom/testing/atom-rules.ts';
import { expect } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { test } from './test.ts';

const lab = 'thermostable-lipase-screen';

test('pages name their Atom feed, which is valid and revalidated', async ({ page, stack, request }) => {
  const pages = [
    ['/activity', 'Activity of all labs'],
    [labPath(lab), 'Activity of Thermostable Lipase Screen'],
    ['/search?q=lipase&kind=file', 'Results of this search'],
  ] as const;
  for (const [path, title] of pages) {
    await test.step(path, async () => {
      await page.goto(path);
      const link = page.locator('link[rel="alternate"][type="application/atom+xml"]');
      await expect(link).toHaveAttribute('title', title);
      const url = new URL((await link.getAttribute('href')) ?? '', stack.webUrl);
      const response = await request.get(url.pathname + url.search);
      expect(response.headers()['content-type']).toBe('application/atom+xml; charset=utf-8');
      const feed = parseAtom(await response.text());
      expect(new URL(feed.self).pathname).toBe(url.pathname);
      expect(feed.entries.length).toBeGreaterThan(0);
      // Other tests may add entries between two requests.
      let etag = '';
      await expect
        .poll(async () => {
          const again = await request.get(url.pathname + url.search, { headers: { 'if-none-match': etag } });
          etag = again.headers().etag ?? '';
          return again.status();
        })
        .toBe(304);
      const [entry] = feed.entries;
      expect((await page.goto(entry?.link ?? ''))?.status()).toBe(200);
    });
  }
});

test('a feed that does not exist says so', async ({ request }) => {
  expect((await request.get('/labs/no-such-lab/activity/atom.xml')).status()).toBe(404);
  expect((await request.get('/search/atom.xml')).status()).toBe(400);
});
