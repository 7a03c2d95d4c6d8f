import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { findOrInstallChromium } from './chromium.ts';

/**
 * `npm run journeys`: runs the journeys of a visitor, a researcher, an owner and an API user in a browser, and records each
 * in a folder of `journeys-report/`: screenshots, `strip.html`, `strip.png` and Playwright's `trace.zip`. Passes further
 * arguments, such as `-- visitor`, to Playwright.
 */
const root = resolve(import.meta.dirname, '..');
const report = join(root, 'journeys-report');
const filters = process.argv.slice(2);
const child = spawn(
  join(root, 'node_modules/.bin/playwright'),
  ['test', ...(filters.length > 0 ? filters : ['e2e/journeys'])],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      NEXT_TELEMETRY_DISABLED: '1',
      HARDHAT_DISABLE_TELEMETRY: 'true',
      CHROMIUM_PATH: findOrInstallChromium((line) => console.log(line)),
      E2E_RECORD: report,
    },
  },
);
const [code] = (await once(child, 'exit')) as [number | null];
console.log(`Recorded in ${report}`);
process.exitCode = code ?? 1;
