import { developerPages } from '@labroom/protocol/developer-pages';
import { readSchemaText } from '@labroom/service/contract/schema-text.ts';
import { expect, type Page } from '@playwright/test';
import { buildSchema } from 'graphql';
import { splitCode } from '#lib/developers/guide.ts';
import { expectAccessible } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { DevelopersPage } from './pages/developers-page.ts';
import { test } from './test.ts';

const guidePages = ['', ...developerPages.map(({ name }) => `/${name}`), '/reference', '/reference/reads'];

/** Names of the operations on a page of the reference. */
const articles = (page: Page) => page.getByRole('article').evaluateAll((all) => all.map(({ id }) => id));

test('every operation of the schema is in the reference, without scripts', async ({ browser, baseURL }) => {
  const schema = buildSchema(readSchemaText());
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  );
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/developers/reference');
  const links = page.getByRole('main').getByRole('link');
  const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const listed = targets.filter((target) => target.includes('#'));
  expect(listed.map((target) => target.split('#')[1]).sort()).toEqual(fields.map(({ name }) => name).sort());

  const found: string[] = [];
  for (const group of new Set(listed.map((target) => target.split('#')[0] ?? ''))) {
    await page.goto(group);
    found.push(...(await articles(page)));
    for (const name of await articles(page)) {
      const text = await page.getByRole('article', { name, exact: true }).innerText();
      const missing = fields
        .find((field) => field.name === name)
        ?.args.filter((arg) => !text.includes(arg.name));
      expect(missing, name).toEqual([]);
    }
  }
  expect(found.sort()).toEqual(fields.map(({ name }) => name).sort());

  await page.getByRole('searchbox', { name: 'Search operations' }).fill('CONTENT_DIFFERS');
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  const entry = page.getByRole('article', { name: 'changeFileVersionAccess' });
  await expect(entry.getByText('import { ChangeFileVersionAccessDocument }')).toBeVisible();
  await entry.getByRole('radio', { name: 'curl' }).check();
  await expect(entry.getByText('import { ChangeFileVersionAccessDocument }')).toBeHidden();
  await expect(entry.getByText('curl -sS')).toBeVisible();
  await context.close();
});

for (const name of guidePages) {
  test(`/developers${name} is the same as a page, as .md and for Accept: text/markdown`, async ({
    page,
    request,
    stack,
  }) => {
    // Examples name files of the newest labs, which other tests add meanwhile.
    await expect(async () => {
      await page.goto(`/developers${name}`);
      const alternate = page.locator('link[rel=alternate][type="text/markdown"]');
      const twin = (await alternate.getAttribute('href')) ?? '';
      expect(new URL(twin, stack.webUrl).pathname).toBe(`/developers${name}.md`);
      const response = await request.get(`/developers${name}.md`);
      expect(response.headers()['content-type']).toBe('text/markdown; charset=utf-8');
      const text = await response.text();
      const negotiated = await request.get(`/developers${name}`, { headers: { accept: 'text/markdown' } });
      expect(await negotiated.text()).toBe(text);

      const parts = splitCode(text);
      const codes = parts.flatMap((part) => (part.kind === 'code' ? part.codes : []));
      const shown = await page.getByRole('main').locator('pre').allTextContents();
      expect(shown).toEqual(codes.map(({ code }) => code.trimEnd()));
      const prose = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('\n');
      const headings = [...prose.matchAll(/^#{1,2} (.+)$/gm)].map(([, title = '']) =>
        title.replaceAll('`', ''),
      );
      const titles = page.getByRole('main').locator('h1, h2');
      expect(await titles.allTextContents()).toEqual(expect.arrayContaining(headings));
    }).toPass();
  });
}

test('the sitemap has the pages, and every link of theirs leads somewhere', async ({ request, stack }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  for (const { name } of developerPages)
    expect(sitemap).toContain(`<loc>${stack.webUrl}/developers/${name}</loc>`);
  const targets = new Set<string>();
  for (const name of guidePages) {
    const text = await (await request.get(`/developers${name}.md`)).text();
    for (const [, target = ''] of text.matchAll(/\]\((\/[^)#]+)/g)) targets.add(target);
    for (const [target] of text.matchAll(/http:\/\/127\.0\.0\.1:\d+\/[\w./-]+(?=\))/g)) targets.add(target);
  }
  expect(targets.size).toBeGreaterThan(20);
  for (const target of targets) expect((await request.get(target)).status(), target).toBe(200);
});

test('the prices are those of the service, and its /llms.txt lists the pages', async ({ request, stack }) => {
  const serviceUrl = new URL(stack.graphqlUrl).origin;
  const { items } = await (await request.get(`${serviceUrl}/.well-known/x402.json`)).json();
  const prices = await (await request.get('/developers/pay.md')).text();
  expect(items.length).toBeGreaterThan(0);
  for (const { resource, accepts } of items) {
    const [{ amount, payTo }] = accepts;
    const price = `\`${resource.split('/').at(-1)}\` | ${Number(amount) / 1e6} USDC`;
    expect(prices).toContain(price);
    expect(prices).toContain(payTo);
  }
  const response = await request.get('/llms.txt');
  expect(response.url()).toBe(`${serviceUrl}/llms.txt`);
  const text = await response.text();
  expect(text).toContain('`createLab` (mutation, OWNER, also paid)');
  for (const { name } of developerPages) expect(text).toContain(`${stack.webUrl}/developers/${name}.md`);
});

test('a copy button works by keyboard and says so; a language is kept', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/developers/upload');
  const copy = page.getByRole('button', { name: 'Copy upload.ts' });
  await untilHydrated(copy);
  await copy.press('Enter');
  await expect(copy.getByRole('status')).toHaveText('Copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await page.locator('pre:visible').first().textContent());

  await page.getByRole('radio', { name: 'TypeScript' }).first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Copy upload.py' })).toBeVisible();
  await page.goto('/developers/start');
  await expect(page.getByRole('button', { name: 'Copy start.py' })).toBeVisible();
  await expect(page.getByText('python3 start.py').first()).toBeVisible();
});

test('links to the former page lead on', async ({ page }) => {
  for (const [anchor, target] of [
    ['?q=PATH_OCCUPIED', '/developers/reference?q=PATH_OCCUPIED'],
    ['#gateway', '/developers/pay'],
    ['#createLab', '/developers/reference?q=createLab'],
  ]) {
    await page.goto('about:blank');
    await page.goto(`/developers${anchor}`);
    await page.waitForURL((url) => url.pathname + url.search === target);
  }
});

test('the pages are accessible and fit a narrow window', { tag: '@release' }, async ({ page }) => {
  for (const name of guidePages) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/developers${name}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(390);
    // All entries of the reference have the same structure; checking each of them would take a minute.
    if (name.startsWith('/reference/')) await new DevelopersPage(page).search('PATH_OCCUPIED');
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await expectAccessible(page);
  }
});
