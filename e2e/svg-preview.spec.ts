import { randomUUID } from 'node:crypto';
import { clientOf } from '@labroom/local/data-dir/client-of.ts';
import { openFaucet } from '@labroom/testing/actors.ts';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { makeLab, type TestLab } from './stack/labs.ts';
import { test } from './test.ts';

const svg = (content: string, size = 'width="60" height="30"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`;
const drawing = svg('<script>alert(1)</script><rect width="60" height="30" fill="teal"/>');
/** Eighteen levels, each of which draws the one below six times. */
const bomb = svg(
  `<defs><path id="a0" d="M0 0 9 9"/>${Array.from(
    { length: 18 },
    (_, at) => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(6)}</g>`,
  ).join('')}</defs><use href="#a18"/>`,
);
/** Within the limits; laying out the letters takes long, which only drawing shows. */
const slow = svg(
  `<text>${Array.from({ length: 40_000 }, (_, at) => `<tspan x="${at % 60}" y="3" rotate="5" textLength="7">ab</tspan>`).join('')}</text>`,
);
const notebook = JSON.stringify({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: [bomb, drawing, drawing].map((picture, at) => ({
    cell_type: 'code',
    execution_count: at + 1,
    metadata: {},
    source: `plot(${at})`,
    outputs: [{ output_type: 'display_data', metadata: {}, data: { 'image/svg+xml': picture } }],
  })),
});

let lab: TestLab;

test.beforeAll(async ({ stack }) => {
  const owner = await openFaucet(stack.rpcUrl).fundedWallet();
  lab = await makeLab(stack, owner, `Drawings ${randomUUID().slice(0, 8)}`);
  const client = await clientOf(stack).signIn(owner);
  const add = (path: string, body: string) =>
    client.upload({
      oclId: lab.oclId,
      target: { path },
      body,
      access: 'PUBLIC',
      ...(path.endsWith('.svg') && { contentType: 'image/svg+xml' }),
    });
  await add('plots/small.svg', drawing);
  await add('plots/large.svg', svg(`<rect width="60" height="30" fill="teal"/>${'<!-- -->'.repeat(4_000)}`));
  await add('plots/bomb.svg', bomb);
  await add('plots/slow.svg', slow);
  await add('plots/run.ipynb', notebook);
  await add('plots/README.md', 'Two plots.\n\n![A](small.svg)\n\n![B](bomb.svg)\n');
});

async function open(page: Page, path: string) {
  await page.goto(filePath(lab.shortname, path));
  // A page that is only looked at loads no viewers.
  await page.mouse.move(200, 300);
  await page.mouse.move(220, 320);
  const { preview } = new DataRoomPage(page).file;
  await expect(preview).toBeVisible();
  return preview;
}

/** The page answers clicks while something is drawn: a menu of the room opens and closes. */
async function expectAnswers(page: Page): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await page.getByRole('button', { name: 'Columns and view' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
}

const TEAL = [0, 128, 128];

/** The colour in the middle of the first frame, as the browser painted it: nothing can look into the frame. */
async function colourIn(preview: Awaited<ReturnType<typeof open>>): Promise<number[]> {
  const { data, info } = await sharp(await preview.locator('iframe').first().screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const middle = Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2);
  return [...data.subarray(middle * info.channels, middle * info.channels + 3)];
}

test('an SVG is drawn in a frame without origin and scripts, and a large one on a click', async ({
  page,
}) => {
  const small = await open(page, 'plots/small.svg');
  await expect(small.getByRole('img', { name: 'small.svg' })).toBeVisible();
  await expect.poll(() => colourIn(small)).toEqual(TEAL);
  const frame = small.locator('iframe').first();
  await expect(frame).toHaveAttribute('sandbox', '');
  // The questions to the frame end.
  await expect(small.locator('iframe')).toHaveCount(1);

  const large = await open(page, 'plots/large.svg');
  await expect(large.locator('iframe')).toHaveCount(0);
  await large.getByRole('button', { name: 'Preview large.svg' }).click();
  await expect.poll(() => colourIn(large)).toEqual(TEAL);
});

test('a tab with an SVG that multiplies still answers clicks, and says why it is not drawn', async ({
  page,
}) => {
  const preview = await open(page, 'plots/bomb.svg');
  await expect(preview.getByText('draws more than 50,000 parts')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await expectAnswers(page);
});

test('a tab with an SVG that takes long still answers clicks, and removes it', async ({ page }) => {
  const preview = await open(page, 'plots/slow.svg');
  await preview.getByRole('button', { name: 'Preview slow.svg' }).click();
  await expect(preview.locator('iframe').first()).toBeAttached();
  await expectAnswers(page);
  await expect(preview.getByText('Drawing was stopped.')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  // The next one is drawn.
  const small = await open(page, 'plots/small.svg');
  await expect.poll(() => colourIn(small)).toEqual(TEAL);
});

test('a notebook draws one of its SVG outputs at a time', async ({ page }) => {
  const preview = await open(page, 'plots/run.ipynb');
  await expect(preview.getByText('draws more than 50,000 parts')).toBeVisible();
  for (const cell of [2, 3]) {
    const name = `Image output of cell ${cell}`;
    await preview.getByRole('button', { name: `Preview ${name}` }).click();
    await expect(preview.getByRole('img', { name })).toBeVisible();
    await expect.poll(() => colourIn(preview)).toEqual(TEAL);
    await expect(preview.locator('iframe')).toHaveCount(1);
  }
});

test('no page shows an SVG of others as an image of its own: README, gallery, latest results', async ({
  page,
}) => {
  await page.goto(labPath(lab.shortname, 'files', ['plots']));
  await expect(page.getByText('Two plots.')).toBeVisible();
  await expect.poll(() => page.locator('img[src*=".svg?"], img[src^="data:image/svg"]').count()).toBe(0);
  const menu = page.getByRole('button', { name: 'Columns and view' });
  await untilHydrated(menu);
  await menu.click();
  await page.getByRole('menuitemcheckbox', { name: 'Gallery of this folder' }).click();
  await page.keyboard.press('Escape');
  const row = new DataRoomPage(page).row('bomb.svg');
  await expect(row).toBeVisible();
  await expect(row.locator('img')).toHaveCount(0);
  await page.goto(labPath(lab.shortname));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Latest results' })).toHaveCount(0);
});
