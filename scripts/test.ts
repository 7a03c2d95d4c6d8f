import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findOrInstallAge } from './age.ts';
import { findOrInstallChromium } from './chromium.ts';
import { findOrInstallPostgres } from './debian-postgres.ts';
import { findOrInstallPromtool } from './promtool.ts';
import { findOrInstallRadosgw } from './radosgw.ts';
import { readResults } from './test-steps/results.ts';
import { readTree, runRecordPath, writeRunRecord } from './test-steps/run-record.ts';
import { runSteps, type Step } from './test-steps/run-steps.ts';

/**
 * `npm test`: all checks of a change. Stops at the first failing step. `npm test -- merge` and `npm run test:full` test
 * deeper (`testing/depth.ts`). `npm run test:unit` runs tests without database and chain, in seconds. The full run leaves a
 * record (`test-steps/run-record.ts`), without which `scripts/release.ts` makes no release.
 */
const root = resolve(import.meta.dirname, '..');
process.env.TEST_DEPTH = process.argv[2] ?? 'quick';
const { isFull } = await import('@labroom/testing/depth.ts');
const { findPreviousRelease } = await import('@labroom/testing/previous-release.ts');
const bin = (name: string) => join(root, 'node_modules/.bin', name);
const reports = await mkdtemp(join(tmpdir(), 'labroom-reports-'));
const playwrightReport = join(reports, 'playwright.json');
const startedAt = Date.now();
const treeAtStart = await readTree(root);
const log = (line: string) => console.log(line);

const vitest = (...projects: string[]): Step['command'] => [
  bin('vitest'),
  'run',
  ...projects.flatMap((project) => ['--project', project]),
  '--reporter=dot',
  '--reporter=json',
  `--outputFile.json=${join(reports, `vitest-${projects[0]}.json`)}`,
];

// Several checkers repeat work. Other steps run beside this one.
const tsc = (project: string): Step['command'] => [bin('tsc'), '-p', project, '--singleThreaded'];

const browser = { CHROMIUM_PATH: findOrInstallChromium(log) };

// The build is first, because the browser waits for it. Its tests use about one core; the rest runs beside them, cheap
// steps first.
const steps: Step[] = [
  { name: 'What the web app ships', command: [process.execPath, 'scripts/check-web-build.ts'] },
  { name: 'Unit tests', command: vitest('unit', 'unit-dom', 'unit-web') },
  {
    name: 'The whole stack in a browser',
    command: [bin('playwright'), 'test'],
    env: { ...browser, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
    after: ['What the web app ships'],
    // The full depth measures the time and memory of pages.
    ...(isFull && { alone: true }),
  },
  { name: 'Types of the service', command: tsc('tsconfig.node.json') },
  { name: 'Lint, format and arrows', command: [bin('biome'), 'check', '.'] },
  {
    name: 'Types of the web app',
    command: tsc('tsconfig.json'),
    // The build writes the types of the routes.
    after: ['What the web app ships'],
  },
  { name: 'Unused code', command: [bin('knip')] },
  {
    name: 'Every row of the contract is proved',
    command: [process.execPath, 'conformance/run.ts', '--coverage', '--check'],
  },
  { name: 'Generated files are fresh', command: [process.execPath, 'scripts/generate.ts', '--check'] },
  {
    name: 'Service and libraries, on a real database and chain',
    command: vitest(...(isFull ? ['stack', 'release'] : ['stack'])),
    // The rehearsal serves the built web app, and visits it.
    ...(isFull && { env: browser, after: ['What the web app ships'] }),
  },
  {
    name: 'Contracts',
    command: [process.execPath, 'scripts/test-contracts.ts'],
    // Both compile into the same folders.
    after: ['Generated files are fresh'],
  },
  ...(isFull
    ? ([
        {
          name: 'An encrypted upload in Firefox and WebKitGTK',
          command: [process.execPath, 'e2e/other-browsers/run.ts'],
          after: ['What the web app ships'],
          alone: true,
        },
      ] satisfies Step[])
    : []),
];

/** Missing programs, whose tests were skipped. Repeated at the end, where they are noticed. */
const untried: string[] = [];
if (!findOrInstallRadosgw(log)) untried.push('S3, as no radosgw could be installed');
if (!findOrInstallAge(log)) untried.push('backups with age, as it could not be installed');
if (!findOrInstallPromtool(log)) untried.push('alerts with promtool, as it could not be installed');
if (!findOrInstallPostgres(log)) untried.push("PostgreSQL over TCP, as Debian's could not be installed");
const previous = isFull ? await findPreviousRelease() : null;
if (previous && 'missing' in previous) untried.push(`an upgrade, as ${previous.missing}`);
// CI must run all tests.
const failedStep =
  untried.length > 0 && process.env.CI
    ? 'Finding the engines of others'
    : await runSteps(steps, {
        cwd: root,
        env: {
          ...process.env,
          NEXT_TELEMETRY_DISABLED: '1',
          HARDHAT_DISABLE_TELEMETRY: 'true',
        },
        lanes: 2,
        log,
      });

const results = await readResults(reports, root);
const { passed, failed, skipped, failures, unstable } = results;
await rm(reports, { recursive: true, force: true });
if (isFull) {
  await writeRunRecord(root, {
    depth: 'full',
    treeAtStart,
    treeAtEnd: await readTree(root),
    started: new Date(startedAt).toISOString(),
    ended: new Date().toISOString(),
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    isGreen: failedStep === undefined && failed === 0 && untried.length === 0,
    failedStep: failedStep ?? null,
    ...results,
    untried,
  });
  console.log(`The record of this run, for a release: ${runRecordPath}`);
}
console.log(
  `\n${failedStep ? `Stopped at: ${failedStep}` : 'Everything holds'} (${Math.round((Date.now() - startedAt) / 1000)} s)`,
);
for (const what of untried) console.log(`NOT TRIED on this machine: ${what}.`);
if (skipped > 0) console.log(`${skipped} skipped, which this machine cannot try`);
for (const name of unstable) console.log(`UNSTABLE ${name}: passed the second time`);
for (const name of failures) console.log(`FAILED ${name}`);
console.log(`${passed} passed, ${failedStep ? Math.max(failed, 1) : failed} failed`);
process.exitCode = failedStep ? 1 : 0;
