import { expect } from '@playwright/test';
import { z } from 'zod';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { test } from './test.ts';

const lab = 'thermostable-lipase-screen';
const title = 'Thermostable Lipase Screen';

const datasetSchema = z.object({
  '@context': z.literal('https://schema.org'),
  '@type': z.literal('Dataset'),
  url: z.url(),
  name: z.string(),
  // Requirements of dataset search engines.
  description: z.string().min(50).max(5000),
  identifier: z.array(z.string()).min(1),
  distribution: z.array(
    z.object({ url: z.url(), name: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
});

test('a lab describes itself and its public files to search engines', async ({ page, stack }) => {
  await page.goto(labPath(lab));
  const json = await page.locator('script[type="application/ld+json"]').textContent();
  const dataset = datasetSchema.parse(JSON.parse(json ?? ''));
  expect(dataset).toMatchObject({ name: title, url: stack.webUrl + labPath(lab) });
  expect(dataset.identifier[0]).toMatch(/^0x0101[0-9a-f]{60}$/);
  const files = dataset.distribution.map(({ name }) => name);
  expect(files).toContain('README.md');
  expect(files).not.toContain('team/ranked-hits.csv');
  expect(dataset.distribution.find(({ name }) => name === 'README.md')?.url).toBe(
    stack.webUrl + filePath(lab, 'README.md'),
  );
});

test('each page has a title, a description, one canonical URL and a social card', async ({
  page,
  stack,
  request,
}) => {
  const pages = [
    ['/', 'Labroom, data rooms for research', '/'],
    ['/activity?show=files', 'Activity · Labroom', '/activity'],
    ['/search?q=soil', 'soil · Search · Labroom', '/search'],
    [labPath(lab), `${title} · Labroom`, labPath(lab)],
    [`${labPath(lab, 'activity')}?show=onchain`, `Activity · ${title} · Labroom`, labPath(lab, 'activity')],
    [labPath(lab, 'members'), `Members · ${title} · Labroom`, labPath(lab, 'members')],
    [labPath(lab, 'files', ['team']), `team · ${title} · Labroom`, labPath(lab, 'files', ['team'])],
  ] as const;
  const meta = (property: string) =>
    page.locator(`meta[property="${property}"], meta[name="${property}"]`).first().getAttribute('content');
  for (const [path, expectedTitle, canonical] of pages) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page).toHaveTitle(expectedTitle);
      const address = await page.locator('link[rel="canonical"]').getAttribute('href');
      expect(new URL(address ?? '').pathname).toBe(canonical);
      expect(await meta('description')).toMatch(/\w{3}/);
      expect(await meta('twitter:card')).toBe('summary_large_image');
      const card = (await meta('og:image')) ?? '';
      expect(card.startsWith(stack.webUrl)).toBe(true);
      expect((await request.get(card)).headers()['content-type']).toMatch(/^image\//);
    });
  }
});

test('result pages are not indexed, the sitemap lists the labs, and crawlers are excluded outside production', async ({
  page,
  request,
  stack,
}) => {
  await page.goto('/search?q=soil');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  const sitemap = await (await request.get('/sitemap.xml')).text();
  for (const path of ['/', labPath(lab), labPath(lab, 'files')])
    expect(sitemap).toContain(`<loc>${stack.webUrl}${path}</loc>`);
  expect(await (await request.get('/robots.txt')).text()).toMatch(/Disallow: \/\n/);
});

test('a lab and a file have a social card and an icon of their own; what does not exist has none', async ({
  page,
  request,
}) => {
  const links = [labPath(lab), filePath(lab, 'README.md'), filePath(lab, 'team/ranked-hits.csv')];
  const cards = new Set<string>();
  for (const link of links) {
    await page.goto(link);
    const card = await page.locator('meta[property="og:image"]').getAttribute('content');
    const response = await request.get(card ?? '', { maxRedirects: 0 });
    expect(response.headers()).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=3600',
    });
    const png = await response.body();
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    cards.add(png.toString('base64'));
    const icon = await page.locator('link[rel="icon"]').getAttribute('href');
    expect((await request.get(icon ?? '')).headers()).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': 'public, max-age=31536000, immutable',
    });
  }
  expect(cards.size).toBe(links.length);
  const missing = ['/cards/no-such-lab', `/cards/${lab}/no-such-file.csv`, `/cards/${lab}/%E0%A4%A`];
  for (const path of missing) expect((await request.get(path)).ok(), path).toBe(false);
});

test('text is compressed: pages, drawn pictures, feeds, the sitemap and Markdown', async ({
  page,
  request,
}) => {
  await page.goto('/');
  const picture = await page.locator('img[src^="/marks/"]').first().getAttribute('src');
  const paths = [
    '/',
    picture ?? '',
    '/activity/atom.xml',
    '/search/atom.xml?q=soil',
    '/sitemap.xml',
    '/developers.md',
  ];
  for (const path of paths)
    expect((await request.get(path)).headers(), path).toMatchObject({ 'content-encoding': 'gzip' });
});
