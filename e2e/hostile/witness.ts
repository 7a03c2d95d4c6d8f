import { expect, type Page } from '@playwright/test';

/** What a page did that content of strangers should not have made it do. */
export interface Witness {
  /** Fails where something ran, was stopped by the policy alone, or stands in the document ready to run. */
  expectInnocent(): Promise<void>;
}

type WithReport = typeof globalThis & { reportDeed(deed: string): void };

/**
 * Watches a page from its first script on. `host` is the canary's. A violation of the content security policy counts as a
 * deed: what the policy had to stop should not have been there.
 */
export async function watch(page: Page, host: string): Promise<Witness> {
  const deeds: string[] = [];
  page.on('dialog', async (dialog) => {
    deeds.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('pageerror', (error) => deeds.push(`error: ${error.message}`));
  page.on('popup', (popup) => deeds.push(`window: ${popup.url()}`));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && /Content Security Policy|Refused to|blocked/i.test(text))
      deeds.push(`console: ${text}`);
  });
  page.on('request', (request) => {
    if (request.url().includes(host)) deeds.push(`request: ${request.url()}`);
  });
  await page.exposeFunction('reportDeed', (deed: string) => deeds.push(deed));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
      (globalThis as WithReport).reportDeed(
        `stopped by the policy alone: ${effectiveDirective} ${blockedURI} ${sourceFile}`,
      ),
    );
    // Opened in a tab, such an address is a document of this site.
    const createObjectURL = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (source) => {
      if (source instanceof Blob && /html|xml|svg/.test(source.type))
        (globalThis as WithReport).reportDeed(`a document in memory: ${source.type}`);
      return createObjectURL(source);
    };
  });
  return {
    async expectInnocent() {
      expect(deeds).toEqual([]);
      expect(await page.evaluate(loadedGuns, host)).toEqual([]);
    },
  };
}

/** Elements that would run or fetch something of a stranger. Links may lead to the canary: nobody has followed them. */
function loadedGuns(host: string): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      const runs = /^on/i.test(name) || /^\s*(javascript|vbscript):/i.test(value);
      const isText = /^(title|alt|aria-.*|value|content|data-.*|placeholder|id|label)$/i.test(name);
      const isPlainLink = element instanceof HTMLAnchorElement && name === 'href';
      const fetches = value.includes(host) && !isText && !isPlainLink;
      const documentOfData =
        /^(a|iframe|object|embed|form)$/i.test(element.tagName) && /^\s*data:/i.test(value);
      if (runs || fetches || documentOfData)
        found.push(`<${element.tagName.toLowerCase()} ${name}="${value.slice(0, 200)}">`);
    }
    const { tagName } = element;
    if (/^(base|object|embed|frame|frameset|applet|math|portal)$/i.test(tagName)) found.push(`<${tagName}>`);
    if (element instanceof HTMLStyleElement && element.textContent?.includes(host)) found.push('<style>');
    if (
      element instanceof HTMLScriptElement &&
      !element.src &&
      !element.nonce &&
      element.type !== 'application/ld+json'
    )
      found.push(`<script>${element.text.slice(0, 80)}`);
  }
  return found;
}
