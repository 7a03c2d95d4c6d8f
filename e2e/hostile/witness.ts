import { expect, type Page } from '@playwright/test';

export interface Witness {
  /** Fails if something ran, was blocked only by the policy, or is in the document ready to run. */
  expectInnocent(): Promise<void>;
}

type WithReport = typeof globalThis & { reportDeed(deed: string): void };

/**
 * Watches a page from its first script on. `host` is the canary's. A violation of the Content Security Policy counts as
 * a failure: what the policy blocked should not have been in the page.
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
    // Opened in a tab, such a URL is a document with the origin of this site.
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

/**
 * Elements that would run or load hostile content. Links to the canary are allowed, because nothing has followed them.
 */
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
    if (/^(base|object|embed|frame|frameset|applet|portal)$/i.test(tagName)) found.push(`<${tagName}>`);
    // KaTeX draws formulas also as MathML, for screen readers.
    if (/^math$/i.test(tagName) && !element.closest('.katex-mathml')) found.push('<math>');
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
