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
 * The bytecode contains the hash of its metadata. Sources have names that depend on this repository and on the versions of packages, and
 * not on the folder of the checkout (`project/contracts/src/…`, `npm/@openzeppelin/contracts@…`), so equal sources give equal addresses
 * everywhere. A changed comment changes them.
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
