import type { Page } from '@playwright/test';

/** Adds up the bytes of scripts, WebAssembly, styles and fonts that a page loads from now on, as transferred. */
export function countLoadedCode(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/_next/static/')) return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
