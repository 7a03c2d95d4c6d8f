import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{service,contracts,lib,components,app,scripts}/**/*.test.{ts,tsx}'],
    globalSetup: ['service/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
