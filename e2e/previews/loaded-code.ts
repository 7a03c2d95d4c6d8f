import type { Page, Request } from '@playwright/test';

/**
 * Adds up the bytes of scripts, WebAssembly, styles and fonts that a page loads from now on, as transferred. `pending` counts the
 * requests for them that are not answered: a page that shows a PDF or a drawing in a frame is never idle as a whole.
 */
export function countLoadedCode(page: Page): { bytes: () => Promise<number>; pending: () => number } {
  const sizes: Promise<number>[] = [];
  const open = new Set<Request>();
  const isCode = (request: Request) => new URL(request.url()).pathname.startsWith('/_next/static/');
  page.on('request', (request) => void (isCode(request) && open.add(request)));
  page.on('requestfailed', (request) => void open.delete(request));
  page.on('requestfinished', (request) => {
    open.delete(request);
    if (isCode(request)) sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  return {
    bytes: async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0),
    pending: () => open.size,
  };
}
