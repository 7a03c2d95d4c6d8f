import { randomUUID } from 'node:crypto';
import { openFaucet, type TestWallet } from '@labroom/testing/actors.ts';
import { isFull } from '@labroom/testing/depth.ts';
import { expect, type Page } from '@playwright/test';
import { JSDOM } from 'jsdom';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { newDraft } from '#lib/tokenize/draft.ts';
import { linkOfDraft } from '#lib/tokenize/draft-link.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { type Canary, startCanary } from './hostile/canary.ts';
import { type HostileLab, makeHostileLab } from './hostile/hostile-lab.ts';
import { attack, disguised, reversed } from './hostile/payloads.ts';
import { watch } from './hostile/witness.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';
import { installWallet, keyAccount } from './wallets/wallet.ts';

// A narrow screen, so that long names would overflow. Tracing is off, because it reads blobs in memory, which the
// Content Security Policy blocks.
test.use({ viewport: { width: 390, height: 900 }, trace: 'off' });

let canary: Canary;
let lab: HostileLab;
let owner: TestWallet;

test.beforeAll(async ({ stack }) => {
  canary = await startCanary();
  owner = await openFaucet(stack.rpcUrl).fundedWallet();
  const word = `zq${randomUUID().slice(0, 8)}`;
  lab = await makeHostileLab(stack, owner, { host: canary.host, word });
});
test.afterAll(() => canary.stop());

/** Pages that show the lab's content, and a text that must be visible on each. */
function pagesOf({
  shortname,
  word,
  oclId,
  agreementKey,
  withToken,
}: HostileLab): [path: string, shown: string][] {
  const room = labPath(shortname, 'files');
  return [
    [`/?search=${word}`, word],
    ['/activity', word],
    ['/activity?show=files', word],
    ['/activity?show=announcements', word],
    [`/activity?show=onchain&wallet=${owner.address}`, 'Lab minted'],
    [`/search?q=${word}`, '<script'],
    [`/search?q=${word}&kind=announcement`, word],
    [
      `/search?q=${word}&tag=${word}-tag&tag=${encodeURIComponent(attack(canary.host, 'u'))}&lab=${oclId}`,
      word,
    ],
    [`/search?q=${encodeURIComponent(attack(canary.host, 'q'))}`, 'onerror=alert(1)'],
    [labPath(shortname), 'onerror=alert(1)'],
    [labPath(shortname, 'activity'), word],
    [`${labPath(shortname, 'activity')}?show=onchain`, 'Lab minted'],
    [labPath(shortname, 'members'), word],
    [labPath(shortname, 'tokenize'), word],
    [labPath(shortname, 'settings'), word],
    [room, '<script>alert(1)<'],
    [`${room}?q=${word}`, 'onerror=alert(1)'],
    [labPath(shortname, 'files', ['<script>alert(1)<', 'script>']), 'script>'],
    [`${room}?file=${encodeURIComponent(attack(canary.host, 'f'))}`, 'File not found'],
    [`/agreements/${agreementKey}`, 'onerror=alert(1)'],
    [labPath(withToken), word],
    [labPath(withToken, 'tokenize'), 'onerror=alert(1)'],
    [`${labPath(withToken, 'activity')}?show=onchain`, 'onerror=alert(1)'],
    [`/verify?lab=${withToken}`, 'onerror=alert(1)'],
    ['/verify', 'Verify'],
    [`/labs/${encodeURIComponent(attack(canary.host, 'l').replaceAll('/', ''))}`, 'Lab not found'],
  ];
}

async function expectShown(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, 'scrolls sideways').toBeLessThanOrEqual(390);
}

test('the canary detects a browser that calls it', async ({ page }) => {
  const heard = await startCanary();
  await page.setContent(`<img src="http://${heard.host}/control" alt="">`);
  await expect.poll(() => heard.calls).toContain('GET /control for image');
  await heard.stop();
});

test('all content of a lab is rendered as text on every page that a visitor sees', async ({ page }) => {
  const witness = await watch(page, canary.host);
  for (const [path, shown] of pagesOf(lab)) {
    await test.step(path.slice(0, 80), async () => {
      await page.goto(path, { waitUntil: 'networkidle' });
      await expectShown(page, shown);
      await witness.expectInnocent();
    });
  }
  await test.step('the palette', async () => {
    await untilHydrated(page.getByRole('button', { name: 'Search or go to' }));
    await page.keyboard.press('Control+K');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.type(lab.word);
    await expect(page.getByRole('group', { name: 'Files' }).getByRole('option').first()).toBeVisible();
    await expect(page.getByRole('group', { name: 'Labs' }).getByRole('option').first()).toContainText(
      lab.word,
    );
    await witness.expectInnocent();
  });
  expect(canary.calls).toEqual([]);
});

