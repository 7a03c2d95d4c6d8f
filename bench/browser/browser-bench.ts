import { spawn } from 'node:child_process';
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { build } from 'vite';
import { chromiumLaunch } from '../../e2e/browser/chromium-launch.ts';
import type { BenchContext } from '../stack/bench-context.ts';
import type { Task, TaskResult } from './task.ts';
import { startTus } from './tus.ts';

export interface BrowserBench {
  /** `firstByte`: milliseconds until the server had the first byte of an upload. */
  run(work: Task['work'], way: Task['way']): Promise<TaskResult & { firstByte: number }>;
  key: Buffer;
  /** The uploaded and downloaded plaintext. */
  plaintext: Buffer;
  /** The body of the newest upload. */
  received(): Promise<Buffer>;
}

const types: Record<string, string> = { html: 'text/html', js: 'text/javascript' };

/**
 * Starts a page in Chromium with the app's code for files, and a server for bytes. Does not use the network
 * instrumentation of a debugger, which copies every body through a pipe and is ten times slower.
 * @param tusFolder where `installTus` has put it
 */
export async function startBrowserBench(
  context: BenchContext,
  size: number,
  tusFolder?: string | null,
): Promise<BrowserBench> {
  const directory = await context.directory();
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    build: { outDir: join(directory, 'page'), target: 'esnext' },
    worker: { format: 'es' },
  });
  const [key, iv, plaintext] = [randomBytes(32), randomBytes(12), randomBytes(size)];
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
  const bodies: Record<string, Buffer> = { '/plain': plaintext, '/cipher': ciphertext };
  const tasks = new TransformStream<Task, Task>(undefined, { highWaterMark: 1 });
  const [giving, taking] = [tasks.writable.getWriter(), tasks.readable.getReader()];
  let finish: (result: TaskResult) => void = () => {};
  let firstByteAt: number | undefined;
  let newest: Task['way'] = 'ours';
  const tus = tusFolder ? await startTus(tusFolder, directory) : null;
  let received = 0;
  const partFile = (number: number) => join(directory, `part-${number}`);

  const server = createServer(async (request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://bench');
    if (path === '/sink') {
      const number = Number(searchParams.get('part') ?? 1);
      received = Math.max(received, number);
      request.once('data', () => {
        firstByteAt ??= Date.now();
      });
      await pipeline(request, createWriteStream(partFile(number)));
      return response.end();
    }
    if (path === '/task') {
      const { value } = await taking.read();
      return response.writeHead(value ? 200 : 204).end(value && JSON.stringify(value));
    }
    if (path === '/result') {
      finish((await json(request)) as TaskResult);
      return response.end();
    }
    if (tus && /^\/tus(\/|$)/.test(path)) {
      if (request.method === 'PATCH') firstByteAt ??= Date.now();
      return tus.handle(request, response);
    }
    const body =
      bodies[path] ??
      (await readFile(join(directory, 'page', path === '/' ? 'index.html' : path)).catch(() => undefined));
    response.setHeader(
      'content-type',
      types[path === '/' ? 'html' : (path.split('.').at(-1) ?? '')] ?? 'application/octet-stream',
    );
    return response.writeHead(body ? 200 : 404).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const { executablePath, args } = chromiumLaunch();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  const profile = `--user-data-dir=${join(directory, 'profile')}`;
  const chromium = spawn(
    executablePath,
    [...args, '--headless=new', '--remote-debugging-port=0', profile, url],
    {
      stdio: 'ignore',
    },
  );
  context.onEnd(async () => {
    chromium.kill();
    await once(chromium, 'exit');
    server.closeAllConnections();
    server.close();
  });
  if (tus) bodies['/tus.js'] = tus.client;
  const described = {
    key: key.toString('base64'),
    iv: iv.toString('base64'),
    plaintextHash: `sha256-${createHash('sha256').update(plaintext).digest('hex')}`,
  };
  return {
    key,
    plaintext,
    async received() {
      if (newest === 'tus' && tus) return tus.takeReceived();
      const numbers = Array.from({ length: received }, (_, at) => at + 1);
      return Buffer.concat(await Promise.all(numbers.map((number) => readFile(partFile(number)))));
    },
    async run(work, way) {
      const { promise, resolve } = Promise.withResolvers<TaskResult>();
      finish = resolve;
      received = 0;
      newest = way;
      firstByteAt = undefined;
      await giving.write({ work, way, ...described });
      const result = await promise;
      if (result.error) throw new Error(`${work}, ${way}: ${result.error}`);
      return { ...result, firstByte: firstByteAt === undefined ? 0 : firstByteAt - result.begunAt };
    },
  };
}
