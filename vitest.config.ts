import { setFlagsFromString } from 'node:v8';
import { isQuick } from '@labroom/testing/depth.ts';
import { defineConfig } from 'vitest/config';

/** Tests that need the database, the chain or another process, or seconds to read all files of the project. */
const folders = '{packages,service,contracts,local,lib,scripts,conformance,examples,bench,testing}';
const stack = `${folders}/**/*.stack.test.ts`;
/** Tests of the stack that take long and that few changes can break: main must pass them. */
const merge = `${folders}/**/*.merge.test.ts`;
/** Tests of the stack that only a release must pass: they start processes, wait for time limits or repeat for minutes. */
const release = `${folders}/**/*.release.test.ts`;
/** Unit tests that need a document. */
const dom = '{packages,lib,components,web}/**/*.dom.test.{ts,tsx}';

// For the threads of the unit tests: what tests leave behind is collected less often, which saves a tenth of their processor time.
for (const bound of ['min', 'max']) setFlagsFromString(`--${bound}-semi-space-size=64`);

// Far more than anything takes: on a busy machine a test is slower, and not wrong.
const timeouts = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } };

export default defineConfig({
  resolve: {
    alias: [
      // Node loads the CommonJS build of graphql, Vite would take the other: two copies of one schema library do not mix.
      { find: /^graphql$/, replacement: 'graphql/index.js' },
      // As in a browser. The other build takes a thread of the tests for one of its own workers.
      {
        find: /^web-worker$/,
        replacement: `${import.meta.dirname}/node_modules/web-worker/src/browser/index.js`,
      },
      // Next knows the module by itself; outside of its builds there is nothing to guard.
      { find: /^server-only$/, replacement: 'next/dist/compiled/server-only/empty.js' },
    ],
  },
  // Packages as they run: some have a build with more checks for development.
  ssr: { resolve: { conditions: ['node'] } },
  // No test looks at styles.
  css: { postcss: {} },
  test: {
    maxWorkers: 2,
    fsModuleCache: true,
    retry: Number(process.env.TEST_RETRIES ?? 0),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{packages,service,contracts,local,testing,lib,components,scripts,examples}/**/*.test.{ts,tsx}',
          ],
          exclude: [stack, merge, release, dom],
          pool: 'threads',
          isolate: false,
          // A second worker would load all modules again.
          maxWorkers: 1,
          // Imports web-worker.
          server: { deps: { inline: ['geotiff'] } },
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-dom',
          include: [dom],
          // One worker for all: a file that names the environment itself gets a worker of its own, with a jsdom of its own.
          environment: 'jsdom',
          pool: 'threads',
          isolate: false,
          maxWorkers: 1,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-web',
          include: ['proxy.test.ts', '{web,app}/**/*.test.{ts,tsx}'],
          exclude: [dom],
          pool: 'threads',
          isolate: false,
          maxWorkers: 1,
          setupFiles: ['testing/fresh-modules.ts'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'stack',
          include: isQuick ? [stack] : [stack, merge],
          isolate: false,
          globalSetup: ['testing/global-setup.ts'],
          ...timeouts,
        },
      },
      {
        extends: true,
        test: {
          name: 'release',
          include: [release],
          globalSetup: ['testing/global-setup.ts'],
          ...timeouts,
        },
      },
    ],
  },
});
