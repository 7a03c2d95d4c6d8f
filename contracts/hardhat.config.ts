import { createRequire } from 'node:module';
import { defineConfig } from 'hardhat/config';
import { compilerSettings } from './compiler-settings.ts';

const require = createRequire(import.meta.url);

/** The compiler comes from npm, so that a build needs no download. */
export const compilerPath = require.resolve('solc/soljson.js');

const { default: ordinary, ...overrides } = compilerSettings.settings;
const compiler = (settings: object) => ({
  version: compilerSettings.version,
  path: compilerPath,
  settings,
});

/**
 * The bytecode contains no metadata hash, so that a changed comment does not change the deterministic addresses of the local
 * chain.
 */
export default defineConfig({
  solidity: {
    profiles: {
      default: {
        compilers: [compiler(ordinary)],
        overrides: Object.fromEntries(
          Object.entries(overrides).map(([source, settings]) => [source, compiler(settings)]),
        ),
      },
    },
  },
  paths: {
    sources: 'contracts/src',
    tests: { solidity: 'contracts/test' },
    artifacts: 'artifacts',
    cache: 'cache',
  },
});
