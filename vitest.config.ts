import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Node loads the CommonJS build of graphql, Vite would take the other: two copies of one schema library do not mix.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['{service,contracts,lib,components,app,scripts,conformance,examples}/**/*.test.{ts,tsx}'],
    globalSetup: ['service/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
