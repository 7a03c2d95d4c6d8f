import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './e2e/browser/chromium-launch.ts';

const report = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;
/** Where journeys are recorded, each with its trace (`npm run journeys`). */
const recordings = process.env.E2E_RECORD;

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/stack/global-setup.ts',
  // One stack and two cores: what runs beside a test makes it slower and nothing else.
  workers: 1,
  // What passes only the second time is listed as flaky, with the trace of the first.
  retries: 1,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  outputDir: recordings || 'test-results',
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    launchOptions: chromiumLaunch(),
    // The example data is dated in UTC and the words are English; a reader elsewhere sees their own.
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 900 },
    trace: recordings ? 'on' : 'retain-on-failure',
  },
});
