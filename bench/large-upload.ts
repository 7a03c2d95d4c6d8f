import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createMachine } from '@labroom/cli/cli.fixture.ts';
import { streamFile } from '@labroom/client/download/stream-file';
import { localAccount } from '@labroom/contracts/local-accounts';
import { clientOf } from '@labroom/local/data-dir/client-of.ts';
import { privateKeyToAccount } from 'viem/accounts';
import { startBareChromium } from '../e2e/browser/bare-chromium.ts';
import { BarePage } from '../e2e/browser/bare-page.ts';
import { beginUpload, openRoom, untilUploaded, writeRandomFile } from '../e2e/browser/large-file.ts';
import { labPath } from '../lib/api/lab-reference.ts';
import { hundredth } from './data/fill-database.ts';
import { draw, type Journey } from './large-upload/draw.ts';
import { type PartSpan, roles, watchMemory, watchParts } from './large-upload/watch.ts';
import { BenchContext } from './stack/bench-context.ts';
import { peakResidentBytesOf } from './stack/process-figures.ts';
import { openStack, type Stack } from './stack/stack.ts';
import { startWeb } from './stack/web-process.ts';

/**
 * `node bench/large-upload.ts [--mb 200] [--svg <file>] [--program]`: uploads a file for the team through the web app in Chromium, reloads the page
 * in the middle, and compares what the client for programs downloads and decrypts. Prints the memory of Chromium's processes
 * above that at rest, and draws it with the parts over time. `--program`: uploads by `labroom up` instead, and prints its memory. All data is on
 * the disk, in temporary folders: three times the size of the file.
 */
const { values: options } = parseArgs({
  options: {
    mb: { type: 'string', default: '200' },
    svg: { type: 'string' },
    program: { type: 'boolean', default: false },
  },
});
const MB = 1_000_000;
const LONGEST_MS = 3_600_000;
const bytes = Number(options.mb) * MB;
const owner = localAccount('owner');
const name = 'reads.bin';
const context = new BenchContext({ quick: true, size: hundredth, kept: undefined });
try {
  const folder = await mkdtemp(join(tmpdir(), 'labroom-large-upload-'));
  context.onEnd(() => rm(folder, { recursive: true, force: true }));
  const stack = await openStack(join(folder, 'stack'), null);
  context.onEnd(() => stack.stop());
  if (options.program) await byProgram(stack);
  else await inBrowser(stack, join(folder, name));
} finally {
  await context.end();
}

async function inBrowser(stack: Stack, file: string): Promise<void> {
  const sha256 = await writeRandomFile(file, bytes);
  const web = await startWeb(context, stack);
  const chromium = await startBareChromium();
  context.onEnd(() => chromium.close());
  const [cookie = '', value = ''] = web.cookie.split('=');
  const cookies = [{ name: cookie, value, url: web.url, httpOnly: true }];
  await chromium.cdp.send('Storage.setCookies', { cookies });
  const page = await BarePage.open(chromium.cdp);
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: watchParts });
  const room = `${web.url}${labPath(stack.lab.oclId, 'files')}`;
  await openRoom(page, room);
  const { samples: memory, stop } = watchMemory(chromium.cdp);
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const rest = memory.at(-1);
  if (!rest) throw new Error('The memory of Chromium could not be read');
  const spans = () => page.evaluate<PartSpan[]>('partSpans');
  const partsThatMakeHalf = bytes / 2 / 8_388_608;

  const begun = Date.now();
  await beginUpload(page, file);
  await page.until(
    `partSpans.filter(({ does }) => does === 'sent').length >= ${partsThatMakeHalf}`,
    LONGEST_MS,
  );
  const before = await spans();
  const reloaded = Date.now();
  await openRoom(page, room);
  await page.until(`document.body.innerText.includes('was not uploaded')`);
  await beginUpload(page, file);
  await untilUploaded(page, LONGEST_MS);
  const ended = Date.now();
  await stop();
  const after = await spans();
  const journey: Journey = { bytes, memory, rest, parts: [...before, ...after], begun, reloaded, ended };
  for (const role of roles) {
    const most = (from: number, to: number) =>
      Math.max(...memory.flatMap((one) => (one.at >= from && one.at < to ? [one[role] - rest[role]] : [])));
    console.log(
      `${role}: ${mb(rest[role])} MB at rest; at most ${mb(most(begun, reloaded))} MB more before the reload, ${mb(most(reloaded, ended))} MB after`,
    );
  }
  const sent = (parts: readonly PartSpan[]) => parts.filter(({ does }) => does === 'sent').length;
  console.log(
    `${sent(before)} parts sent before the reload, ${sent(after)} after; all: ${Math.max(...after.map(({ number }) => number))}`,
  );
  console.log(`${seconds(reloaded - begun)} s before the reload, ${seconds(ended - reloaded)} s after`);
  if (options.svg) await writeFile(options.svg, draw(journey));
  await compare(stack, sha256);
}

async function byProgram(stack: Stack): Promise<void> {
  await using machine = await createMachine({ privateKey: owner.privateKey });
  const sha256 = await writeRandomFile(join(machine.folder, name), bytes);
  await machine.login(stack.url);
  await machine.json('init', stack.lab.oclId);
  const begun = performance.now();
  const child = machine.start('up', '--yes');
  child.stdout?.resume();
  child.stderr?.pipe(process.stderr);
  let peak = 0;
  const timer = setInterval(() => {
    peak = peakResidentBytesOf(child.pid) || peak;
  }, 50);
  const [code] = await once(child, 'close');
  clearInterval(timer);
  if (code !== 0) throw new Error(`labroom up ended with ${code}`);
  console.log(`labroom up: ${seconds(performance.now() - begun)} s; at most ${mb(peak)} MB resident`);
  await compare(stack, sha256);
}

/** Downloads, decrypts and verifies piece by piece. */
async function compare(stack: Stack, sha256: string): Promise<void> {
  const service = { graphqlUrl: `${stack.url}/graphql`, consumerCredential: stack.credential };
  const { call } = await clientOf(service).signIn(privateKeyToAccount(owner.privateKey));
  const begun = performance.now();
  const { body } = await streamFile(call, { oclId: stack.lab.oclId, path: name });
  const hash = createHash('sha256');
  for await (const piece of body) hash.update(piece);
  if (hash.digest('hex') !== sha256) throw new Error('What was downloaded is something else');
  console.log(`downloaded and decrypted in ${seconds(performance.now() - begun)} s: the same bytes`);
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(1);
}

function mb(bytes: number): number {
  return Math.round(bytes / MB);
}
