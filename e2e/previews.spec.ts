import { join } from 'node:path';
import type { LabroomClient } from '@labroom/client/client.ts';
import { encodePng } from '@labroom/example-labs/drawing/png.ts';
import { encodeXlsx } from '@labroom/example-labs/encoders/office.ts';
import { clientOf } from '@labroom/local/data-dir/client-of.ts';
import { openFaucet } from '@labroom/testing/actors.ts';
import { isFull } from '@labroom/testing/depth.ts';
import { type Browser, expect, type Page } from '@playwright/test';
import type { PrivateKeyAccount } from 'viem';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { type Canary, startCanary } from './hostile/canary.ts';
import { type Witness, watch } from './hostile/witness.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { previewCases } from './previews/cases.ts';
import { writeContactSheets } from './previews/contact-sheet.ts';
import { countLoadedCode } from './previews/loaded-code.ts';
import type { Content, PreviewCase } from './previews/preview-case.ts';
import { writePreviewTable } from './previews/preview-table.ts';
import { makeLab, type TestLab } from './stack/labs.ts';
import { test } from './test.ts';
import { installWallet, keyAccount } from './wallets/wallet.ts';

/** Where screenshots of the previews are written, and contact sheets of them. */
const shots = process.env.PREVIEW_SHOTS;
const baseline = 'baseline.bin';
const loaded = new Map<string, number>();

// Tracing reads blobs in memory, which the Content Security Policy blocks.
test.use({ trace: 'off' });
// One room and, at the quick depth, one page for all files.
test.describe.configure({ mode: 'default' });

let canary: Canary;
let lab: TestLab;
let owner: PrivateKeyAccount;
let client: LabroomClient;
let newContext: () => ReturnType<Browser['newContext']>;
let open: { page: Page; witness: Witness; requests: string[] };

async function upload(
  path: string,
  content: Content | Promise<Content>,
  access: 'PUBLIC' | 'TEAM' = 'PUBLIC',
): Promise<void> {
  await client.upload({ oclId: lab.oclId, target: { path }, body: await content, access });
}

/** A page of the room, beside whose list the panel is open and shows a file without preview. */
async function openRoom() {
  const page = await (await newContext()).newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const witness = await watch(page, canary.host);
  await page.goto(labPath(lab.shortname, 'files'));
  await untilHydrated(page.getByRole('grid', { name: 'Files' }));
  const room = { page, witness, requests };
  await show(page, baseline);
  await expect(page.getByText('This kind of file has no preview')).toBeVisible();
  return room;
}

/** Opens a file as a click in the list does. */
async function show(page: Page, path: string) {
  await page.evaluate((href) => window.history.pushState(null, '', href), filePath(lab.shortname, path));
  const name = path.slice(path.lastIndexOf('/') + 1);
  await expect(page.getByRole('complementary').getByRole('heading', { name, exact: true })).toBeVisible();
  return new DataRoomPage(page).file.preview;
}

test.beforeAll(async ({ stack, browser, contextOptions }) => {
  canary = await startCanary();
  owner = await openFaucet(stack.rpcUrl).fundedWallet();
  lab = await makeLab(stack, owner, 'Previews');
  client = await clientOf(stack).signIn(owner);
  await upload(baseline, '\0');
  newContext = () => browser.newContext({ ...contextOptions, baseURL: stack.webUrl });
  open = await openRoom();
});

test.afterAll(async ({ browser }) => {
  await canary?.stop();
  if (shots) await writeContactSheets(browser, shots);
  if (process.env.PREVIEW_TABLE && loaded.size === previewCases.length)
    await writePreviewTable(previewCases, loaded);
});

