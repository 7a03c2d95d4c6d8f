import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { findOrInstallChromium } from '@labroom/scripts/chromium.ts';
import { gzippedBytes, readEmptyPageScripts } from '@labroom/scripts/web-build/page-scripts.ts';
import { freePort } from '@labroom/testing/free-port.ts';
import lighthouse from 'lighthouse';
import { z } from 'zod';
import { chromiumLaunch } from '../e2e/browser/chromium-launch.ts';
import { readLocal } from '../e2e/stack/local.ts';
import { startStack } from '../e2e/stack/start-stack.ts';
import { labPath } from '../lib/api/lab-reference.ts';
import { startHttpsProxy } from './stack/https-proxy.ts';

/**
 * `node bench/lighthouse.ts [--data <directory>] [<path> …]`: runs Lighthouse's throttled mobile profile on the production
 * build, five times per page, and compares the median scores with the targets. Prints the JavaScript loaded without
 * interaction, and the median of each metric with its least and greatest value. Exits with 1 if a page misses a target.
 * Pages come over HTTP/2 and TLS, as from every public installation; `--plain`: over HTTP/1.1. Without paths it visits all
 * pages of the list below. `--data`: uses a running stack. The profile simulates a phone with a quarter of this machine's
 * speed, so each delay of a task by another program counts four times. No phone runs the servers of the page, so Chromium
 * has real-time priority here, where that is allowed; `--shared`: the priority of all other programs.
 */
const { values: options, positionals } = parseArgs({
  options: {
    data: { type: 'string' },
    plain: { type: 'boolean', default: false },
    shared: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const wanted = { performance: 95, accessibility: 100, 'best-practices': 100 };
type Category = keyof typeof wanted;
const categories = Object.keys(wanted) as Category[];
const lab = 'thermostable-lipase-screen';
const labWithToken = 'sodium-battery-cycling';
const pages = [
  '/',
  '/how-it-works',
  '/search?q=lipase',
  labPath(lab),
  labPath(lab, 'files'),
  `${labPath(lab, 'files')}?file=README.md`,
  labPath(lab, 'activity'),
  labPath(lab, 'members'),
  labPath(labWithToken, 'tokenize'),
  '/verify',
];
const RUNS = 5;
/** Chromium sometimes loses the beginning of a trace. */
const TRIES = 4;
const build = join(import.meta.dirname, '../.next');
/** The metrics of the performance score, with the name that is printed and the digits of its value. */
const metrics = [
  { audit: 'first-contentful-paint', name: 'FCP', digits: 0 },
  { audit: 'largest-contentful-paint', name: 'LCP', digits: 0 },
  { audit: 'speed-index', name: 'SI', digits: 0 },
  { audit: 'total-blocking-time', name: 'TBT', digits: 0 },
  { audit: 'cumulative-layout-shift', name: 'CLS', digits: 3 },
];
const metricSchema = z.object({ numericValue: z.number() });
const requestsSchema = z.object({ items: z.array(z.object({ url: z.string() })) });

interface Run {
  scores: Record<Category, number>;
  /** One value per metric: milliseconds of the simulated phone, and a score for CLS. */
  values: number[];
  /** Thousands of bytes above an empty page. */
  scripts: number;
}

const proxyPort = await freePort();
// A page loads files of the service, which must know the origin of the page.
const stack = options.data
  ? { dataDir: options.data, stop: async () => undefined }
  : await startStack({ ALLOWED_ORIGINS: `https://localhost:${proxyPort}` });
const { webUrl } = readLocal(stack.dataDir);
const proxy = options.plain ? null : await startHttpsProxy(webUrl, proxyPort);
if (!options.plain && !proxy) console.log('Over HTTP/1.1: Caddy is not installed here, and cannot be.');
const profile = await mkdtemp(join(tmpdir(), 'labroom-lighthouse-'));
process.env.CHROMIUM_PATH ||= findOrInstallChromium(console.log);
const { executablePath, args } = chromiumLaunch();
const hasPriority = !options.shared && spawnSync('chrt', ['--rr', '5', 'true']).status === 0;
if (!hasPriority) console.log('Chromium shares the processor with the servers.');
const chromium = spawn(
  hasPriority ? 'chrt' : executablePath,
  [
    ...(hasPriority ? ['--rr', '5', executablePath] : []),
    ...args,
    '--headless',
    '--ignore-certificate-errors',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    'about:blank',
  ],
  { stdio: ['ignore', 'ignore', 'pipe'] },
);
try {
  const port = await debuggingPort();
  const url = proxy?.url ?? webUrl;
  const emptyPage = await readEmptyPageScripts(build);
  for (const path of positionals.length > 0 ? positionals : pages) {
    const runs: Run[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await visit(`${url}${path}`, port, emptyPage));
    const medians = categories.map((name) => ({
      name,
      score: median(runs.map(({ scores }) => scores[name])),
      least: wanted[name],
    }));
    const scripts = Math.max(...runs.map((run) => run.scripts));
    const words = medians.map(({ name, score, least }) => `${name} ${score} (at least ${least})`);
    const values = metrics.map(({ name, digits }, index) => {
      const numbers = runs.map((run) => run.values[index] ?? 0);
      const [least, middle, most] = [Math.min(...numbers), median(numbers), Math.max(...numbers)];
      return `${name} ${middle.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
    });
    console.log(`${path}: ${words.join(', ')}, scripts ${scripts.toFixed(1)} kB above an empty page`);
    console.log(`  performance of each run: ${runs.map(({ scores }) => scores.performance).join(', ')}`);
    console.log(`  ${values.join(', ')}`);
    if (medians.some(({ score, least }) => score < least)) process.exitCode = 1;
  }
} finally {
  chromium.kill();
  await once(chromium, 'exit');
  await rm(profile, { recursive: true, force: true });
  await proxy?.stop();
  await stack.stop();
}

async function debuggingPort(): Promise<number> {
  for await (const line of createInterface(chromium.stderr)) {
    const port = /^DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(line)?.[1];
    if (port) return Number(port);
  }
  throw new Error('Chromium did not start');
}

async function visit(url: string, port: number, emptyPage: number, tries = TRIES): Promise<Run> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: categories,
    // Pictures that owners choose come from the service itself, which has no TLS here.
    skipAudits: proxy ? ['is-on-https', 'inspector-issues'] : null,
  });
  if (!result) throw new Error(`Lighthouse said nothing of ${url}`);
  const { categories: found, audits, runtimeError } = result.lhr;
  if (runtimeError && tries > 1) return visit(url, port, emptyPage, tries - 1);
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  const scores = Object.fromEntries(
    categories.map((name) => [name, Math.round((found[name]?.score ?? 0) * 100)]),
  ) as Record<Category, number>;
  const { items } = requestsSchema.parse(audits['network-requests']?.details);
  const files = items.flatMap(({ url: file }) => /\/_next\/(static\/.*\.js)$/.exec(file)?.[1] ?? []);
  const values = metrics.map(({ audit }) => metricSchema.parse(audits[audit]).numericValue);
  return { scores, values, scripts: ((await gzippedBytes(build, files)) - emptyPage) / 1000 };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
