import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import lighthouse from 'lighthouse';
import { chromiumLaunch } from '../e2e/browser/chromium-launch.ts';
import { readLocal } from '../e2e/house/local.ts';
import { startHouse } from '../e2e/house/start-house.ts';
import { labPath } from '../lib/api/lab-reference.ts';

/**
 * `node bench/lighthouse.ts`: Lighthouse's throttled mobile profile on the production build, three runs a page, the median
 * of each score beside what is wanted. Ends with 1 where a page falls short.
 */
const wanted = { performance: 95, accessibility: 100, 'best-practices': 95 };
type Category = keyof typeof wanted;
const lab = 'thermostable-lipase-screen';
const pages = ['/', labPath(lab), labPath(lab, 'files')];
const RUNS = 3;

const house = await startHouse();
const profile = await mkdtemp(join(tmpdir(), 'labroom-lighthouse-'));
const { executablePath, args } = chromiumLaunch();
const chromium = spawn(
  executablePath,
  [...args, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
  { stdio: ['ignore', 'ignore', 'pipe'] },
);
try {
  const port = await debuggingPort();
  const { webUrl } = readLocal(house.dataDir);
  for (const path of pages) {
    const runs: Awaited<ReturnType<typeof scores>>[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await scores(`${webUrl}${path}`, port));
    const medians = Object.fromEntries(
      Object.keys(wanted).map((name) => [name, median(runs.map((run) => run[name as Category]))]),
    ) as Record<Category, number>;
    const words = Object.entries(medians).map(([name, score]) => `${name} ${score}`);
    console.log(`${path}: ${words.join(', ')}`);
    if (Object.entries(wanted).some(([name, score]) => medians[name as Category] < score))
      process.exitCode = 1;
  }
} finally {
  chromium.kill();
  await once(chromium, 'exit');
  await rm(profile, { recursive: true, force: true });
  await house.stop();
}

async function debuggingPort(): Promise<number> {
  for await (const line of createInterface(chromium.stderr)) {
    const port = /^DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(line)?.[1];
    if (port) return Number(port);
  }
  throw new Error('Chromium did not start');
}

async function scores(url: string, port: number): Promise<Record<Category, number>> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: Object.keys(wanted),
  });
  const categories = result?.lhr.categories ?? {};
  return Object.fromEntries(
    Object.keys(wanted).map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
  ) as Record<Category, number>;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
