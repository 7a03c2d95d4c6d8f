import { isFull, isQuick } from '@labroom/testing/depth.ts';
import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './e2e/browser/chromium-launch.ts';

const report = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;
/** Where journeys are recorded, each with its trace (`npm run journeys`). */
const recordings = process.env.E2E_RECORD;

const spec = (name: string) => `**/e2e/${name}.spec.ts`;
/** Tests that every change must pass: the journeys, and what no other test can show. Main must pass all. */
const ofEachChange = [
  'content-security-policy',
  'encryption',
  'journeys/api-user',
  'journeys/owner',
  'journeys/researcher',
  'journeys/visitor',
  'one-visitor-too-many',
  'outage',
  'own-pages-only',
  'payments',
  'secrets',
  'wallet-network',
].map(spec);
/** Tests that change nothing: they read the example data. */
const ofExampleData = [
  'activity',
  'content-security-policy',
  'first-paint',
  'found-by-others',
  'global-error',
  'graphiql',
  'journeys/visitor',
  'labs',
  'palette',
  'prefetch',
  'reading',
  'search',
  'secrets',
  'skeletons',
  'style-cost',
  'touch',
  'untouched',
].map(spec);
/** Tests that stop a part of the stack, or measure the time and memory of a page. */
const alone = [
  'interrupted-upload',
  'large-room',
  'large-upload',
  'many-uploads',
  'one-visitor-too-many',
  'outage',
].map(spec);

const isNeeded = (file: string) => !isQuick || ofEachChange.includes(file);

/** `npx playwright test --no-deps e2e/<name>.spec.ts` runs one file without the projects that come before its own. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/stack/global-setup.ts',
  // Recordings show one journey at a time.
  workers: recordings ? 1 : 2,
  // CI tells a test that passes the second time from one that fails: `scripts/test.ts` names it.
  retries: Number(process.env.TEST_RETRIES ?? 0),
  grepInvert: isFull ? undefined : /@release/,
  projects: [
    // Runs before other tests add labs and activity to what these pages list.
    { name: 'example-data', testMatch: ofExampleData.filter(isNeeded), fullyParallel: true },
    {
      name: 'own-labs',
      testMatch: isQuick ? ofEachChange : spec('**/*'),
      testIgnore: [...ofExampleData, ...alone],
      dependencies: ['example-data'],
    },
    { name: 'alone', testMatch: alone.filter(isNeeded), workers: 1, dependencies: ['own-labs'] },
  ],
  // Long, so that a busy machine fails no test.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  outputDir: recordings || 'test-results',
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    launchOptions: chromiumLaunch(),
    // The example data is dated in UTC and the words are English; a reader elsewhere sees their own.
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 900 },
    // An animation costs processor time and lets a test wait.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing every test costs a quarter of the run: `--trace on` records one that fails.
    trace: recordings ? 'on' : 'off',
  },
});
