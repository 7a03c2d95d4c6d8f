import puppeteer from 'puppeteer-core';
import type { OpenBrowser } from './browser.ts';

/** Drives the Firefox at `path` by WebDriver BiDi, which Firefox supports without a driver. */
export const openFirefox =
  (path: string): OpenBrowser =>
  async () => {
    const browser = await puppeteer.launch({ browser: 'firefox', executablePath: path, headless: true });
    const page = await browser.newPage();
    return {
      version: await browser.version(),
      goto: async (url) => void (await page.goto(url)),
      evaluate: (script) => page.evaluate(script),
      close: () => browser.close(),
    };
  };
