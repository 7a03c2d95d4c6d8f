import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Node loads the CommonJS build of graphql, Vite would take the other: two copies of one schema library do not mix.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: [
      'proxy.test.ts',
      '{service,contracts,local,testing,lib,web,components,app,scripts,conformance,examples}/**/*.test.{ts,tsx}',
    ],
    globalSetup: ['testing/global-setup.ts'],
    // Far more than anything takes: on a busy machine a test is slower, and not wrong.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    maxWorkers: 2,
  },
});
