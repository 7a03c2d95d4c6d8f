import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { freePort } from '@labroom/testing/free-port.ts';
import { build } from 'vite';
import { startBareChromium } from '../../e2e/browser/bare-chromium.ts';
import { BarePage } from '../../e2e/browser/bare-page.ts';
import type { BenchContext } from '../stack/bench-context.ts';

/** Builds the page in a folder of `bench/`, and opens it in Chromium without the instrumentation of Playwright. */
export async function openBenchPage(context: BenchContext, name: string): Promise<BarePage> {
  const folder = await context.directory();
  const root = join(import.meta.dirname, '..', name);
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    build: { outDir: folder, emptyOutDir: true },
    worker: { format: 'es' },
  });
  const port = await freePort();
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };
  const server = createServer(async ({ url = '/' }, response) => {
    const asked = url === '/' ? 'index.html' : url.slice(1);
    response.setHeader('content-type', types[extname(asked)] ?? 'application/octet-stream');
    response.end(await readFile(join(folder, asked)).catch(() => ''));
  });
  server.listen(port, '127.0.0.1');
  context.onEnd(async () => void server.close());
  const chromium = await startBareChromium();
  context.onEnd(() => chromium.close());
  const page = await BarePage.open(chromium.cdp);
  await page.goto(`http://127.0.0.1:${port}/`);
  return page;
}
