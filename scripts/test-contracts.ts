import { resolve } from 'node:path';
import { createHardhatRuntimeEnvironment } from 'hardhat/hre';
import type { Result } from 'hardhat/types/utils';
import config from '#contracts/hardhat.config.ts';
import { depth, seed } from '#testing/depth.ts';

/**
 * Runs the Solidity tests with the depth of `testing/depth.ts`, offline, because the compiler comes from npm. Exits with 0 if
 * all passed. Runs only the test files given as arguments, if any; those without invariants only, because Hardhat does not
 * build handlers for single files. With `--no-compile`, runs the artifacts of the build before.
 */
const root = resolve(import.meta.dirname, '..');
console.log(`TEST_SEED=${seed}`);
const solidity = {
  fsPermissions: {
    readDirectory: [
      'contracts/vectors',
      'node_modules/@account-abstraction/contracts/artifacts',
      'node_modules/@safe-global/safe-smart-account/build/artifacts',
    ],
  },
  fuzz: { runs: depth.solidityFuzz, seed: `0x${seed.toString(16)}` },
  invariant: { runs: depth.solidityInvariants, depth: 48, failOnRevert: true },
};
const hre = await createHardhatRuntimeEnvironment(
  { ...config, test: { solidity } },
  { config: resolve(root, 'contracts/hardhat.config.ts') },
  root,
);
const result: Result<unknown, unknown> = await hre.tasks.getTask(['test', 'solidity']).run({
  testFiles: process.argv.slice(2).filter((argument) => argument !== '--no-compile'),
  noCompile: process.argv.includes('--no-compile'),
});
process.exitCode = result.success ? 0 : 1;