for (const one of previewCases) {
  const tag = one.isQuick ? [] : ['@release'];
  test(`${one.name} is shown, and nothing in it runs or is fetched`, { tag }, async ({ stack }) => {
    for (const [name, content] of Object.entries(one.beside ?? {})) await upload(name, content());
    await upload(one.name, one.content());
    // At the full depth each format begins with an empty cache.
    if (isFull || one.beside) {
      await open.page.context().close();
      open = await openRoom();
    }
    const { page, witness, requests } = open;
    const code = countLoadedCode(page);
    await one.shows(await show(page, one.name));
    await expect(page.getByText(/^The hash matches/)).toBeVisible();
    await expect.poll(code.pending).toBe(0);
    const kB = (await code.bytes()) / 1000;
    if (isFull) {
      console.log(`    ${one.name}: ${kB.toFixed(0)} kB loaded`);
      expect(kB, 'kB of code').toBeLessThanOrEqual(one.budgetKb);
      loaded.set(one.name, kB);
    }
    await expectUsable(page);
    await takeShots(page, one);
    for (const { name, content, says } of one.hostile ?? []) {
      await test.step(name, async () => {
        const hostile = one.name.replace(/(?=\.)/, `-${name}`);
        await upload(hostile, content(canary.host));
        const preview = await show(page, hostile);
        await expect(preview.getByText(says).first()).toBeVisible();
        await witness.expectInnocent();
      });
    }
    await witness.expectInnocent();
    expect(canary.calls).toEqual([]);
    // The viewer of PDFs is a part of Chromium.
    const own = [stack.webUrl, stack.serviceUrl, 'data:', 'blob:', 'chrome:', 'chrome-extension:'];
    expect(requests.filter((url) => !own.some((start) => url.startsWith(start)))).toEqual([]);
  });
}

test('encrypted files are previewed by those who may open them, with their pictures', {
  tag: '@release',
}, async ({ stack }) => {
  const picture = encodePng({ width: 2, height: 2, data: Uint8Array.of(0, 90, 180, 255) });
  const notes = '# Sealed notes\n\n![The seal](seal.png)\n';
  await upload('sealed/seal.png', picture, 'TEAM');
  await upload('sealed/notes.md', notes, 'TEAM');
  await upload('sealed/titers.xlsx', encodeXlsx({ Titers: [['Sealed titer']] }), 'TEAM');
  await upload('sealed/open.md', notes);

  await test.step('a visitor', async () => {
    const { page } = await openRoom();
    await expect((await show(page, 'sealed/open.md')).getByText('sign in to see it')).toBeVisible();
    await expect((await show(page, 'sealed/titers.xlsx')).getByText('It opens for')).toBeVisible();
    await page.context().close();
  });
  const context = await newContext();
  await installWallet(context, keyAccount(owner, stack.rpcUrl), stack.rpcUrl);
  const page = await context.newPage();
  await page.goto(labPath(lab.shortname, 'files'));
  await new SiteHeader(page).connectAndSignIn();
  const preview = await show(page, 'sealed/notes.md');
  await expect(preview.getByRole('heading', { name: 'Sealed notes' })).toBeVisible();
  await expect(preview.getByRole('img', { name: 'The seal' })).toBeVisible();
  await show(page, 'sealed/titers.xlsx');
  await expect(preview.getByRole('cell', { name: 'Sealed titer' })).toBeVisible();
  await expect(preview.getByText('Decrypted here; both hashes match')).toBeVisible();
  await context.close();
});

test('the next and the previous file are one key away, also on the full screen', {
  tag: '@release',
}, async () => {
  for (const name of ['one', 'two', 'three']) await upload(`keys/${name}.txt`, `text ${name}`);
  const { page } = open;
  await page.goto(filePath(lab.shortname, 'keys/one.txt'));
  const panel = page.getByRole('complementary');
  const expectOpen = (name: string) =>
    expect(panel.getByRole('heading', { name, exact: true })).toBeVisible();
  await untilHydrated(panel.getByRole('button', { name: 'Next file' }));
  await expect(panel.getByRole('button', { name: 'Previous file' })).toBeDisabled();
  await panel.getByRole('button', { name: 'Next file' }).click();
  await expectOpen('three.txt');
  await page.keyboard.press('j');
  await expectOpen('two.txt');
  await expect(panel.getByRole('button', { name: 'Next file' })).toBeDisabled();
  await panel.getByRole('button', { name: 'Full screen' }).click();
  await panel.getByRole('button', { name: 'Leave full screen' }).press('k');
  await expectOpen('three.txt');
  await expect(panel.getByText('text three')).toBeVisible();
  expect(await page.evaluate(() => document.fullscreenElement?.contains(document.activeElement))).toBe(true);
  await panel.getByRole('button', { name: 'Leave full screen' }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
});

/** No serious finding of axe, and no sideways scrolling on a phone. */
async function expectUsable(page: Page): Promise<void> {
  for (const colorScheme of isFull ? (['light', 'dark'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overhang).toBeLessThanOrEqual(0);
  if (size) await page.setViewportSize(size);
}

async function takeShots(page: Page, { name }: PreviewCase): Promise<void> {
  if (!shots) return;
  for (const width of [1440, 390]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({
        path: join(shots, `${name}-${width}-${colorScheme}.png`),
        animations: 'disabled',
        fullPage: width === 390,
      });
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}
