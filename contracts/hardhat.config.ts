import { createRequire } from 'node:module';
import { defineConfig } from 'hardhat/config';

const require = createRequire(import.meta.url);

const compiler = (settings: { optimizer: { enabled: true; runs: number }; viaIR?: true }) => ({
  version: '0.8.37',
  path: require.resolve('solc/soljson.js'),
  settings: { ...settings, evmVersion: 'cancun', metadata: { bytecodeHash: 'none', appendCBOR: false } },
});

/**
 * The compiler comes from npm, so that a build needs no download. The bytecode contains no metadata hash, so that a
 * changed comment does not change the deterministic addresses of the local chain.
 */
export default defineConfig({
  solidity: {
    profiles: {
      default: {
        compilers: [compiler({ optimizer: { enabled: true, runs: 200 } })],
        // Tokens are called much more often than deployed, so they are compiled for cheap calls.
        overrides: {
          'contracts/src/LabToken.sol': compiler({
            optimizer: { enabled: true, runs: 1_000_000 },
            viaIR: true,
          }),
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
});
