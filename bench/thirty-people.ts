import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openLimitedStack } from './guests/published-limits.ts';
import { aboutRun, keepResults } from './keep-results.ts';

/**
 * `node bench/thirty-people.ts [--people 30] [--minutes 10] [--keep NAME]`: people behind one address click through the web app, each
 * a page every five to fifteen seconds, with the data of two more pages that the browser fetches ahead, pictures and a call of the API, within
 * the published limits. Exits with 1 if one is answered 429.
 */
const { values: options } = parseArgs({
  options: {
    people: { type: 'string', default: '30' },
    minutes: { type: 'string', default: '10' },
    keep: { type: 'string' },
  },
});
const ADDRESS = '198.51.100.30';

const limited = await openLimitedStack();
const { web, stack } = limited;
const { oclId } = stack.lab;
const lab = `/labs/${oclId}`;
const pages = [
  '/',
  lab,
  `${lab}/files`,
  `${lab}/members`,
  `${lab}/activity`,
  '/activity',
  '/search?q=sample',
  '/verify',
  '/developers',
  `${lab}/releases`,
];
const pictures = ['/icon.svg', '/robots.txt'];
const anyPage = () => pages[Math.floor(Math.random() * pages.length)] ?? '/';
/** The session of the visitor, as each page asks for it. */
const call = () => get('/api/session');

const answers: Record<string, number> = {};
const times: number[] = [];
const end = performance.now() + Number(options.minutes) * 60_000;
try {
  const before = await limited.allCpu();
  const webBefore = web.cpuMilliseconds();
  await Promise.all(Array.from({ length: Number(options.people) }, person));
  const minutes = Number(options.minutes);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  const results = {
    ...aboutRun(),
    ...{ people: Number(options.people), minutes, answers },
    pageMs: { p50: at(0.5), p95: at(0.95), p99: at(0.99) },
    webCpuMsPerMinute: Math.round((web.cpuMilliseconds() - webBefore) / minutes),
    cpuMsPerMinute: Math.round(((await limited.allCpu()) - before) / minutes),
  };
  console.log(JSON.stringify(results, null, 1));
  if (options.keep) await keepResults(options.keep, results);
  if (answers['429'] || answers.lost) process.exitCode = 1;
} finally {
  await limited.stop();
}

async function person(): Promise<void> {
  await pause(Math.random() * 10_000);
  while (performance.now() < end) {
    const begun = performance.now();
    await get(anyPage(), { accept: 'text/html' });
    times.push(performance.now() - begun);
    // As the browser does: data of pages that links lead to, pictures, and a call of the API.
    const ahead = [anyPage(), anyPage()].map((path) => get(path, { rsc: '1', 'next-router-prefetch': '1' }));
    await Promise.all([...ahead, ...pictures.map((path) => get(path)), call()]);
    await pause(5_000 + Math.random() * 10_000);
  }
}

async function get(
  path: string,
  headers: Record<string, string> = {},
  init: RequestInit = {},
): Promise<void> {
  const response = await fetch(web.url + path, {
    ...init,
    headers: { 'x-forwarded-for': ADDRESS, ...headers },
  }).catch(() => null);
  await response?.arrayBuffer();
  const status = String(response?.status ?? 'lost');
  answers[status] = (answers[status] ?? 0) + 1;
}
