import assert from 'node:assert';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { streamFile } from '@labroom/client/download/stream-file';
import { localAccount } from '@labroom/contracts/local-accounts';
import { clientOf } from '@labroom/local/data-dir/client-of.ts';
import { freePort } from '@labroom/testing/free-port.ts';
import { privateKeyToAccount } from 'viem/accounts';
import { startBareChromium } from '../../e2e/browser/bare-chromium.ts';
import { BarePage } from '../../e2e/browser/bare-page.ts';
import type { Cdp } from '../../e2e/browser/cdp.ts';
import { openRoom, writeRandomFile } from '../../e2e/browser/large-file.ts';
import { labPath } from '../../lib/api/lab-reference.ts';
import { installTus } from '../browser/tus.ts';
import { watchMemory } from '../large-upload/watch.ts';
import { openStack } from '../stack/stack.ts';
import { startWeb } from '../stack/web-process.ts';
import type { Case, Row, Sample } from './row.ts';

const MB = 1_000_000;
const LONGEST_MS = 600_000;

/** A page that is ready for a click. */
interface Ready {
  page: BarePage;
  /** An expression that clicks. */
  click: string;
  /** An expression that is true when the page says that the file is there. */
  isDone: string;
  /** Where the first byte arrives. */
  arrives: string[];
}

