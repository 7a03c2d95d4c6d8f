import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findOrInstallChromium } from './chromium.ts';
import { findOrInstallPostgres } from './debian-postgres.ts';
import { findOrInstallRadosgw } from './radosgw.ts';

/**
 * `npm test`: everything that a change must pass, cheapest first. Stops at the first step that fails. `npm run test:full`
 * tests deeper (`testing/depth.ts`), for a release.
 */
const root = resolve(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);
const reports = await mkdtemp(join(tmpdir(), 'labroom-reports-'));
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');
const startedAt = Date.now();

interface Step {
  name: string;
  command: [string, ...string[]];
  env?: Record<string, string>;
}

const steps: Step[] = [
  { name: 'Generated files are fresh', command: [process.execPath, 'scripts/generate.ts', '--check'] },
  {
    name: 'Every row of the contract is proved',
    command: [process.execPath, 'conformance/run.ts', '--coverage', '--check'],
  },
  { name: 'Lint, format and arrows', command: [bin('biome'), 'check', '.'] },
  { name: 'Types of the service', command: [bin('tsc'), '-p', 'tsconfig.node.json'] },
  { name: 'Types of routes', command: [bin('next'), 'typegen'] },
  { name: 'Types of the web app', command: [bin('tsc'), '-p', 'tsconfig.json'] },
  { name: 'Unused code', command: [bin('knip')] },
  { name: 'Contracts', command: [process.execPath, 'contracts/run-tests.ts'] },
  {
    name: 'Service and libraries, on a real database and chain',
    command: [
      bin('vitest'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
    ],
  },
  { name: 'What the web app ships', command: [process.execPath, 'scripts/check-web-build.ts'] },
  {
    name: 'The whole stack in a browser',
    command: [bin('playwright'), 'test'],
    env: {
      CHROMIUM_PATH: findOrInstallChromium((line) => console.log(line)),
      PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
    },
  },
];

async function run(step: Step): Promise<boolean> {
  const [command, ...args] = step.command;
  const env = {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: '1',
    HARDHAT_DISABLE_TELEMETRY: 'true',
    ...(process.argv.includes('--full') && { TEST_DEPTH: 'full' }),
    ...step.env,
  };
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

/** Passed, failed and skipped tests of the runners that keep count; zeros where one did not get to run. */
async function count(): Promise<{ passed: number; failed: number; skipped: number }> {
  const read = (path: string) => readFile(path, 'utf8').then(JSON.parse, () => ({}));
  const [vitest, playwright] = await Promise.all([read(vitestReport), read(playwrightReport)]);
  return {
    passed: (vitest.numPassedTests ?? 0) + (playwright.stats?.expected ?? 0),
    failed: (vitest.numFailedTests ?? 0) + (playwright.stats?.unexpected ?? 0),
    skipped: (vitest.numPendingTests ?? 0) + (playwright.stats?.skipped ?? 0),
  };
}

const log = (line: string) => console.log(line);
/** Said again at the end, where somebody reads it: half of what is promised would not have been tried. */
const untried: string[] = [];
if (!findOrInstallRadosgw(log)) untried.push('S3, as no radosgw could be installed');
if (!findOrInstallPostgres(log)) untried.push("PostgreSQL over TCP, as Debian's could not be installed");
let failedStep: string | undefined;
// What runs by itself must be able to try everything.
if (untried.length > 0 && process.env.CI) failedStep = 'Finding the engines of others';
for (const [index, step] of steps.entries()) {
  if (failedStep) break;
  console.log(`\n[${index + 1}/${steps.length}] ${step.name}`);
  const begun = Date.now();
  const passed = await run(step);
  console.log(`${passed ? 'ok' : 'FAILED'} after ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  if (!passed) failedStep = step.name;
}

const { passed, failed, skipped } = await count();
await rm(reports, { recursive: true, force: true });
const failures = failedStep && failed === 0 ? 1 : failed;
console.log(
  `\n${failedStep ? `Stopped at: ${failedStep}` : 'Everything holds'} (${Math.round((Date.now() - startedAt) / 1000)} s)`,
);
for (const what of untried) console.log(`NOT TRIED on this machine: ${what}.`);
if (skipped > 0) console.log(`${skipped} skipped, which this machine cannot try`);
console.log(`${passed} passed, ${failures} failed`);
process.exitCode = failedStep ? 1 : 0;
