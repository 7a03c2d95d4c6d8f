import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from '@playwright/test';

const COLUMNS = 5;
const WIDTH = 320;

/** Puts the screenshots of a folder on one picture for each width and color scheme: `contact-sheet-1440-light.png`. */
export async function writeContactSheets(browser: Browser, folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => !name.startsWith('contact-sheet')).sort();
  const context = await browser.newContext({ viewport: { width: COLUMNS * (WIDTH + 16) + 16, height: 900 } });
  const page = await context.newPage();
  for (const kind of ['1440-light', '1440-dark', '390-light', '390-dark']) {
    const shown = files.filter((name) => name.endsWith(`-${kind}.png`));
    if (shown.length === 0) continue;
    const figures = await Promise.all(
      shown.map(async (name) => {
        const picture = (await readFile(path.join(folder, name))).toString('base64');
        const title = name.replace(`-${kind}.png`, '');
        return `<figure><img src="data:image/png;base64,${picture}"><figcaption>${title}</figcaption></figure>`;
      }),
    );
    await page.setContent(
      `<style>
        body { display: grid; grid-template-columns: repeat(${COLUMNS}, ${WIDTH}px); gap: 16px; margin: 16px; font: 13px sans-serif; }
        figure { margin: 0 }
        img { width: 100%; height: ${kind.startsWith('1440') ? 'auto' : '480px'}; object-fit: cover; object-position: top; border: 1px solid #ccc }
      </style>${figures.join('')}`,
    );
    await page.screenshot({ path: path.join(folder, `contact-sheet-${kind}.png`), fullPage: true });
  }
  await context.close();
}