export const fromTheClick: Row = {
  name: 'W23',
  title:
    'a file of the team encrypted and uploaded in the page of a data room, from the click until the page says so',
  note:
    'All calls, hashes and syncs are in it; both store on the disk. Tus sends the plain file from a page with an input and a button, to a server in a process of its own. First byte: until a file of ' +
    'the server has bytes, looked at every 4 ms. CPU of the browser: all its processes. Tab: the most memory above that before the click, read four times a second.',
  async prepare(context) {
    const tus = await installTus(context);
    const folder = await mkdtemp(join(tmpdir(), 'labroom-from-the-click-'));
    context.onEnd(() => rm(folder, { recursive: true, force: true }));
    // The storage takes bytes of pages that the service knows.
    const port = await freePort();
    const stack = await openStack(join(folder, 'stack'), null, { WEB_URL: `http://127.0.0.1:${port}` });
    context.onEnd(() => stack.stop());
    const web = await startWeb(context, stack, { port: String(port) });
    const chromium = await startBareChromium();
    context.onEnd(() => chromium.close());
    const { cdp } = chromium;
    const [cookie = '', value = ''] = web.cookie.split('=');
    await cdp.send('Storage.setCookies', {
      cookies: [{ name: cookie, value, url: web.url, httpOnly: true }],
    });
    const stored = join(folder, 'tus');
    await mkdir(stored);
    const peer = tus ? await context.program('tus-page.ts', tus, stored) : null;
    const objects = join(folder, 'stack/objects');
    let count = 0;

    async function ours(file: string): Promise<Ready> {
      const page = await BarePage.open(cdp);
      await openRoom(page, `${web.url}${labPath(stack.lab.oclId, 'files')}`);
      await page.setFiles('input[aria-label="Choose files"]', [file]);
      const confirm = `[...document.querySelectorAll('[role="dialog"] button:enabled')].find((one) => one.textContent === 'Encrypt and upload')`;
      await page.until(confirm);
      return {
        page,
        click: `${confirm}.click()`,
        isDone: `document.querySelector('[aria-label="Uploads"] h2')?.textContent === 'One file uploaded'`,
        arrives: [join(objects, 'temporary')],
      };
    }

    async function tusPage(file: string): Promise<Ready> {
      const page = await BarePage.open(cdp);
      await page.goto(peer?.url ?? '');
      await page.setFiles('input', [file]);
      return {
        page,
        click: `document.querySelector('button').click()`,
        isDone: `document.querySelector('p').textContent === 'Uploaded'`,
        arrives: [join(stored, 'tus')],
      };
    }

    async function upload(open: (file: string) => Promise<Ready>, file: string): Promise<Sample> {
      const { page, click, isDone, arrives } = await open(file);
      await page.send('Page.bringToFront');
      await pause(3_000);
      const memory = watchMemory(cdp);
      await pause(600);
      const rest = memory.samples.at(-1);
      const before = await browserSeconds(cdp);
      const first = firstByteIn(arrives);
      const begun = performance.now();
      await page.evaluate(click);
      await page.until(isDone, LONGEST_MS);
      const ended = performance.now();
      const cpu = (await browserSeconds(cdp)) - before;
      await memory.stop();
      const most = Math.max(...memory.samples.map(({ tab }) => tab)) - (rest?.tab ?? 0);
      await page.send('Page.close');
      return {
        s: (ended - begun) / 1_000,
        'first byte ms': (await first) - begun,
        'browser CPU s': cpu,
        'tab MB': most / MB,
      };
    }

    async function sameAsStored(path: string, sha256: string): Promise<void> {
      const service = { graphqlUrl: `${stack.url}/graphql`, consumerCredential: stack.credential };
      const { call } = await clientOf(service).signIn(privateKeyToAccount(localAccount('owner').privateKey));
      const hash = createHash('sha256');
      const { body } = await streamFile(call, { oclId: stack.lab.oclId, path });
      for await (const piece of body) hash.update(piece);
      assert.equal(hash.digest('hex'), sha256);
    }

    const sizes = context.quick ? [100] : [100, 1_000];
    return sizes.map((megabytes): Case => {
      const newFile = async () => {
        count += 1;
        const file = join(folder, `file-${count}.bin`);
        return { file, sha256: await writeRandomFile(file, megabytes * MB) };
      };
      const side = (what: string, open: (file: string) => Promise<Ready>) => ({
        what,
        async measure() {
          const { file } = await newFile();
          const sample = await upload(open, file);
          await rm(file);
          for (const name of await readdir(stored).then((all) =>
            all.includes('tus') ? readdir(join(stored, 'tus')) : [],
          ))
            await rm(join(stored, 'tus', name));
          return sample;
        },
      });
      return {
        name: `${megabytes} MB`,
        figures: {
          s: { better: 'less', target: { beside: 'peer', atMost: megabytes > 100 ? 2 : 1.8 } },
          'first byte ms': { better: 'less' },
          'browser CPU s': { better: 'less' },
          'tab MB': { better: 'less' },
        },
        sides: {
          ours: side('the page of a data room', ours),
          ...(peer && { peer: side('tus-js-client and @tus/server, unencrypted', tusPage) }),
        },
        async compare() {
          const { file, sha256 } = await newFile();
          await upload(ours, file);
          await sameAsStored(`file-${count}.bin`, sha256);
          if (peer) await upload(tusPage, file);
          const [sent] = peer
            ? (await readdir(join(stored, 'tus'))).filter((name) => !name.endsWith('.json'))
            : [];
          if (sent) assert.equal(await hashOf(join(stored, 'tus', sent)), sha256);
          await rm(file);
        },
      };
    });
  },
};

/** Processor time of all processes of the browser. */
async function browserSeconds(cdp: Cdp): Promise<number> {
  const { processInfo } = await cdp.send<{ processInfo: { cpuTime: number }[] }>('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** When one of these folders has a file with bytes that it did not have. */
async function firstByteIn(folders: readonly string[]): Promise<number> {
  const filled = async () => {
    const names: string[] = [];
    for (const folder of folders)
      for (const name of await readdir(folder).catch(() => [])) {
        const size = (await stat(join(folder, name)).catch(() => null))?.size ?? 0;
        if (size > 0 && !name.endsWith('.json')) names.push(name);
      }
    return names;
  };
  const before = new Set(await filled());
  for (;;) {
    if ((await filled()).some((name) => !before.has(name))) return performance.now();
    await pause(4);
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}
