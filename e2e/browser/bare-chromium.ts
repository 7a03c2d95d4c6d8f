import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Cdp } from './cdp.ts';
import { chromiumLaunch } from './chromium-launch.ts';

export interface BareChromium {
  cdp: Cdp;
  close(): Promise<void>;
}

/**
 * Chromium without Playwright. Playwright records the network of every page, which slows down a large upload tenfold
 * and would be included in measurements.
 * @param kept profile that stays, so that the browser can be started again with it
 */
export async function startBareChromium(kept?: string): Promise<BareChromium> {
  const { executablePath, args } = chromiumLaunch();
  const profile = kept ?? (await mkdtemp(path.join(tmpdir(), 'labroom-chromium-')));
  const child = spawn(
    executablePath,
    [...args, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(child, 'exit');
  let endpoint: string | undefined;
  for await (const line of createInterface(child.stderr)) {
    endpoint = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (endpoint) break;
  }
  if (!endpoint) throw new Error('Chromium did not start');
  child.stderr.resume();
  const cdp = await Cdp.connect(endpoint);
  return {
    cdp,
    async close() {
      // The response is often lost, because the browser exits before it is sent.
      await Promise.allSettled([cdp.send('Browser.close'), ended]);
      if (!kept) await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
