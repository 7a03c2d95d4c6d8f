import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Browser, Page, TestInfo } from '@playwright/test';

/** Screenshots of a journey: `strip.html`, and all on one sheet, `strip.png`, beside the trace of the test. */
export class Strip {
  readonly #test: TestInfo;
  readonly #scenes: { title: string; file: string }[] = [];

  constructor(test: TestInfo) {
    this.#test = test;
  }

  async add(title: string, page: Page): Promise<void> {
    const file = `${String(this.#scenes.length + 1).padStart(2, '0')}.png`;
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: this.#test.outputPath(file), animations: 'disabled' });
    this.#scenes.push({ title, file });
  }

  async finish(browser: Browser): Promise<void> {
    const html = this.#test.outputPath('strip.html');
    await writeFile(html, sheet(this.#test.title, this.#scenes));
    const context = await browser.newContext({ viewport: { width: 2000, height: 1000 } });
    const page = await context.newPage();
    await page.goto(pathToFileURL(html).href);
    await page.screenshot({ path: this.#test.outputPath('strip.png'), fullPage: true });
    await context.close();
  }
}

function sheet(title: string, scenes: readonly { title: string; file: string }[]): string {
  const figures = scenes.map(
    ({ title: caption, file }, index) =>
      `<figure><figcaption>${index + 1}. ${escaped(caption)}</figcaption><a href="${file}"><img src="${file}" alt=""></a></figure>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title>
<style>
  body { font: 15px/1.4 system-ui, sans-serif; margin: 24px; background: #ddd; color: #111 }
  main { display: grid; grid-template-columns: repeat(auto-fill, minmax(600px, 1fr)); gap: 24px }
  figure { margin: 0 } figcaption { min-height: 2.8em } img { width: 100%; border: 1px solid #888 }
</style>
<h1>${escaped(title)}</h1>
<main>
${figures.join('\n')}
</main>
</html>
`;
}

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