test('a file of any type is shown without being executed, and cannot become a page', async ({ page }) => {
  const witness = await watch(page, canary.host);
  const { preview } = new DataRoomPage(page).file;
  for (const path of lab.files) {
    await test.step(path.slice(0, 80), async () => {
      await page.goto(filePath(lab.shortname, path), { waitUntil: 'networkidle' });
      // The hash is verified after the first user input.
      await preview.hover();
      await expect(preview.getByText(/^The hash matches|has no preview/)).toBeVisible();
      // The other tabs show no content, but the name. At the quick depth those with an attack in it are enough.
      const tabs = isFull || /[<{=\u202e]/.test(path) ? ['About', 'Versions (1)', 'Cite', 'Preview'] : [];
      await witness.expectInnocent();
      for (const tab of tabs) {
        await page.getByRole('tab', { name: tab, exact: true }).click();
        await expect(preview).toBeVisible();
        await witness.expectInnocent();
      }
    });
  }
  expect(canary.calls).toEqual([]);
});

test('the owner of such a lab can use all pages', { tag: '@release' }, async ({ context, page, stack }) => {
  await installWallet(context, keyAccount(owner, stack.rpcUrl), stack.rpcUrl);
  const witness = await watch(page, canary.host);
  await page.goto('/');
  await new SiteHeader(page).connectAndSignIn();
  const draft = linkOfDraft(
    stack.webUrl + labPath(lab.shortname, 'tokenize'),
    newDraft({
      kind: 'tokenize',
      symbol: `${attack(canary.host, 'draft')}${disguised('s')}`,
      title: attack(canary.host, 'draft'),
      amount: '1',
    }),
  );
  for (const [path, shown] of [
    ['/account', lab.word],
    ['/labs?role=owner', lab.word],
    [labPath(lab.shortname, 'settings'), 'JPEG, PNG, WebP, GIF or SVG'],
    [labPath(lab.shortname, 'members'), 'Grant a role'],
    [labPath(lab.shortname, 'files'), 'Upload files'],
    [draft, 'The link you opened contains a plan'],
  ] as const) {
    await test.step(path.slice(0, 80), async () => {
      await page.goto(path, { waitUntil: 'networkidle' });
      await expectShown(page, shown);
      await witness.expectInnocent();
    });
  }
  await page.getByRole('button', { name: 'Use this plan' }).click();
  await witness.expectInnocent();

  await test.step('edits, deletes and uploads', async () => {
    const room = new DataRoomPage(page);
    const [first = ''] = lab.files;
    await page.goto(filePath(lab.shortname, first), { waitUntil: 'networkidle' });
    await room.file.choose('Edit description and tags');
    await witness.expectInnocent();
    await page.keyboard.press('Escape');
    await room.file.choose('Move to…');
    await witness.expectInnocent();
    await page.keyboard.press('Escape');
    await room.open(lab.shortname);
    await room.give({
      name: `${attack('x', 'u').replaceAll('/', '')}.txt`,
      mimeType: 'text/html',
      buffer: Buffer.from('<script>alert(1)</script>'),
    });
    await witness.expectInnocent();
    await room.chooseAccess('Team');
    await room.startUpload();
    await expect(room.queue.getByRole('heading', { name: 'One file uploaded' })).toBeVisible();
    await witness.expectInnocent();
  });
  expect(canary.calls).toEqual([]);
});

test('machine-readable output contains none of the injected markup', async ({ request, stack }) => {
  const page = await (await request.get(labPath(lab.shortname))).text();
  // No injected element loads or runs anything. Names are also text of attributes, such as the title of a feed.
  const { document } = new JSDOM(page).window;
  const loading = ['src', 'srcset', 'href', 'data', 'poster', 'onload', 'onerror'];
  const injected = [...document.querySelectorAll('img, script, link, style, iframe, object, embed, video')]
    .filter(
      (element) =>
        loading.some((name) => element.getAttribute(name)?.includes(`//${canary.host}`)) ||
        (element.tagName === 'STYLE' && element.textContent.includes(canary.host)),
    )
    .map(({ outerHTML }) => outerHTML);
  expect(injected).toEqual([]);
  expect(document.querySelectorAll('[onload], [onerror], [onfocus]')).toHaveLength(0);
  // Titles of charts are further below.
  expect(page.split('</head>')[0]?.match(/<title>/g)).toHaveLength(1);
  const json = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? '';
  expect(JSON.parse(json).name).toContain(lab.word);
  const image = /<meta property="og:image" content="([^"]*)"/.exec(page)?.[1];
  expect(image).toBe(`${stack.webUrl}/cards/${lab.shortname}`);
  expect((await request.get(`/cards/${lab.shortname}`)).headers()['content-type']).toBe('image/png');
  // The sitemap may be up to an hour old, from before this lab. It contains only shortnames, which may have letters of any script.
  expect(lab.shortname).toMatch(/^[a-z0-9-]+$/);
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const addresses = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/gs)].map(([, address]) => address);
  expect(addresses).toContain(`${stack.webUrl}/`);
  expect(
    addresses.filter((address) => !/^http:\/\/[a-z0-9.:]+(?:[a-z0-9/-]|%[0-9A-F]{2})*$/.test(address ?? '')),
  ).toEqual([]);
  expect(sitemap).not.toContain('<script');
});

test('a name cannot disguise itself as another', async ({ page }) => {
  await page.goto(filePath(lab.shortname, reversed), { waitUntil: 'networkidle' });
  const text = await page.locator('body').innerText();
  expect(text).toContain('invoice-\uFFFDfdp.exe');
  for (const path of [
    `/?search=${lab.word}`,
    labPath(lab.shortname),
    labPath(lab.shortname, 'files'),
    labPath(lab.withToken, 'tokenize'),
    `/verify?lab=${lab.withToken}`,
  ]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    const names = await page
      .locator('a, button, h1, h2, h3, title, [title]')
      .evaluateAll((elements) =>
        elements.flatMap((element) => [element.textContent ?? '', element.getAttribute('title') ?? '']),
      );
    expect(names.filter((name) => /[\u200b\u2060\u202a-\u202e\u2066-\u2069]/.test(name))).toEqual([]);
  }
});
