import { createRequire } from 'node:module';
import { defineConfig } from 'hardhat/config';

const require = createRequire(import.meta.url);

/**
 * The compiler comes from npm, so that a build needs no download. `metadata` is left out of the bytecode:
 * a changed comment must not move the deterministic addresses of the local chain.
 */
export default defineConfig({
  solidity: {
    profiles: {
      default: {
        version: '0.8.37',
        path: require.resolve('solc/soljson.js'),
        settings: {
          evmVersion: 'cancun',
          optimizer: { enabled: true, runs: 200 },
          metadata: { bytecodeHash: 'none', appendCBOR: false },
        },
      },
    },
  },
  paths: {
    sources: 'contracts/src',
    tests: { solidity: 'contracts/test' },
    artifacts: 'artifacts',
    cache: 'cache',
  },
  test: {
    solidity: {
      fsPermissions: {
        readDirectory: [
          'contracts/vectors',
          'node_modules/@account-abstraction/contracts/artifacts',
          'node_modules/@safe-global/safe-smart-account/build/artifacts',
        ],
      },
      fuzz: { runs: 512, seed: '0x6c6162726f6f6d' },
      invariant: { runs: 64, depth: 48, failOnRevert: true },
    },
  },
});
